import type { LocalWindows } from './local-windows.js';
import type { SharedWindow } from './shared-window.js';
import type { Decision } from './sliding-window.js';

/** The decision of a window about a request. */
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
  /** Tells whether this process may count in its memory instead. Undefined: it never may. */
  readonly local?: LocalWindows;
  /**
   * Windows that no process counts in its memory, whether it is alone or not. Undefined if there are no such windows.
   */
  readonly lasting?: SharedWindows;
}
