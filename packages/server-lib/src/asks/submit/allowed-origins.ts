import { corsHeaders } from '../../api/cors.js';
import type { HttpExchange } from '../../http/exchange.js';

/** Whether a page of that origin may answer, and what its browser is told. */
export interface OriginCheck {
  readonly allowed: boolean;
  readonly cors: readonly string[];
}

/**
 * Judges the page a request comes from by the origins that the ask's site lists. None listed: any may. No `Origin`: it is
 * no page of another site's. Our own hosted pages always may.
 */
export function checkOrigin(exchange: HttpExchange, listed: readonly string[], own: string | undefined): OriginCheck {
  if (listed.length === 0) return { allowed: true, cors: corsHeaders };
  const origin = exchange.header('origin');
  const isOwn = origin === own || exchange.header('sec-fetch-site') === 'same-origin';
  const allowed = origin === undefined || isOwn || listed.includes(origin);
  const [, , ...exposed] = corsHeaders;
  const named = origin !== undefined && allowed ? ['access-control-allow-origin', origin, ...exposed] : [];
  return { allowed, cors: [...named, 'vary', 'Origin'] };
}
