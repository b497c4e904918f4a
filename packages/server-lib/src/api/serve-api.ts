import { AskwellError } from '../base/errors.js';
import type { Decision } from '../db/windows/sliding-window.js';
import { corsHeaders } from '../http/cors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import type { AccountLimiter } from '../http/limits/account-limiter.js';
import { type AddressLimiter, rateLimitHeaders } from '../http/limits/limiter.js';
import { errorReply, unauthorized, withHeaders } from '../http/reply.js';
import type { Match } from '../http/router.js';
import type { Caller } from '../owners/keys/authenticate-key.js';
import type { KeyRequest } from '../owners/keys/key-use.js';
import type { ApiEndpoint, CorsState, KeyedContext, PublicHandler } from './keyed-endpoint.js';
import { loggedPath, type RequestLog } from './request-log.js';

/** The ID of the ask that a submission was for, and the number of seconds after which to try again. */
export interface RejectedSubmission {
  readonly ask: string;
  readonly retryAfter: number | undefined;
}

/** Returns an error page, or undefined if the client did not request a page. */
export type SubmissionErrorRenderer = (
  error: AskwellError,
  exchange: HttpExchange,
  submission: RejectedSubmission,
) => Promise<Reply | undefined>;

export interface ApiOptions extends KeyedContext {
  readonly authenticate: (key: string | undefined, request: KeyRequest) => Promise<Caller | null>;
  /** Limits the public operations. */
  readonly limiter: AddressLimiter;
  /** Limits the requests with a key. */
  readonly accountLimiter: AccountLimiter;
  /** Keeps the latest requests with a key for their owner. */
  readonly requestLog: RequestLog;
  /** Renders the error of a form that a browser sent. */
  readonly renderSubmissionError?: SubmissionErrorRenderer;
  /** Returns the address of the client, behind trusted proxies. */
  readonly addressOf: (exchange: HttpExchange) => string | undefined;
}

/** Converts a thrown value to an AskwellError, and logs it if it matters to the operator. */
export type ToAskwellError = (error: unknown, exchange: HttpExchange, requestId: string) => AskwellError;

/** The decisions about a request before it is handled. */
export interface ApiAdmission {
  /** Rejects the request after it was counted. */
  readonly overloadError: AskwellError | undefined;
  /** Whether the request was counted for its account already. */
  readonly isCounted: boolean;
}

/** Handles a request under `/api/v1`. Errors become error responses. */
export type ServeApi = (
  exchange: HttpExchange,
  match: Match<ApiEndpoint> | undefined,
  requestId: string,
  admission: ApiAdmission,
) => Promise<Reply>;

/** Creates the handler of everything under `/api/v1`: the public operations, and the operations with a key. */
export function createApi(
  { authenticate, limiter, accountLimiter, addressOf, requestLog, renderSubmissionError, ...context }: ApiOptions,
  toAskwellError: ToAskwellError,
): ServeApi {
  async function servePublic(
    exchange: HttpExchange,
    { params }: Match<ApiEndpoint>,
    handle: PublicHandler,
    requestId: string,
    overloadError: AskwellError | undefined,
  ): Promise<Reply> {
    // Browsers hide a response without CORS headers from the page, for any status.
    const corsState: CorsState = { cors: corsHeaders };
    let decision: Decision | undefined;
    let error: AskwellError;
    let retryAfter: number | undefined;
    try {
      const taken = limiter.take(addressOf(exchange));
      // Avoids unnecessary awaits here and in the handlers of answers: a request that waits for its commit keeps each async
      // function that awaits the next one in memory, and each garbage collection copies them.
      decision = taken instanceof Promise ? await taken : taken;
      if (decision.admitted) {
        if (overloadError) throw overloadError;
        const reply = await handle(exchange, params, corsState);
        // Creates the headers only after the answer was recorded, because a waiting request should use little memory.
        return withHeaders(reply, corsState.cors, rateLimitHeaders(decision, limiter.policy));
      }
      error = new AskwellError('rate_limited');
      retryAfter = decision.retryAfterSeconds;
    } catch (cause) {
      error = toAskwellError(cause, exchange, requestId);
      retryAfter = error.retryAfter;
    }
    const page = await renderSubmissionError?.(error, exchange, { ask: params['id'] ?? '', retryAfter });
    return withHeaders(
      page ?? errorReply(error),
      corsState.cors,
      decision && rateLimitHeaders(decision, limiter.policy),
    );
  }

  async function serveKeyed(
    exchange: HttpExchange,
    match: Match<ApiEndpoint> | undefined,
    requestId: string,
    admission: ApiAdmission,
  ): Promise<Reply> {
    const at = context.clock.now();
    const start = context.clock.elapsed();
    const caller = await authenticate(exchange.header('x-api-key'), {
      method: exchange.method,
      path: match?.target.path,
      userAgent: exchange.header('user-agent'),
    });
    if (!caller) return unauthorized;
    exchange.account = caller.scope.account;
    const reply = await serveCaller(caller, exchange, match, requestId, admission);
    requestLog.record(caller.scope.account, {
      id: requestId,
      at,
      method: exchange.method,
      path: loggedPath(exchange.path),
      status: reply.status,
      duration: context.clock.elapsed() - start,
      key: caller.key.name,
    });
    return reply;
  }

  async function serveCaller(
    caller: Caller,
    exchange: HttpExchange,
    match: Match<ApiEndpoint> | undefined,
    requestId: string,
    { overloadError, isCounted }: ApiAdmission,
  ): Promise<Reply> {
    let limitHeaders: readonly string[] = [];
    try {
      if (!isCounted) {
        const taken = accountLimiter.take(caller.scope.account);
        // Most limiters count in memory. Without an await, a request needs no additional turn.
        const decision = taken instanceof Promise ? await taken : taken;
        limitHeaders = accountLimiter.headers(decision);
        if (!decision.admitted) {
          throw new AskwellError('rate_limited', undefined, { retryAfter: decision.retryAfterSeconds });
        }
      }
      if (overloadError) throw overloadError;
      if (!match) throw new AskwellError('not_found');
      return withHeaders(await match.target.serve(exchange, caller, match.params, context), limitHeaders);
    } catch (error) {
      return errorReply(toAskwellError(error, exchange, requestId), limitHeaders);
    }
  }

  return (exchange, match, requestId, admission) => {
    const operation = match?.target.publicOperation;
    if (match && operation && exchange.method === 'POST') {
      return servePublic(exchange, match, operation.handle, requestId, admission.overloadError);
    }
    if (match && operation && exchange.method === 'OPTIONS') return operation.preflight(exchange, match.params);
    return serveKeyed(exchange, match, requestId, admission);
  };
}
