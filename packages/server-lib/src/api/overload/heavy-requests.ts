import type { Clock, Timer } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { turnForLongWork, turnForRequest } from '../../base/event-loop.js';
import { type HttpExchange, isStream, type PageReply, type StreamedBody } from '../../http/exchange.js';
import type { StreamInTurns } from '../../http/stream-turns.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { AccountQueues, type Release } from './account-queue.js';
import { exportStallLimit, maxOpenExports, maxWaitingRequests } from './limits.js';

/** The number of seconds after which a refused request may be repeated. */
const retryAfter = 30;

/** Counts the open exports of each account. An export that its client does not read uses memory, but holds no lock. */
class OpenExports {
  readonly #counts = new Map<number, number>();

  constructor(private readonly max: number) {}

  /**
   * Adds an export of an account. Returns the function that removes it.
   *
   * @throws AskwellError with the code `rate_limited` if the account has too many open exports.
   */
  add(account: number): Release {
    const count = this.#counts.get(account) ?? 0;
    if (count >= this.max) throw tooManyError(this.max);
    this.#counts.set(account, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#remove(account);
      isOpen = false;
    };
  }

  #remove(account: number): void {
    const left = (this.#counts.get(account) ?? 1) - 1;
    if (left > 0) this.#counts.set(account, left);
    else this.#counts.delete(account);
  }
}

/** The weight of a request. A `job` does its work before it responds, an `export` while its response is read. */
export type RequestWeight = 'light' | 'job' | 'export';

/** Returns the weight of reading a list: a page is light, unless the query searches for a text. */
export function listWeight({ format = 'json', q = '' }: UrlencodedFields): RequestWeight {
  if (format !== 'json') return 'export';
  return q === '' ? 'light' : 'job';
}

type Client = Pick<HttpExchange, 'method' | 'signal'>;

/** Runs the heavy requests of each account one at a time. */
export type HeavyRequests = ReturnType<typeof createHeavyRequests>;

export function createHeavyRequests(clock: Clock) {
  const jobs = new AccountQueues(maxWaitingRequests);
  // A client may read an export slowly. Jobs wait for one chunk, not for the whole export.
  const exports = new AccountQueues(maxWaitingRequests);
  const open = new OpenExports(maxOpenExports);

  /** Runs work with the lock for jobs of its account. */
  async function runLocked<Result>(
    lock: Promise<Release>,
    turn: () => Promise<void> | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const release = await lock;
    try {
      await turn();
      return await work();
    } finally {
      release();
    }
  }

  async function runExport<Sent extends PageReply>(
    account: number,
    { method, signal }: Client,
    serve: () => Promise<Sent>,
  ): Promise<Sent> {
    const release = await exports.acquire(account, signal);
    let close = () => {};
    try {
      close = open.add(account);
      const reply = await serve();
      if (method === 'HEAD' || !isStream(reply.body)) {
        close();
        release();
        return reply;
      }
      const body = streamLocked(reply.body, {
        runAsJob: (work) => {
          const lock = jobs.acquire(account, signal, Number.POSITIVE_INFINITY);
          return runLocked(lock, () => turnForLongWork(account), work);
        },
        release,
        close,
        signal,
        clock,
      });
      return { ...reply, body };
    } catch (error) {
      close();
      release();
      throw error;
    }
  }

  return {
    /**
     * Serves a request once its account has no other heavy request. A waiting request ends when its client disconnects.
     *
     * @param waiting The number of waiting jobs of the account at which this job is rejected.
     */
    run<Sent extends PageReply>(
      weight: RequestWeight,
      account: number,
      client: Client,
      serve: () => Promise<Sent>,
      waiting = maxWaitingRequests,
    ): Promise<Sent> {
      if (weight === 'light') return serve();
      if (weight === 'export') return runExport(account, client, serve);
      const lock = jobs.acquire(account, client.signal, waiting);
      return runLocked(lock, () => turnForRequest(account, client), serve);
    },
  };
}

interface StreamOptions {
  /** Runs work while no job of the account runs. */
  readonly runAsJob: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Lets the next export of the account start. */
  readonly release: Release;
  /** Ends the export, which uses memory until then. */
  readonly close: Release;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Produces each chunk of a stream as a job, and releases the lock of the export after the last one. */
function streamLocked(
  stream: StreamedBody,
  { runAsJob, release, close, signal, clock }: StreamOptions,
): StreamInTurns<string | Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  let stallTimer: Timer | undefined;

  function end(): void {
    stallTimer?.cancel();
    signal.removeEventListener('abort', end);
    close();
    release();
  }

  /** Releases the lock if the client stops reading. The client can still read the rest later. */
  function watch(): void {
    stallTimer?.cancel();
    stallTimer = clock.setTimeout(release, exportStallLimit);
  }

  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  else watch();

  return {
    isInTurns: true,
    [Symbol.asyncIterator]: () => ({
      async next() {
        stallTimer?.cancel();
        try {
          const chunk = await runAsJob(() => chunks.next());
          if (chunk.done) end();
          else watch();
          return chunk;
        } catch (error) {
          end();
          throw error;
        }
      },
      async return() {
        end();
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}

function tooManyError(max: number): AskwellError {
  const message = `The clients of ${max} exports of this account have stopped reading. Read or close one of them.`;
  return new AskwellError('rate_limited', message, { retryAfter });
}
