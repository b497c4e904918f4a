/**
 * The real timers, captured when this module is loaded. A host's tests may replace the global ones with fake timers, and a
 * write that depended on those would never settle.
 */
export const { setImmediate, setTimeout } = globalThis;

/** Returns milliseconds on a monotonic clock. */
export const elapsed = performance.now.bind(performance);

/** Returns a promise that resolves after a number of milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Returns a promise that resolves after other requests have had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
