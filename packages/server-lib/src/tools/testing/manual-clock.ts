import { type Clock, createClock } from '../../base/clock.js';
import { createTestClock, type TestClock } from './test-clock.js';

/** A clock for tests of the parts of an instance, and the controls that move it. */
export interface ManualClock extends Pick<TestClock, 'advance' | 'set'> {
  readonly clock: Clock;
}

/** Creates a clock that stands at a time in milliseconds since 1970 until the test moves it. */
export function createManualClock(start = 0): ManualClock {
  const { clock, source } = createTestClock(start);
  return { advance: clock.advance, set: clock.set, clock: createClock(source) };
}
