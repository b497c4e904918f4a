import { AbandonedError, AskwellError, OverloadError } from '../base/errors.js';
import { nextTurn, type Party, turnForLongWork, turnForRequest } from '../base/event-loop.js';
import { describeError, type Logger } from '../base/logger.js';
import { StoreError } from '../db/store-error.js';
import { type HttpExchange, isStream, type PageReply, type Reply, type StreamedBody } from '../http/exchange.js';
import { largeBody } from '../http/limits.js';
import { allowedMethods, type PageEndpoint, servePage } from '../http/page-endpoint.js';
import { renderPage } from '../http/render-page.js';
import { errorReply, withHeaders } from '../http/reply.js';
import { type Match, Router } from '../http/router.js';
import { inTurns, isInTurns } from '../http/stream-turns.js';
import { requestId } from './headers/request-id.js';
import { responseHeaders } from './headers/response-headers.js';
import { isHealthPath } from './health-endpoints.js';
import type { ApiEndpoint } from './keyed-endpoint.js';
import type { Overload } from './overload/overload.js';
import { createOverloadLog } from './overload/refusal-log.js';
import { observeResponse, type RequestObserver } from './request-observer.js';
import { type ApiOptions, createApi } from './serve-api.js';

/** The endpoints of an instance, and the services that handle requests to them. */
export interface PipelineOptions {
  readonly api: ApiOptions;
  readonly apiEndpoints: readonly ApiEndpoint[];
  readonly pageEndpoints: readonly PageEndpoint[];
  /** Returns the error page for an error outside `/api/v1`. */
  readonly renderErrorPage: (error: AskwellError, exchange: HttpExchange) => PageReply;
  readonly overload: Overload;
  /** Returns the party to which the long work of a request counts. */
  readonly partyOf: (exchange: HttpExchange) => Party;
  readonly logger: Logger;
  /** The value of `Strict-Transport-Security` for pages. Undefined: pages do not have the header. */
  readonly strictTransport?: string | undefined;
  readonly observer?: RequestObserver | undefined;
}

/**
 * Decides when a request is handled: after earlier requests, immediately because it is a health check, or immediately to be
 * rejected. `counted`: the request is a part of another request, which was already counted for its account.
 */
export type Admission = 'queued' | 'immediate' | 'rejected' | 'counted';

/** The destination of a path: an endpoint of the API, a page, or nothing. */
export type Destination =
  | { readonly isApi: true; readonly match: Match<ApiEndpoint> | undefined }
  | { readonly isApi: false; readonly match: Match<PageEndpoint> | undefined };

/** Returns whether a path belongs to Askwell. A middleware passes other requests on to its host. */
export function isOwn({ isApi, match }: Destination): boolean {
  return isApi || match !== undefined;
}

/** Handles the requests that the adapters receive. Finds the endpoint of each request once, admits the request and handles it. */
export interface Pipeline {
  /** Returns the destination of a path. */
  find(path: string): Destination;
  /** Decides when a request is handled. Call it when the request arrives, before waiting for anything. */
  admit(exchange: HttpExchange, route: Destination): Admission;
  /** Returns the response to a request. Never rejects. */
  handle(exchange: HttpExchange, route: Destination, admission: Admission): Promise<Reply>;
}

const apiRoot = '/api/v1';

/** Creates the pipeline that routes requests to their endpoints and turns errors into responses. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { logger, renderErrorPage, overload, partyOf, strictTransport, observer } = options;
  const overloadLog = createOverloadLog(logger, options.api.clock);
  const api = new Router<ApiEndpoint>();
  for (const endpoint of options.apiEndpoints) api.add(endpoint.path, endpoint);
  const pages = new Router<PageEndpoint>();
  for (const endpoint of options.pageEndpoints) pages.add(endpoint.path, endpoint);
  const serveApi = createApi(options.api, toAskwellError);

  function toAskwellError(error: unknown, { method }: HttpExchange, id: string): AskwellError {
    const known = error instanceof AskwellError ? error : undefined;
    if (known && known.status < 500) return known;
    if (known instanceof OverloadError) {
      overloadLog.add(known.message);
      observer?.refused();
      return known;
    }
    // The store has logged the error, once for all requests.
    if (known?.cause instanceof StoreError) return known;
    const result = known ?? new AskwellError('internal');
    const details = { request_id: id, method, ...describeError(known?.cause ?? error) };
    if (result.code === 'unavailable') logger.warn(details, 'A request failed because a resource is unavailable.');
    else logger.error(details, 'A request failed.');
    return result;
  }

  async function servePages(
    exchange: HttpExchange,
    match: Match<PageEndpoint> | undefined,
    id: string,
    admission: Admission,
  ): Promise<Reply> {
    try {
      const overloadError = overloadErrorFor(admission, exchange.method, match?.target.isPublicPost === true);
      if (overloadError) throw overloadError;
      if (!match) throw new AskwellError('not_found');
      // A page with a large definition takes milliseconds. Probes are handled immediately, and answers of visitors come first.
      const isAnswer = match.target.isPublicPost && exchange.method === 'POST';
      const isLongWork = admission !== 'immediate' && !isAnswer && match.target.hasOwnTurns !== true;
      if (isLongWork) await turnForRequest(partyOf(exchange), exchange);
      return await renderPage(await servePage(match.target, exchange, match.params), () => nextTurnOf(exchange));
    } catch (cause) {
      const error = toAskwellError(cause, exchange, id);
      if (cause instanceof AbandonedError) return errorReply(error);
      const allow = match && error.code === 'method_not_allowed' ? ['allow', allowedMethods(match.target)] : [];
      const reply = match?.target.onError?.(error, exchange) ?? renderErrorPage(error, exchange);
      // An error is shown at once, also if it is that too much waits for its turn.
      return withHeaders(await renderPage(reply, () => undefined), allow);
    }
  }

  /** @throws AbandonedError if the client has disconnected. */
  function nextTurnOf(exchange: HttpExchange): Promise<void> | undefined {
    if (exchange.signal.aborted) throw new AbandonedError();
    return turnForLongWork(partyOf(exchange));
  }

  function serve(exchange: HttpExchange, route: Destination, admission: Admission, id: string): Promise<Reply> {
    const startedAt = observer?.started();
    const reply = serveRoute(exchange, route, admission, id);
    if (!observer || startedAt === undefined) return reply;
    return observeResponse(observer, startedAt, exchange.method, route.match?.target.path, reply);
  }

  function serveRoute(
    exchange: HttpExchange,
    { isApi, match }: Destination,
    admission: Admission,
    id: string,
  ): Promise<Reply> {
    if (!isApi) return servePages(exchange, match, id, admission);
    const overloadError = overloadErrorFor(admission, exchange.method, match?.target.publicOperation !== undefined);
    return serveApi(exchange, match, id, { overloadError, isCounted: admission === 'counted' });
  }

  function headersOf({ isApi }: Destination, id: string): string[] {
    return responseHeaders(id, isApi ? undefined : strictTransport);
  }

  /** Other requests may have filled the queue of writes since a request was admitted. */
  function overloadErrorFor(admission: Admission, method: string, isPublic: boolean): AskwellError | undefined {
    const isRejected = admission === 'rejected' || (isPublic && method === 'POST' && overload.isFull());
    return isRejected ? overload.error : undefined;
  }

  return {
    find: (path) =>
      isApiPath(path) ? { isApi: true, match: api.match(path) } : { isApi: false, match: pages.match(path) },

    admit({ method, path }, { isApi, match }) {
      if (isHealthPath(path)) return 'immediate';
      if (!overload.isOverloaded() || method !== 'POST') return 'queued';
      const isPublic = isApi ? match?.target.publicOperation : match?.target.isPublicPost;
      return isPublic ? 'rejected' : 'queued';
    },

    async handle(exchange, route, admission) {
      const id = requestId(exchange.header('x-request-id'));
      try {
        const served = await serve(exchange, route, admission, id);
        // Adds the headers afterwards, because each garbage collection copies the memory that a waiting request keeps.
        const reply = withHeaders(served, headersOf(route, id));
        if (isStream(reply.body)) return { ...reply, body: streamInTurns(reply.body, partyOf(exchange)) };
        // Encoding a large text takes milliseconds, in addition to making it.
        if (typeof reply.body === 'string' && reply.body.length > largeBody) await nextTurn(partyOf(exchange));
        return reply;
      } catch (error) {
        return errorReply(toAskwellError(error, exchange, id), headersOf(route, id));
      }
    },
  };
}

function streamInTurns(stream: StreamedBody, party: Party): StreamedBody {
  return isInTurns(stream) ? stream : inTurns(stream, () => turnForLongWork(party));
}

function isApiPath(path: string): boolean {
  return path === apiRoot || path.startsWith(`${apiRoot}/`);
}
