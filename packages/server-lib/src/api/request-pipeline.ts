import { AskwellError, OverloadError } from '../errors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { allowedMethods, type PageEndpoint, servePage } from '../http/page-endpoint.js';
import { errorReply, withHeaders } from '../http/reply.js';
import { requestId } from '../http/request-id.js';
import { type Match, Router } from '../http/router.js';
import { describeError, type Logger } from '../logger.js';
import type { ApiEndpoint } from './keyed-endpoint.js';
import type { Overload } from './overload.js';
import { createOverloadLog } from './refusal-log.js';
import { type ApiOptions, createApi } from './serve-api.js';

export interface PipelineOptions {
  readonly api: ApiOptions;
  readonly apiEndpoints: readonly ApiEndpoint[];
  readonly pageEndpoints: readonly PageEndpoint[];
  /** A refusal outside the API, as a page. */
  readonly renderErrorPage: (error: AskwellError, exchange: HttpExchange) => Reply;
  readonly overload: Overload;
  readonly logger: Logger;
  /** Whether browsers reach Askwell by https. */
  readonly isSecure?: boolean;
}

/**
 * How a request is taken as it arrives: in turn with the others, at once because it tells whether the process is alive, or
 * at once to be refused.
 */
export type Admission = 'in turn' | 'at once' | 'refused';

/** What the adapters hand requests to. */
export interface Pipeline {
  /** Whether a path is Askwell's; a middleware leaves others to its host. */
  owns(path: string): boolean;
  /** Decides how a request is taken. To be called as it arrives, before it waits for anything. */
  admit(exchange: HttpExchange): Admission;
  /** Answers a request, whatever happens. */
  handle(exchange: HttpExchange, admission: Admission): Promise<Reply>;
}

const apiRoot = '/api/v1';

/** Browsers that came by https once never come by http again, for a year: nobody on the way can turn them there. */
const strictTransport = ['strict-transport-security', 'max-age=31536000'];

export function createPipeline(options: PipelineOptions): Pipeline {
  const { logger, renderErrorPage, overload, isSecure = false } = options;
  const refusals = createOverloadLog(logger);
  const api = new Router<ApiEndpoint>();
  for (const endpoint of options.apiEndpoints) api.add(endpoint.path, endpoint);
  const pages = new Router<PageEndpoint>();
  for (const endpoint of options.pageEndpoints) pages.add(endpoint.path, endpoint);
  const serveApi = createApi(options.api, toRefusal);

  function toRefusal(error: unknown, { method }: HttpExchange, id: string): AskwellError {
    const known = error instanceof AskwellError ? error : undefined;
    if (known && known.status < 500) return known;
    const refusal = known ?? new AskwellError(isAway(error) ? 'unavailable' : 'internal');
    if (known instanceof OverloadError) {
      refusals.add(known.message);
      return known;
    }
    const details = { request_id: id, method, ...describeError(known?.cause ?? error) };
    if (refusal.code === 'unavailable')
      logger.warn(details, 'A request was refused because what it needs is away or busy.');
    else logger.error(details, 'A request failed.');
    return refusal;
  }

  async function servePages(
    exchange: HttpExchange,
    match: Match<PageEndpoint> | undefined,
    id: string,
  ): Promise<Reply> {
    try {
      if (!match) throw new AskwellError('not_found');
      return await servePage(match.target, exchange, match.params);
    } catch (error) {
      const refusal = toRefusal(error, exchange, id);
      const allow = match && refusal.code === 'method_not_allowed' ? ['allow', allowedMethods(match.target)] : [];
      const told = match?.target.onError?.(refusal, exchange) ?? renderErrorPage(refusal, exchange);
      return withHeaders(told, allow);
    }
  }

  function serve(exchange: HttpExchange, admission: Admission, id: string): Promise<Reply> {
    const { path } = exchange;
    if (!isApi(path)) return servePages(exchange, pages.match(path), id);
    return serveApi(exchange, api.match(path), id, admission === 'refused' ? overload.error : undefined);
  }

  return {
    owns: (path) => isApi(path) || pages.match(path) !== undefined,

    admit({ method, path }) {
      if (path === '/healthz') return 'at once';
      if (!overload.isOverloaded() || method !== 'POST') return 'in turn';
      return isApi(path) && api.match(path)?.target.publicOperation ? 'refused' : 'in turn';
    },

    async handle(exchange, admission) {
      const id = requestId(exchange.header('x-request-id'));
      const everywhere = ['x-request-id', id, 'x-content-type-options', 'nosniff'];
      const always = isSecure && !isApi(exchange.path) ? [...everywhere, ...strictTransport] : everywhere;
      try {
        return withHeaders(await serve(exchange, admission, id), always);
      } catch (error) {
        return errorReply(toRefusal(error, exchange, id), always);
      }
    },
  };
}

function isApi(path: string): boolean {
  return path === apiRoot || path.startsWith(`${apiRoot}/`);
}

/** Failures of a database that could not be opened at all. */
function isAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreError';
}
