import type { Caller } from '../auth/authenticate.js';
import { AskwellError } from '../errors.js';
import { type Limiter, rateLimitHeaders } from '../limiter/limiter.js';
import type { Decision } from '../limiter/window.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import type { Exchange, Reply } from './exchange.js';
import type { ApiEndpoint, KeyedContext, OpenCall, OpenHandler } from './keyed.js';
import { errorReply, unauthorized, withHeaders } from './reply.js';
import type { Match } from './router.js';

/** The id of the ask that a post went to, and the seconds after which a repeat makes sense. */
export interface RefusedPost {
  readonly ask: string;
  readonly wait: number | undefined;
}

/** Undefined where no page is wanted. */
export type RefuseByPage = (
  error: AskwellError,
  exchange: Exchange,
  refused: RefusedPost,
) => Promise<Reply | undefined>;

export interface ApiOptions extends KeyedContext {
  readonly authenticate: (key: string | undefined) => Promise<Caller | null>;
  readonly limiter: Limiter;
  /** A refusal as a page, where a browser's own form post wants one. */
  readonly refuseByPage?: RefuseByPage;
  /** The client's address, behind whatever proxies are trusted. */
  readonly addressOf: (exchange: Exchange) => string | undefined;
}

/** Makes a refusal of any failure, and reports what an operator should know. */
export type ToRefusal = (error: unknown) => AskwellError;

/** Serves everything under `/api/v1`: first the three operations that need no key, then whatever a key opens. */
export function createApi({ authenticate, limiter, addressOf, refuseByPage, ...context }: ApiOptions) {
  async function serveVisitor(
    exchange: Exchange,
    match: Match<ApiEndpoint>,
    open: OpenHandler,
    toRefusal: ToRefusal,
  ): Promise<Reply> {
    if (exchange.method === 'OPTIONS') return { status: 204, headers: preflightHeaders('POST'), body: null };
    const limits: string[] = [];
    let call: OpenCall | undefined;
    const headers = () => [...(call?.cors ?? corsHeaders), ...limits];
    const refuse = async (error: AskwellError, wait = error.retryAfter): Promise<Reply> => {
      const page = await refuseByPage?.(error, exchange, { ask: match.params['id'] ?? '', wait });
      return page ? withHeaders(page, headers()) : errorReply(error, headers());
    };
    try {
      const decision = await admission(exchange);
      limits.push(...rateLimitHeaders(decision, limiter.policy));
      if (!decision.admitted) return await refuse(new AskwellError('rate_limited'), decision.retryAfterSeconds);
      call = await open(exchange, match.params);
      return withHeaders(await call.run(), headers());
    } catch (error) {
      // A browser shows its page no reply without these headers, whatever the reply is.
      return refuse(toRefusal(error));
    }
  }

  /** Where the count is out of reach nobody is admitted: a limit that fails open is none. */
  async function admission(exchange: Exchange): Promise<Decision> {
    try {
      return await limiter.take(addressOf(exchange));
    } catch (cause) {
      throw new AskwellError('unavailable', undefined, { cause });
    }
  }

  return async (exchange: Exchange, match: Match<ApiEndpoint> | undefined, toRefusal: ToRefusal): Promise<Reply> => {
    const open = match?.target.open?.handle;
    if (match && open && (exchange.method === 'POST' || exchange.method === 'OPTIONS')) {
      return serveVisitor(exchange, match, open, toRefusal);
    }
    const caller = await authenticate(exchange.header('x-api-key'));
    if (!caller) return unauthorized;
    if (!match) throw new AskwellError('not_found');
    return match.target.serve(exchange, caller, match.params, context);
  };
}
