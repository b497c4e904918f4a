/** Captured when this module is loaded, since a host's tests may replace the global one. */
export const { setImmediate } = globalThis;

/** Returns a promise that resolves after other requests have had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
