import { describeRequest } from '../backends/http-request.js';
import { AbortError } from '../errors/abort-error.js';
import { ApiError } from '../errors/api-error.js';
import { AskwellError } from '../errors/askwell-error.js';
import { showCaller } from '../errors/caller.js';
import { NotFoundError, PreconditionError } from '../errors/status-errors.js';
import { retryDelay } from '../retry/retry-delay.js';
import { isRetryable, mayHaveSucceeded } from '../retry/retry-policy.js';
import { delay } from '../timeouts/delay.js';
import type { Hooks } from './hooks.js';
import { type SendOptions, type SendResult, sendOnce } from './send-once.js';
import { eventOf, sendWithHooks } from './send-with-hooks.js';

/** Options of {@link sendWithRetries}. */
export interface RetryOptions<Data> extends SendOptions<Data> {
  readonly maxRetries: number;
  readonly maxRetryWait: number;
  readonly hooks: Hooks | undefined;
  /** The result if a retry gets a 404 and an earlier attempt may have succeeded: the resource is deleted. */
  readonly resultIfGone: { readonly data: Data } | undefined;
}

/** The result of a call. */
export interface CallResult<Data> extends SendResult<Data> {
  /** The number of retries. */
  readonly retries: number;
}

/** Sends a request, and sends it again after temporary failures. */
export async function sendWithRetries<Data>(options: RetryOptions<Data>): Promise<CallResult<Data>> {
  const { timing, signal } = options.limits;
  let ambiguousError: AskwellError | undefined;
  for (let retries = 0; ; retries++) {
    try {
      const { data, head } = options.hooks
        ? await sendWithHooks(options, options.hooks, retries)
        : await sendOnce(options);
      return { data, head, retries };
    } catch (error) {
      if (!(error instanceof AskwellError)) throw error;
      if (ambiguousError && options.resultIfGone && error instanceof NotFoundError) {
        return { ...options.resultIfGone, head: error, retries };
      }
      // The earlier attempt may have changed the version itself, so its error is the one to report.
      if (ambiguousError && error instanceof PreconditionError) throw ambiguousError;
      const milliseconds = delayAfter(error, options, retries);
      if (milliseconds === undefined) throw error;
      if (mayHaveSucceeded(error)) ambiguousError = error;
      options.hooks?.onRetry?.({ ...eventOf(options, retries), error, milliseconds });
      await delay(timing, milliseconds, { signal, toError: (reason) => abortError(options, reason) });
    }
  }
}

/** Returns the delay before the next attempt, or undefined if there is none. */
function delayAfter(error: AskwellError, options: RetryOptions<unknown>, retry: number): number | undefined {
  if (retry >= options.maxRetries || !isRetryable(error)) return undefined;
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  const { timing, deadline } = options.limits;
  const [left, random] = [deadline.left(), timing.random()];
  return retryDelay({ retry, retryAfter, left, maxWait: options.maxRetryWait, random });
}

function abortError({ request, caller }: RetryOptions<unknown>, reason: unknown): AbortError {
  return showCaller(new AbortError(describeRequest(request), reason), caller);
}
