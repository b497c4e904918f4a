import { expect, test } from 'vitest';
import { systemClock } from '../../base/clock.js';
import { createOverload, defaultOverloadLimits } from './overload.js';

test('the process is overloaded while tasks block its event loop one after the other', async () => {
  const limits = { ...defaultOverloadLimits, eventLoopDelay: 50 };
  const pending = { writes: 0, bytes: 0, oldestSince: undefined };
  const overload = createOverload({ limits, pending, estimateWait: () => 0 });
  let isBlocking = true;
  function block(): void {
    const until = systemClock.elapsed() + 4 * limits.eventLoopDelay;
    while (systemClock.elapsed() < until);
    if (isBlocking) setTimeout(block);
  }
  // The first call starts the measurements.
  overload.isOverloaded();
  block();
  await expect.poll(() => overload.isOverloaded()).toBe(true);
  isBlocking = false;
  await expect.poll(() => overload.isOverloaded()).toBe(false);
});
