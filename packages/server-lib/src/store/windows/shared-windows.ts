import type { Decision, Policy } from '../../limiter/sliding-window.js';

/** The sliding window of one client, account or network, which all processes that share the database count in. */
export interface SharedWindow extends Policy {
  /** 32 hexadecimal digits that say nothing about whom the window limits. */
  readonly id: string;
}

/** What a window decided about a request. */
export interface Counted extends Decision {
  /** When the request was counted, in microseconds on the clock of the windows. It identifies the request in `giveBack`. */
  readonly at: number;
  /** The exact time until `remaining` increases, in microseconds. 0 if the whole limit is available. */
  readonly resetMicros: number;
  /** The ID of the window that refused the request. */
  readonly refusedBy?: string | undefined;
}

/** Sliding windows that all processes of a database share. They are exact, but a crash of the machine may lose the latest counts. */
export interface SharedWindows {
  /**
   * Admits and counts a request.
   *
   * @param outer A second window, such as the network of a client. The request is counted in both windows or in neither.
   * @throws AskwellError with the code `unavailable` if the windows cannot be reached. The request may have been counted.
   */
  take(window: SharedWindow, outer?: SharedWindow): Promise<Counted>;
  /** Removes a request that was counted at `at`. */
  giveBack(window: SharedWindow, at: number): Promise<void>;
}

/** Returns the time that admissions of a window may share, in microseconds. Those of small limits are kept one by one. */
export function bucketWidth({ limit, seconds }: Policy): number {
  return limit <= maxExactLimit ? 1 : Math.ceil((seconds * 1_000_000) / bucketsPerWindow);
}

/** The largest limit whose admissions are kept one by one. */
const maxExactLimit = 60;

/** The number of buckets of a window with a larger limit. A bucket leaves the window with the last of its admissions. */
const bucketsPerWindow = 60;
