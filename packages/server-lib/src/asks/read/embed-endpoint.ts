import { AskwellError } from '../../errors.js';
import { corsHeaders, preflightHeaders } from '../../http/cors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { PageEndpoint, ServiceOperation } from '../../http/page-endpoint.js';
import { errorReply, withHeaders } from '../../http/reply.js';
import type { RouteContext } from '../ask-endpoints.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { checkOrigin } from '../submit/allowed-origins.js';

/** What pages of other sites read of an ask, without any key; refusals are JSON there, and readable to those pages. */
export function embedEndpoint<Own>(
  path: string,
  told: ServiceOperation,
  find: (wireId: string) => Promise<StoredAsk<Own> | undefined>,
  { originsOf, ownOrigin }: RouteContext,
  handle: (exchange: HttpExchange, ask: StoredAsk<Own>) => Reply | Promise<Reply>,
): PageEndpoint {
  return {
    path,
    operation: told,
    options: () => ({ status: 204, headers: preflightHeaders('GET'), body: null }),
    onError: (error) => errorReply(error, corsHeaders),
    async get(exchange, { id = '' }) {
      const ask = await find(id);
      if (!ask) throw new AskwellError('not_found');
      const listed = ask.site === null ? [] : await originsOf(ask.site);
      const { allowed, cors } = checkOrigin(exchange, listed, ownOrigin);
      try {
        if (!allowed) throw new AskwellError('forbidden', 'This site shows nothing to pages of that origin.');
        return withHeaders(await handle(exchange, ask), cors);
      } catch (error) {
        if (error instanceof AskwellError && error.status < 500) return errorReply(error, cors);
        throw error;
      }
    },
  };
}
