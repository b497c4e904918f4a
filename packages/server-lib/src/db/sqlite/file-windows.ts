import { systemClock } from '../../base/clock.js';
import { unavailableError } from '../store-error.js';
import type { OuterWindow, WindowChange, WindowState } from '../windows/change-windows.js';
import type { LocalWindows } from '../windows/local-windows.js';
import type { SharedWindow } from '../windows/shared-window.js';
import type { Counted, SharedWindows } from '../windows/shared-windows.js';
import { WindowBatches } from '../windows/window-batches.js';
import { ProcessSharing, type ProcessSharingOptions, patience } from './process-sharing.js';
import { isBusy, isSqliteUnavailable } from './sqlite-errors.js';

/** The pause before a batch runs again while another process writes to the file, in milliseconds. */
const busyPause = 1;

/**
 * Windows of all processes that share a SQLite file, in a separate file next to it. A process that is alone counts in
 * its memory instead, so that sharing costs nothing as long as there is one process.
 */
export class FileWindows implements SharedWindows {
  readonly #batches = new WindowBatches((changes, outer) => this.#change('shared', changes, outer));
  /** For long windows with few requests. Their counts stay if the only process ends. */
  readonly lasting = new WindowBatches((changes, outer) => this.#change('lasting', changes, outer));
  readonly #sharing: ProcessSharing;

  constructor(options: ProcessSharingOptions) {
    this.#sharing = new ProcessSharing(options);
  }

  get local(): LocalWindows {
    return this.#sharing;
  }

  take(window: SharedWindow, outer?: SharedWindow): Promise<Counted> {
    return this.#batches.take(window, outer);
  }

  giveBack(window: SharedWindow, at: number): Promise<void> {
    return this.#batches.giveBack(window, at);
  }

  async close(): Promise<void> {
    await Promise.all([this.#batches.close(), this.lasting.close()]);
    await this.#sharing.close();
  }

  async #change(
    table: 'shared' | 'lasting',
    changes: readonly WindowChange[],
    outer: readonly OuterWindow[],
  ): Promise<readonly WindowState[]> {
    const since = systemClock.elapsed();
    for (;;) {
      await this.#sharing.settle();
      try {
        const windows = this.#sharing.file[table];
        // A process that is alone deletes expired windows only here. These windows change rarely.
        if (table === 'lasting') windows.deleteExpired(this.#sharing.now());
        return windows.change(changes, outer, this.#sharing.now());
      } catch (error) {
        if (!isBusy(error) || systemClock.elapsed() - since > patience)
          throw isSqliteUnavailable(error) ? unavailableError(error) : error;
        await systemClock.pause(busyPause);
      }
    }
  }
}
