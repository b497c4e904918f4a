import type { Micros } from '../../base/clock.js';
import type { SendOutcome } from './send-event.js';
import type { DisabledReason } from './webhook-queries.js';

const second: Micros = 1_000_000;

/** The maximum number of events of one webhook that are sent at the same time, while they succeed. */
const maxParallel = 4;

/** The number of failures in a row after which a webhook rests. */
const failuresBeforeRest = 3;

/** How long a webhook can fail until it is disabled. */
const maxFailing: Micros = 5 * 24 * 3_600 * second;

/**
 * Tracks the outcomes of the attempts of a webhook. Decides how many events are sent in parallel, when the webhook rests and when
 * it is disabled.
 */
export class WebhookHealth {
  /** When the first of the latest attempts failed. Null if the last one succeeded. */
  failingSince: Micros | null;
  /** The number of events that may be sent at the same time. One until the first success. */
  parallel = 1;
  #failures: number;

  constructor(failingSince: Micros | null) {
    this.failingSince = failingSince;
    // A webhook that failed before gets one attempt.
    this.#failures = failingSince === null ? 0 : failuresBeforeRest - 1;
  }

  /** Whether no further event is sent for now. */
  get isResting(): boolean {
    return this.#failures >= failuresBeforeRest;
  }

  /** Counts the outcome of an attempt. Failed replays and tests do not count. */
  judge({ attempt, isGone }: SendOutcome): void {
    if (attempt.status === 'delivered') {
      this.#failures = 0;
      this.failingSince = null;
      this.parallel = Math.min(this.parallel + 1, maxParallel);
    } else if (attempt.ask !== null) {
      this.#failures = isGone ? failuresBeforeRest : this.#failures + 1;
      this.failingSince ??= attempt.at;
      this.parallel = 1;
    }
  }

  /** Returns the reason to disable the webhook after some attempts, or null. */
  disabledReason(outcomes: readonly SendOutcome[], at: Micros): DisabledReason | null {
    if (outcomes.some(({ attempt, isGone }) => isGone && attempt.ask !== null)) return 'gone';
    return this.failingSince !== null && at - this.failingSince > maxFailing ? 'failing' : null;
  }
}

/**
 * Returns how long a webhook rests after several attempts failed in a row: a quarter of the time for which it has failed, from the first
 * to the second delay between attempts.
 */
export function restAfterFailures(failingFor: Micros, [first = 5, next = 300]: readonly number[]): Micros {
  return Math.min(Math.max(failingFor / 4, first * second), Math.max(first, next) * second);
}
