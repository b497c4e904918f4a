import { systemClock } from './clock.js';

/** Work that can pause where it yields. */
export type Steps<Result> = Generator<void, Result, void>;

/** How long work runs before it pauses, in milliseconds. */
const maxTime = 2;

/**
 * Does work in turns of the event loop. It begins at once, and pauses at the next step when it has run for some milliseconds.
 *
 * @param nextTurn Waits for the next turn.
 */
export async function runInTurns<Result>(
  steps: Steps<Result>,
  nextTurn: () => Promise<void> | undefined,
): Promise<Result> {
  for (let since = systemClock.elapsed(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (systemClock.elapsed() - since < maxTime) continue;
    await nextTurn();
    since = systemClock.elapsed();
  }
}
