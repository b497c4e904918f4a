import { afterEach, beforeEach, vi } from 'vitest';

/** Uses fake timers in all tests of a file, and makes `Math.random` return 0.5. */
export function fakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
