import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { originHeaders } from '../../core/submit/allowed-origins.js';
import { preflightHeaders } from '../../http/cors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { Params } from '../../http/router.js';
import type { RouteContext } from './route-context.js';

/**
 * Creates the handler of preflights. It allows credentials for origins that may send the session of a user, because browsers
 * require this in the preflight. It allows all other origins without credentials. The request itself is checked again.
 */
export function createPreflight(
  methods: 'GET' | 'POST' | 'GET, POST',
  find: (wireId: string, exchange: HttpExchange) => Promise<StoredAsk<unknown> | undefined>,
  { originsOf, userOrigins }: Pick<RouteContext, 'originsOf' | 'userOrigins'>,
) {
  const anyOrigin: Reply = { status: 204, headers: preflightHeaders(methods), body: null };

  return async (exchange: HttpExchange, { id = '' }: Params): Promise<Reply> => {
    const origin = exchange.header('origin');
    // An error here would hide the more precise reply to the request itself.
    const ask = origin === undefined ? undefined : await find(id, exchange).catch(() => undefined);
    if (origin === undefined || !userOrigins.includes(origin)) return anyOrigin;
    if (ask?.terms.one_per !== 'user' || ask.site === null) return anyOrigin;
    const listed = await originsOf(ask.site).catch((): readonly string[] => []);
    if (!listed.includes(origin)) return anyOrigin;
    return { ...anyOrigin, headers: preflightHeaders(methods, originHeaders(origin, true)) };
  };
}
