import type { Pipeline } from '../api/request-pipeline.js';
import type { Services } from '../assemble-services.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { describeError } from '../logger.js';
import { samplePath } from './sample-poll.js';
import { buildSampleServices, type SampleServices } from './sample-services.js';
import { stripPrefix } from './strip-prefix.js';

export interface SampleOptions {
  /** After so many posts all of it begins anew: what visitors send must not fill the memory. */
  readonly maxPosts?: number;
}

/** A vote takes a tenth of it. */
const largestBody = 1024;

/** The poll that visitors of the landing page try, counted in memory and made when it is first asked for. */
export interface Sample {
  /** Serves what is the sample's, and leaves the rest to the pipeline. */
  before(pipeline: Pipeline): Pipeline;
  /** Ends all streams, and opens none any more. */
  drain(): void;
  close(): Promise<void>;
}

export function createSample(services: Services, { maxPosts = 5_000 }: SampleOptions = {}): Sample {
  let current: SampleServices | undefined;
  /** Requests that are being answered. */
  const visits = new Set<Promise<Reply>>();
  let posts = 0;
  let isDraining = false;
  let isOver = false;
  let gone: Promise<void> = Promise.resolve();

  function report(error: unknown): void {
    services.logger.error(describeError(error), 'The sample poll of the landing page failed.');
  }

  function open(): SampleServices {
    if (current) return current;
    current = buildSampleServices(services);
    current.ready.catch(report);
    if (isDraining) current.drain();
    return current;
  }

  /** Makes room for another; this one closes when all who are at it have been answered. */
  function leave(): void {
    const left = current;
    posts = 0;
    current = undefined;
    if (!left) return;
    left.drain();
    const closed = Promise.allSettled(visits).then(left.close).catch(report);
    gone = Promise.all([gone, closed]).then(() => {});
  }

  function serve(exchange: HttpExchange): Promise<Reply> {
    const visit = answer(exchange);
    visits.add(visit);
    return visit.finally(() => visits.delete(visit));
  }

  async function answer(exchange: HttpExchange): Promise<Reply> {
    const { pipeline, ready } = open();
    // Without its poll it answers all the same, that there is none.
    await ready.catch(() => {});
    const reply = await pipeline.handle(stripPrefix(exchange, samplePath, largestBody), 'queued');
    const isCounted = reply.headers.includes('ratelimit') && reply.status !== 429;
    if (isCounted && ++posts >= maxPosts) leave();
    return reply;
  }

  const isHere = (path: string) => !isOver && path.startsWith(`${samplePath}/`);

  return {
    before: (pipeline) => ({
      owns: (path) => (isHere(path) ? open().pipeline.owns(path.slice(samplePath.length)) : pipeline.owns(path)),
      admit: (exchange) => (isHere(exchange.path) ? 'queued' : pipeline.admit(exchange)),
      handle: (exchange, admission) => (isHere(exchange.path) ? serve(exchange) : pipeline.handle(exchange, admission)),
    }),
    drain() {
      isDraining = true;
      current?.drain();
    },
    async close() {
      isOver = true;
      leave();
      await gone;
    },
  };
}
