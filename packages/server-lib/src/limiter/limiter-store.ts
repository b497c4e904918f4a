import type { Decision } from './sliding-window.js';

/** Where a limiter counts: in memory for one process, in a database for several. One store serves one policy. */
export interface LimiterStore {
  /** Asks for one admission of `key` at `now` (milliseconds). */
  take(key: string, now: number): Decision | Promise<Decision>;
  /** What `take` would say, counting nothing. */
  peek(key: string, now: number): Decision | Promise<Decision>;
}
