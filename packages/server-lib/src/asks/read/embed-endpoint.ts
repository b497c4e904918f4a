import { corsHeaders, preflightHeaders } from '../../api/cors.js';
import { AskwellError } from '../../errors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { PageEndpoint, ServiceOperation } from '../../http/page-endpoint.js';
import { errorReply, withHeaders } from '../../http/reply.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { RouteContext } from '../route-context.js';
import { checkOrigin } from '../submit/allowed-origins.js';

/**
 * Returns an endpoint that pages of other sites read without a key. Errors are JSON and carry CORS headers, so that
 * those pages can read them.
 */
export function embedEndpoint<Own>(
  path: string,
  operation: ServiceOperation,
  find: (wireId: string, exchange: HttpExchange) => Promise<StoredAsk<Own> | undefined>,
  { originsOf, ownOrigin }: RouteContext,
  handle: (exchange: HttpExchange, ask: StoredAsk<Own>) => Reply | Promise<Reply>,
): PageEndpoint {
  return {
    path,
    operation: operation,
    options: () => ({ status: 204, headers: preflightHeaders('GET'), body: null }),
    onError: (error) => errorReply(error, corsHeaders),
    async get(exchange, { id = '' }) {
      const ask = await find(id, exchange);
      if (!ask) throw new AskwellError('not_found');
      const listed = ask.site === null ? [] : await originsOf(ask.site);
      const { allowed, cors } = checkOrigin(exchange, listed, ownOrigin);
      try {
        if (!allowed) throw new AskwellError('forbidden', 'This origin is not one of the allowed origins of the site.');
        return withHeaders(await handle(exchange, ask), cors);
      } catch (error) {
        if (error instanceof AskwellError && error.status < 500) return errorReply(error, cors);
        throw error;
      }
    },
  };
}
