import { nextTurn, ownWork } from '../../../src/base/event-loop.js';
import type { TestClock } from '../../../src/tools/testing/test-clock.js';

/** Moves the clock until a request that waits for it has its response. */
export async function whileMoving<Value>(clock: TestClock, response: Promise<Value>): Promise<Value> {
  let isWaiting = true;
  const end = (): void => {
    isWaiting = false;
  };
  response.then(end, end);
  while (isWaiting) {
    await clock.advance(50);
    await nextTurn(ownWork);
  }
  return response;
}
