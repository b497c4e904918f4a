import type { HttpExchange, Reply } from '../http/exchange.js';
import { setTimeout } from '../timers.js';
import { AccountQueues, type Release } from './account-queue.js';

/** Heavy requests of one account that may wait. */
const mostWaiting = 100;

/** Milliseconds that an export may be left unread and keep others of its account waiting. */
const mostUnread = 10_000;

/** Bodies of more bytes make a request heavy: they are parsed, compared and written. */
export const heavyBodySize = 64 * 1024;

/** How heavy a request is: `job` does its work before it is answered, `export` while its reply is read. */
export type RequestWeight = 'light' | 'job' | 'export';

/** The part of a request that its turn depends on. */
type Sender = Pick<HttpExchange, 'method' | 'signal'>;

/** Runs the heavy requests of each account one at a time. */
export type HeavyRequests = ReturnType<typeof createHeavyRequests>;

export function createHeavyRequests(unreadFor = mostUnread) {
  const jobs = new AccountQueues(mostWaiting);
  // An export may be read slowly: jobs wait for one slice of it, not for all of it.
  const exports = new AccountQueues(mostWaiting);

  async function inTurn<Result>(turn: Promise<Release>, work: () => Promise<Result>): Promise<Result> {
    const endTurn = await turn;
    try {
      return await work();
    } finally {
      endTurn();
    }
  }

  async function runExport(account: number, { method, signal }: Sender, serve: () => Promise<Reply>): Promise<Reply> {
    const endTurn = await exports.acquire(account, signal);
    try {
      const reply = await serve();
      if (method === 'HEAD' || !isStream(reply.body)) {
        endTurn();
        return reply;
      }
      const body = readInTurn(reply.body, {
        makePiece: (make) => inTurn(jobs.acquire(account, signal, false), make),
        endTurn,
        signal,
        unreadFor,
      });
      return { ...reply, body };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  return {
    /** Serves a request when it is its account's turn. Those that wait leave the queue when their client goes away. */
    run(weight: RequestWeight, account: number, exchange: Sender, serve: () => Promise<Reply>): Promise<Reply> {
      if (weight === 'light') return serve();
      if (weight === 'export') return runExport(account, exchange, serve);
      return inTurn(jobs.acquire(account, exchange.signal), serve);
    },
  };
}

type Stream = AsyncIterable<string | Uint8Array>;

function isStream(body: Reply['body']): body is Stream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

interface Reading {
  /** Makes a piece in a turn of its own among the account's jobs. */
  readonly makePiece: <Result>(make: () => Promise<Result>) => Promise<Result>;
  /** Ends the export's own turn. */
  readonly endTurn: Release;
  readonly signal: AbortSignal;
  /** Milliseconds for which it may be left unread. */
  readonly unreadFor: number;
}

/** Makes each piece of a stream in a turn of its own, and ends the export's turn with the last one. */
function readInTurn(stream: Stream, { makePiece, endTurn, signal, unreadFor }: Reading): Stream {
  const pieces = stream[Symbol.asyncIterator]();
  let unread: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(unread);
    signal.removeEventListener('abort', end);
    endTurn();
  }

  /** One that nobody reads on does not keep others waiting; it may still be read to its end. */
  function watch(): void {
    clearTimeout(unread);
    unread = setTimeout(endTurn, unreadFor);
    unread.unref();
  }

  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  else watch();

  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        clearTimeout(unread);
        try {
          const piece = await makePiece(() => pieces.next());
          if (piece.done) end();
          else watch();
          return piece;
        } catch (error) {
          end();
          throw error;
        }
      },
      async return() {
        end();
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
