import { realpathSync } from 'node:fs';
import { systemClock, type Timer } from '../../base/clock.js';
import { describeError, type Logger } from '../../base/logger.js';
import { unavailableError } from '../store-error.js';
import type { LocalWindows, MemoryCounts } from '../windows/local-windows.js';
import { ProcessCounts } from './process-counts.js';
import { ProcessLock } from './process-lock.js';
import { isSqliteUnavailable } from './sqlite-errors.js';
import type { WindowFile } from './window-file.js';

/** Returns the time of the machine in microseconds: a monotonic clock that is the same in all processes. */
const machineMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

/** How often a process that is alone looks for others, in milliseconds. */
const requestInterval = 100;

/** The pause of a process that waits for another one, in milliseconds. */
const requestPause = 10;

/** How often a process that shares tries to be alone again, and deletes expired windows, in milliseconds. */
const defaultUpkeepInterval = 30_000;

/** The pause between two deletions, in milliseconds. */
const deletionPause = 10;

/** How long a request waits for another process, in milliseconds. */
export const patience = 5_000;

/** `alone`: this process has the exclusive lock. `moving`: its counts move to the file. `sharing`: it has a shared lock. */
type State = 'unknown' | 'alone' | 'moving' | 'sharing' | 'closed';

export interface ProcessSharingOptions {
  readonly database: string;
  /** Resolves when the database is open. */
  readonly open: () => Promise<void>;
  readonly logger: Logger;
  /** Replaces the clock of the machine, in microseconds. */
  readonly now?: (() => number) | undefined;
  /** How often a process that shares tries to be alone again, in milliseconds. */
  readonly upkeepInterval?: number;
}

/** Decides whether this process counts in its memory, or in the file that all processes share. */
export class ProcessSharing implements LocalWindows {
  readonly #counts: ProcessCounts;
  #state: State = 'unknown';
  #lock: ProcessLock | undefined;
  #settling: Promise<void> | undefined;
  #timer: Timer | undefined;

  readonly now: () => number;

  constructor(private readonly options: ProcessSharingOptions) {
    this.now = options.now ?? machineMicros;
    this.#counts = new ProcessCounts(() => `${realpathSync(options.database)}-limits`, this.now);
  }

  get mayCountInMemory(): boolean {
    return this.#state === 'alone' && this.#counts.areInMemory;
  }

  /** The file. Only valid after `settle`, in the same turn. */
  get file(): WindowFile {
    return this.#counts.openFile(this.#state === 'alone');
  }

  register(counts: MemoryCounts): void {
    this.#counts.register(counts);
  }

  async settle(): Promise<void> {
    if (this.#state === 'alone' || this.#state === 'sharing') return;
    this.#settling ??= this.#join().finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  async close(): Promise<void> {
    await this.#settling?.catch(() => {});
    this.#state = 'closed';
    this.#timer?.cancel();
    this.#counts.close();
    this.#lock?.close();
  }

  /** Takes one of the locks. While another process is alone, waits until it shares. */
  async #join(): Promise<void> {
    if (this.#state === 'closed') throw unavailableError();
    await this.options.open();
    this.#lock ??= new ProcessLock(realpathSync(this.options.database));
    const since = systemClock.elapsed();
    while (!this.#tryAlone() && !this.#tryShare()) {
      if (systemClock.elapsed() - since > patience) throw unavailableError();
      this.#lock.requestShare();
      await systemClock.pause(requestPause);
    }
  }

  #tryAlone(): boolean {
    return this.#enter('alone', this.#lock?.tryExclusive(), () => {
      // The request may be from a process that has ended. A process that still waits repeats its request.
      this.#lock?.wasShareRequested();
      this.#counts.startInMemory();
      this.#schedule(() => this.#shareIfRequested(), requestInterval);
    });
  }

  #tryShare(): boolean {
    return this.#enter('sharing', this.#lock?.tryShared(), () => {
      this.#counts.openFile(false);
      this.#schedule(() => this.#maintain(), this.options.upkeepInterval ?? defaultUpkeepInterval);
    });
  }

  /** Enters a state if its lock was taken. */
  #enter(state: State, hasLock: boolean | undefined, prepare: () => void): boolean {
    if (!hasLock) return false;
    try {
      prepare();
    } catch (error) {
      this.#lock?.release();
      throw error;
    }
    this.#state = state;
    return true;
  }

  #schedule(action: () => void, delay: number): void {
    this.#timer?.cancel();
    this.#timer = systemClock.setTimeout(action, delay);
  }

  #shareIfRequested(): void {
    if (!this.#lock?.wasShareRequested()) {
      this.#schedule(() => this.#shareIfRequested(), requestInterval);
      return;
    }
    this.#settling = this.#moveToFile().finally(() => {
      this.#settling = undefined;
    });
  }

  /** Moves the counts from memory to the file, then shares. Requests wait while they move. */
  async #moveToFile(): Promise<void> {
    const isInMemory = this.mayCountInMemory;
    this.#state = 'moving';
    try {
      if (isInMemory) await this.#counts.moveToFile();
    } catch (error) {
      // The disk may be full. The counts are still in memory, and the other process still waits.
      this.options.logger.warn(describeError(error), 'Could not share the counts of requests with another process.');
      this.#state = 'alone';
      this.#schedule(() => this.#shareIfRequested(), requestInterval);
      return;
    }
    this.#state = 'alone';
    this.#counts.leaveMemory();
    // What memory cannot list has to expire before another process may count.
    const unlistedUntil = isInMemory ? this.#counts.unlistedUntil : 0;
    const delay = (unlistedUntil - this.now()) / 1000;
    if (delay > 0) this.#schedule(() => this.#share(), delay);
    else this.#share();
  }

  #share(): void {
    this.#lock?.release();
    this.#state = 'unknown';
    // If a third process was faster, the next request waits for it.
    this.#attempt(() => this.#tryShare());
  }

  /** Deletes expired windows, and tries to be alone again, since other processes may have ended. */
  #maintain(): void {
    if (this.#attempt(() => this.#counts.deleteExpired())) {
      this.#schedule(() => this.#maintain(), deletionPause);
      return;
    }
    this.#lock?.release();
    this.#state = 'unknown';
    this.#attempt(() => this.#tryAlone() || this.#tryShare());
  }

  /** Runs an action in the background. If it fails, the next request starts it again. */
  #attempt(action: () => boolean): boolean {
    try {
      return action();
    } catch (error) {
      if (isSqliteUnavailable(error)) return false;
      throw error;
    }
  }
}
