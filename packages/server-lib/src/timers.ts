/**
 * The timers that a write depends on, as they were when this module was loaded. Test runners replace the global ones by fakes
 * that stand still, and a write would then never settle.
 */
export const { setImmediate, setTimeout } = globalThis;

/** Milliseconds on a clock that never goes back. */
export const elapsed = performance.now.bind(performance);

/** Settles after so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
