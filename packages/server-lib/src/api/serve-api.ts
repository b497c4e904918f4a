import type { Caller } from '../access/authenticate-key.js';
import { AskwellError } from '../errors.js';
import { corsHeaders, preflightHeaders } from '../http/cors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { errorReply, unauthorized, withHeaders } from '../http/reply.js';
import type { Match } from '../http/router.js';
import type { AccountLimiter } from '../limiter/account-limiter.js';
import { type Limiter, rateLimitHeaders } from '../limiter/limiter.js';
import type { ApiEndpoint, CorsState, KeyedContext, PublicHandler } from './keyed-endpoint.js';

/** The id of the ask that a post went to, and the seconds after which a repeat makes sense. */
export interface RejectedSubmission {
  readonly ask: string;
  readonly retryAfter: number | undefined;
}

/** Undefined where no page is wanted. */
export type SubmissionErrorRenderer = (
  error: AskwellError,
  exchange: HttpExchange,
  refused: RejectedSubmission,
) => Promise<Reply | undefined>;

export interface ApiOptions extends KeyedContext {
  readonly authenticate: (key: string | undefined) => Promise<Caller | null>;
  /** Counts the public operations. */
  readonly limiter: Limiter;
  /** Counts what comes with a key. */
  readonly accountLimiter: AccountLimiter;
  /** A refusal as a page, where a browser's own form post wants one. */
  readonly renderSubmissionError?: SubmissionErrorRenderer;
  /** The client's address, behind whatever proxies are trusted. */
  readonly addressOf: (exchange: HttpExchange) => string | undefined;
}

/** Makes a refusal of any failure, and reports what an operator should know; `id` is the request's. */
export type ToErrorResponse = (error: unknown, exchange: HttpExchange, id: string) => AskwellError;

/**
 * Answers a request under `/api/v1`; whatever it throws becomes a refusal. With `overloaded`, a public operation is counted
 * and refused.
 */
export type ServeApi = (
  exchange: HttpExchange,
  match: Match<ApiEndpoint> | undefined,
  id: string,
  overloaded?: AskwellError,
) => Promise<Reply>;

/** Serves everything under `/api/v1`: first the three operations that need no key, then whatever a key opens. */
export function createApi(
  { authenticate, limiter, accountLimiter, addressOf, renderSubmissionError, ...context }: ApiOptions,
  toRefusal: ToErrorResponse,
): ServeApi {
  async function serveVisitor(
    exchange: HttpExchange,
    { params }: Match<ApiEndpoint>,
    open: PublicHandler,
    id: string,
    overloaded: AskwellError | undefined,
  ): Promise<Reply> {
    // A browser shows its page no reply without these, whatever the reply is.
    const telling: CorsState = { cors: corsHeaders };
    let limits: readonly string[] = [];
    let refusal: AskwellError;
    let wait: number | undefined;
    try {
      const decision = await limiter.take(addressOf(exchange));
      limits = rateLimitHeaders(decision, limiter.policy);
      if (decision.admitted && overloaded) throw overloaded;
      if (decision.admitted) return withHeaders(await open(exchange, params, telling), telling.cors.concat(limits));
      refusal = new AskwellError('rate_limited');
      wait = decision.retryAfterSeconds;
    } catch (error) {
      refusal = toRefusal(error, exchange, id);
      wait = refusal.retryAfter;
    }
    const page = await renderSubmissionError?.(refusal, exchange, { ask: params['id'] ?? '', retryAfter: wait });
    return withHeaders(page ?? errorReply(refusal), telling.cors.concat(limits));
  }

  async function serveKeyed(exchange: HttpExchange, match: Match<ApiEndpoint> | undefined, id: string): Promise<Reply> {
    const caller = await authenticate(exchange.header('x-api-key'));
    if (!caller) return unauthorized;
    const decision = accountLimiter.take(caller.scope.account);
    const limits = accountLimiter.headers(decision);
    try {
      if (!decision.admitted) {
        throw new AskwellError('rate_limited', undefined, { retryAfter: decision.retryAfterSeconds });
      }
      if (!match) throw new AskwellError('not_found');
      return withHeaders(await match.target.serve(exchange, caller, match.params, context), limits);
    } catch (error) {
      return errorReply(toRefusal(error, exchange, id), limits);
    }
  }

  return (exchange, match, id, overloaded) => {
    const open = match?.target.publicOperation?.handle;
    if (match && open && exchange.method === 'POST') return serveVisitor(exchange, match, open, id, overloaded);
    return open && exchange.method === 'OPTIONS' ? preflight : serveKeyed(exchange, match, id);
  };
}

const preflight = Promise.resolve<Reply>({ status: 204, headers: preflightHeaders('POST'), body: null });
