import type { Caller } from '../auth/authenticate.js';
import { AskwellError } from '../errors.js';
import { type Limiter, rateLimitHeaders } from '../limiter/limiter.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import type { Exchange, Reply } from './exchange.js';
import type { ApiEndpoint, KeyedContext, OpenHandler } from './keyed.js';
import { errorReply, unauthorized, withHeaders } from './reply.js';
import type { Match } from './router.js';

export interface ApiOptions extends KeyedContext {
  readonly authenticate: (key: string | undefined) => Promise<Caller | null>;
  readonly limiter: Limiter;
  /** The client's address, behind whatever proxies are trusted. */
  readonly addressOf: (exchange: Exchange) => string | undefined;
  /** Makes a refusal of any failure, and reports what an operator should know. */
  readonly toRefusal: (error: unknown, exchange: Exchange) => AskwellError;
}

/** Serves everything under `/api/v1`: first the three operations that need no key, then whatever a key opens. */
export function createApi({ authenticate, limiter, addressOf, toRefusal, ...context }: ApiOptions) {
  async function serveVisitor(exchange: Exchange, match: Match<ApiEndpoint>, open: OpenHandler): Promise<Reply> {
    if (exchange.method === 'OPTIONS') return { status: 204, headers: preflightHeaders('POST'), body: null };
    const decision = await limiter.take(addressOf(exchange));
    const limits = rateLimitHeaders(decision, limiter.policy);
    if (!decision.admitted) return errorReply(new AskwellError('rate_limited'), [...corsHeaders, ...limits]);
    let cors: readonly string[] = corsHeaders;
    try {
      const call = await open(exchange, match.params);
      cors = call.cors;
      return withHeaders(await call.run(), [...cors, ...limits]);
    } catch (error) {
      return errorReply(toRefusal(error, exchange), [...cors, ...limits]);
    }
  }

  return async (exchange: Exchange, match: Match<ApiEndpoint> | undefined): Promise<Reply> => {
    const open = match?.target.open;
    if (match && open && (exchange.method === 'POST' || exchange.method === 'OPTIONS')) {
      return serveVisitor(exchange, match, open);
    }
    const caller = await authenticate(exchange.header('x-api-key'));
    if (!caller) return unauthorized;
    if (!match) throw new AskwellError('not_found');
    return match.target.serve(exchange, caller, match.params, context);
  };
}
