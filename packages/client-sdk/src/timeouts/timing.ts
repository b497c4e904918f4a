/** The clocks, timers and random numbers of a client. */
export interface Timing {
  /** Returns the time of day, in milliseconds since 1970. */
  now(): number;
  /** Returns milliseconds on a monotonic clock. */
  elapsed(): number;
  /** Returns a random number, at least 0 and below 1. */
  random(): number;
  /** Calls a function after at most {@link longestTimer} milliseconds. Returns a function that stops the timer. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The maximum delay of `setTimeout`. With a longer delay it fires immediately. */
export const longestTimer = 2 ** 31 - 1;

/** The clocks, the timers and the random numbers of the runtime. Looked up with each call, so that libraries that replace them work. */
export const systemTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
