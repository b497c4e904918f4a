import { corsHeaders } from '../../http/cors.js';
import type { HttpExchange } from '../../http/exchange.js';

/** Whether a page of an origin may submit answers, and the CORS headers of the reply. */
export interface OriginCheck {
  readonly allowed: boolean;
  readonly cors: readonly string[];
}

/**
 * Checks the `Origin` of a request against the origins of the ask's site. Allows any origin if the site lists none,
 * requests without `Origin`, and the hosted pages.
 *
 * @param userOrigins The origins whose pages may send the cookies of their visitors: none, unless the ask needs a user.
 */
export function checkOrigin(
  exchange: HttpExchange,
  listed: readonly string[],
  own: string | undefined,
  userOrigins: readonly string[],
): OriginCheck {
  if (listed.length === 0) return { allowed: true, cors: corsHeaders };
  const origin = exchange.header('origin');
  const isOwn = origin === own || exchange.header('sec-fetch-site') === 'same-origin';
  const allowed = origin === undefined || isOwn || listed.includes(origin);
  return {
    allowed,
    cors: origin !== undefined && allowed ? originHeaders(origin, userOrigins.includes(origin)) : ['vary', 'Origin'],
  };
}

/** Returns the CORS headers that let pages of one origin read a response. */
export function originHeaders(origin: string, withCredentials: boolean): string[] {
  const [, , ...others] = corsHeaders;
  const credentials = withCredentials ? ['access-control-allow-credentials', 'true'] : [];
  return ['access-control-allow-origin', origin, ...others, ...credentials, 'vary', 'Origin'];
}
