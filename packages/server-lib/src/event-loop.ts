/** Captured when this module is loaded, since a host's tests may replace the global one. */
export const { setImmediate } = globalThis;

const { nextTick } = process;

/** Returns a promise that resolves after other requests have had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Calls a function after all work that can run without another turn of the event loop. */
export function afterMicrotasks(callback: () => void): void {
  // A tick that is requested by a microtask runs after all microtasks.
  queueMicrotask(() => nextTick(callback));
}
