import { ApiError } from '../errors/api-error.js';
import { AskwellError } from '../errors/askwell-error.js';
import { NotFoundError, PreconditionError } from '../errors/status-errors.js';
import { isPassing, mayBeDone } from '../retry/policy.js';
import { waitBefore } from '../retry/timing.js';
import { type Attempt, attempt, type Read } from './attempt.js';
import type { Carrier, Outgoing } from './carrier.js';
import type { CallEvent, Hooks, ResponseEvent } from './hooks.js';
import { wait } from './wait.js';
import type { Limits } from './watch.js';

/** A call, ready to be sent as often as it takes. */
export interface Exchange<Data> {
  readonly carry: Carrier;
  /** Without the API key, which each try adds. */
  readonly outgoing: Outgoing;
  readonly apiKey: string | undefined;
  readonly limits: Limits;
  readonly maxRetries: number;
  readonly hooks: Hooks | undefined;
  readonly read: Read<Data>;
  /** What a 404 means where an earlier try may have done it all: of a deletion, that it is done. */
  readonly whenGone?: { readonly data: Data } | undefined;
}

/** What came of a call. */
export interface Replied<Data> extends Attempt<Data> {
  readonly retries: number;
}

/** Sends a request until it is answered, or may not be repeated any more. */
export async function exchange<Data>(call: Exchange<Data>): Promise<Replied<Data>> {
  let lost: AskwellError | undefined;
  for (let retries = 0; ; retries++) {
    try {
      const { data, status, headers } = call.hooks ? await told(call, call.hooks, retries) : await attempt(call);
      return { data, status, headers, retries };
    } catch (error) {
      if (!(error instanceof AskwellError)) throw error;
      if (lost && call.whenGone && error instanceof NotFoundError)
        return { ...call.whenGone, status: error.status, headers: error.headers, retries };
      // The try whose reply was lost may be what moved the version. Nobody knows, and that is what is told.
      if (lost && error instanceof PreconditionError) throw lost;
      const milliseconds = pauseAfter(error, call, retries);
      if (milliseconds === undefined) throw error;
      if (mayBeDone(error)) lost = error;
      call.hooks?.onRetry?.({ ...eventOf(call, retries), error, milliseconds });
      await wait(milliseconds, call.limits.signal);
    }
  }
}

/** A try of which hooks are told. */
async function told<Data>(call: Exchange<Data>, hooks: Hooks, retries: number): Promise<Attempt<Data>> {
  const event = eventOf(call, retries);
  const headers = { ...call.outgoing.headers };
  await hooks.onRequest?.({ ...event, headers });
  const since = performance.now();
  const tell = (reply: Pick<ResponseEvent, 'status' | 'headers'>): void =>
    hooks.onResponse?.({
      ...event,
      status: reply.status,
      headers: reply.headers,
      milliseconds: performance.now() - since,
    });
  try {
    const done = await attempt({ ...call, outgoing: { ...call.outgoing, headers } });
    tell(done);
    return done;
  } catch (error) {
    if (error instanceof ApiError) tell(error);
    throw error;
  }
}

/** How long to wait before the next try; undefined if there is none. */
function pauseAfter(error: AskwellError, call: Exchange<unknown>, retry: number): number | undefined {
  if (retry >= call.maxRetries || !isPassing(error)) return undefined;
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  return waitBefore({ retry, retryAfter, left: call.limits.deadline.left(), random: Math.random() });
}

function eventOf({ outgoing: { method, origin, path } }: Exchange<unknown>, retries: number): CallEvent {
  return { method, url: origin + path, retries };
}
