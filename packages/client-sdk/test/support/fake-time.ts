import { afterEach, beforeEach, vi } from 'vitest';

/** Has a file's tests say when time passes, and chance be always the middle. */
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
