import type { House } from '../assemble.js';
import type { Exchange } from '../http/exchange.js';
import { baseUrl } from '../web/base-url.js';

/** The first call anyone makes. */
export function firstCall(house: House, exchange: Exchange): string {
  return `curl ${baseUrl(house.place, exchange)}/api/v1/me \\\n  -H "X-API-Key: $ASKWELL_KEY"`;
}
