import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { originHeaders } from '../../core/submit/allowed-origins.js';
import { preflightHeaders } from '../../http/cors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { Params } from '../../http/router.js';
import type { RouteContext } from './route-context.js';

/**
 * Creates the handler of preflights. It allows credentials to the origins that may send the session of a user, since browsers read that
 * from the preflight, and otherwise any origin without credentials: the request itself is checked again.
 */
export function createPreflight(
  methods: 'GET' | 'POST' | 'GET, POST',
  find: (wireId: string, exchange: HttpExchange) => Promise<StoredAsk<unknown> | undefined>,
  { originsOf, userOrigins }: Pick<RouteContext, 'originsOf' | 'userOrigins'>,
) {
  const anyOrigin: Reply = { status: 204, headers: preflightHeaders(methods), body: null };

  return async (exchange: HttpExchange, { id = '' }: Params): Promise<Reply> => {
    const origin = exchange.header('origin');
    // An error would hide the reply to the request itself, which says more.
    const ask = origin === undefined ? undefined : await find(id, exchange).catch(() => undefined);
    if (origin === undefined || !userOrigins.includes(origin)) return anyOrigin;
    if (ask?.terms.one_per !== 'user' || ask.site === null) return anyOrigin;
    const listed = await originsOf(ask.site).catch((): readonly string[] => []);
    if (!listed.includes(origin)) return anyOrigin;
    return { ...anyOrigin, headers: preflightHeaders(methods, originHeaders(origin, true)) };
  };
}
