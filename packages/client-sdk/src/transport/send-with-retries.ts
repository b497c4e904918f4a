import { AbortError } from '../errors/abort-error.js';
import { ApiError } from '../errors/api-error.js';
import { AskwellError } from '../errors/askwell-error.js';
import { showCaller } from '../errors/caller.js';
import { NotFoundError, PreconditionError } from '../errors/status-errors.js';
import { waitBefore } from '../retry/retry-delay.js';
import { isPassing, mayBeDone } from '../retry/retry-policy.js';
import { delay } from '../timeouts/delay.js';
import { describeRequest } from './describe-request.js';
import type { Hooks } from './hooks.js';
import { type SendOptions, type SendResult, sendOnce } from './send-once.js';
import { eventOf, sendWithHooks } from './send-with-hooks.js';

/** A call, ready to be sent as often as it takes. */
export interface RetryOptions<Data> extends SendOptions<Data> {
  readonly maxRetries: number;
  readonly hooks: Hooks | undefined;
  /** What a 404 means where an earlier try may have done it all: of a deletion, that it is done. */
  readonly whenGone: { readonly data: Data } | undefined;
}

/** What came of a call. */
export interface CallResult<Data> extends SendResult<Data> {
  readonly retries: number;
}

/** Sends a request until it is answered, or may not be repeated any more. */
export async function sendWithRetries<Data>(call: RetryOptions<Data>): Promise<CallResult<Data>> {
  let lost: AskwellError | undefined;
  for (let retries = 0; ; retries++) {
    try {
      const { data, head } = call.hooks ? await sendWithHooks(call, call.hooks, retries) : await sendOnce(call);
      return { data, head, retries };
    } catch (error) {
      if (!(error instanceof AskwellError)) throw error;
      if (lost && call.whenGone && error instanceof NotFoundError) return { ...call.whenGone, head: error, retries };
      // The try whose reply was lost may be what moved the version. Nobody knows, and that is what is told.
      if (lost && error instanceof PreconditionError) throw lost;
      const milliseconds = pauseAfter(error, call, retries);
      if (milliseconds === undefined) throw error;
      if (mayBeDone(error)) lost = error;
      call.hooks?.onRetry?.({ ...eventOf(call, retries), error, milliseconds });
      await delay(milliseconds, { signal: call.limits.signal, toError: (reason) => abortError(call, reason) });
    }
  }
}

/** How long to wait before the next try; undefined if there is none. */
function pauseAfter(error: AskwellError, call: RetryOptions<unknown>, retry: number): number | undefined {
  if (retry >= call.maxRetries || !isPassing(error)) return undefined;
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  return waitBefore({ retry, retryAfter, left: call.limits.deadline.left(), random: Math.random() });
}

function abortError({ request, caller }: RetryOptions<unknown>, reason: unknown): AbortError {
  return showCaller(new AbortError(describeRequest(request), reason), caller);
}
