import type { Pipeline } from '../../api/request-pipeline.js';
import { describeError } from '../../base/logger.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { Services } from '../../instance/assemble-services.js';
import { samplePath } from './sample-poll.js';
import { buildSampleServices, type SampleServices } from './sample-services.js';

/** The options of {@link createSample}. */
export interface SampleOptions {
  /** The number of POST requests after which the sample is reset, so that it does not fill the memory. */
  readonly maxPosts?: number;
}

/** The maximum size of a request. A vote has about a tenth of it. */
const maxBodyBytes = 1024;

/** The sample poll of the landing page. It is kept in memory and created by the first request to it. */
export interface Sample {
  /** Returns a pipeline that serves the sample and passes all other requests on. */
  before(pipeline: Pipeline): Pipeline;
  /** Ends all streams and opens no more. */
  drain(): void;
  close(): Promise<void>;
}

/** Creates the sample poll. */
export function createSample(services: Services, { maxPosts = 5_000 }: SampleOptions = {}): Sample {
  let current: SampleServices | undefined;
  /** The requests in progress. */
  const requests = new Set<Promise<Reply>>();
  let posts = 0;
  let isDraining = false;
  let isClosed = false;
  /** Settles when all earlier instances are closed. */
  let allClosed: Promise<void> = Promise.resolve();

  function report(error: unknown): void {
    services.logger.error(describeError(error), 'The sample poll of the landing page failed.');
  }

  /** Returns the current instance. Creates it if necessary. */
  function open(): SampleServices {
    if (current) return current;
    current = buildSampleServices(services);
    current.ready.catch(report);
    if (isDraining) current.drain();
    return current;
  }

  /** Discards the current instance. It is closed after the requests in progress. */
  function discard(): void {
    const discarded = current;
    posts = 0;
    current = undefined;
    if (!discarded) return;
    discarded.drain();
    const closed = Promise.allSettled(requests).then(discarded.close).catch(report);
    allClosed = Promise.all([allClosed, closed]).then(() => {});
  }

  function serve(exchange: HttpExchange): Promise<Reply> {
    const request = answer(exchange);
    requests.add(request);
    return request.finally(() => requests.delete(request));
  }

  async function answer(exchange: HttpExchange): Promise<Reply> {
    const { pipeline, ready } = open();
    // If creating the poll failed, the pipeline answers 404.
    await ready.catch(() => {});
    const inner = stripPrefix(exchange, samplePath, maxBodyBytes);
    const reply = await pipeline.handle(inner, pipeline.find(inner.path), 'queued');
    const isCounted = reply.headers.includes('ratelimit') && reply.status !== 429;
    if (isCounted && ++posts >= maxPosts) discard();
    return reply;
  }

  const isSample = (path: string) => !isClosed && (path === samplePath || path.startsWith(`${samplePath}/`));

  return {
    before: (pipeline) => ({
      // The pipeline of the sample may be another one when the request is handled.
      find: (path) => (isSample(path) ? open().pipeline.find(pathWithin(path, samplePath)) : pipeline.find(path)),
      admit: (exchange, route) => (isSample(exchange.path) ? 'queued' : pipeline.admit(exchange, route)),
      handle: (exchange, route, admission) =>
        isSample(exchange.path) ? serve(exchange) : pipeline.handle(exchange, route, admission),
    }),
    drain() {
      isDraining = true;
      current?.drain();
    },
    async close() {
      isClosed = true;
      discard();
      await allClosed;
    },
  };
}

/** Returns a request with a prefix moved from its path to its base path, and with a limit for its body. */
function stripPrefix(exchange: HttpExchange, prefix: string, maxBodyBytes: number): HttpExchange {
  const { method, path, query, base, address, raw, user } = exchange;
  return {
    method,
    path: pathWithin(path, prefix),
    query,
    base: base + prefix,
    address,
    raw,
    user,
    get signal() {
      return exchange.signal;
    },
    header: (name) => exchange.header(name),
    headers: () => exchange.headers(),
    body: (limit) => exchange.body(Math.min(limit, maxBodyBytes)),
    bodyStream: (limit) => exchange.bodyStream(Math.min(limit, maxBodyBytes)),
  };
}

/** Returns the rest of a path that starts with a prefix. */
function pathWithin(path: string, prefix: string): string {
  return path.slice(prefix.length) || '/';
}
