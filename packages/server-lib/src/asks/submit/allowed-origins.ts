import { corsHeaders } from '../../api/headers/cors.js';
import type { HttpExchange } from '../../http/exchange.js';

/** Whether a page of an origin may submit answers, and the CORS headers of the reply. */
export interface OriginCheck {
  readonly allowed: boolean;
  readonly cors: readonly string[];
}

/**
 * Checks the `Origin` of a request against the origins of the ask's site. Allows any origin if the site lists none,
 * requests without `Origin`, and the hosted pages.
 */
export function checkOrigin(exchange: HttpExchange, listed: readonly string[], own: string | undefined): OriginCheck {
  if (listed.length === 0) return { allowed: true, cors: corsHeaders };
  const origin = exchange.header('origin');
  const isOwn = origin === own || exchange.header('sec-fetch-site') === 'same-origin';
  const allowed = origin === undefined || isOwn || listed.includes(origin);
  const [, , ...exposed] = corsHeaders;
  const headers = origin !== undefined && allowed ? ['access-control-allow-origin', origin, ...exposed] : [];
  return { allowed, cors: [...headers, 'vary', 'Origin'] };
}
