import type { Decision } from '../../db/windows/sliding-window.js';

/**
 * Stores the counts of a limiter: in memory for one process, or in a database for several. One store serves one policy.
 * A request whose call takes longer than five seconds fails with 503.
 */
export interface LimiterStore {
  /** Admits and counts a request of `key` at `now`, in milliseconds, if the policy allows it. */
  take(key: string, now: number): Decision | Promise<Decision>;
  /** Returns the decision of `take` without counting a request. */
  peek(key: string, now: number): Decision | Promise<Decision>;
}
