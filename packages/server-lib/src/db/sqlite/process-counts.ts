import { existsSync } from 'node:fs';
import { nextTurn, ownWork } from '../../base/event-loop.js';
import type { HeldWindow, MemoryCounts } from '../windows/local-windows.js';
import { openWindowFile, type WindowFile } from './window-file.js';
import type { WindowTable } from './window-table.js';

/** The number of windows that move in one turn of the event loop. */
const sliceSize = 1_000;

/** How much later than now the time of a request can be, in microseconds: times of memory are rounded. */
const tolerance = 1_000_000;

/** The requests that this process counted, in its memory and in the file that all processes share. */
export class ProcessCounts {
  readonly #memory: MemoryCounts[] = [];
  /** When the file has no counts that are missing in memory. 0: now. */
  #memoryFrom = 0;
  #file: WindowFile | undefined;

  /**
   * @param path Returns the path of the file.
   * @param now Returns the time in microseconds.
   */
  constructor(
    private readonly path: () => string,
    private readonly now: () => number,
  ) {}

  /** Whether all requests that count are in memory. Only valid while this process is alone. */
  get areInMemory(): boolean {
    if (this.#memoryFrom === 0) return true;
    if (this.now() < this.#memoryFrom) return false;
    this.#memoryFrom = 0;
    return true;
  }

  /** The time when memory has no counts left that cannot move. */
  get unlistedUntil(): number {
    return Math.max(0, ...this.#memory.map((counts) => counts.unlistedUntil));
  }

  register(counts: MemoryCounts): void {
    this.#memory.push(counts);
  }

  /** @param mayReplace Whether this process is alone, so that it may replace a damaged file. */
  openFile(mayReplace: boolean): WindowFile {
    this.#file ??= openWindowFile(this.path(), mayReplace);
    return this.#file;
  }

  /** Starts to count in memory, and also in the file until the counts of the file have left their windows. */
  startInMemory(): void {
    this.#memoryFrom = 0;
    if (!existsSync(this.path())) return;
    const now = this.now();
    const file = this.openFile(true);
    // A time from before a restart of the machine is meaningless.
    for (const table of [file.shared, file.lasting]) if (table.newest() > now + tolerance) table.clear();
    const lastExpiry = file.shared.lastExpiry();
    if (lastExpiry > now) this.#memoryFrom = lastExpiry;
  }

  /** Moves the counts from memory to the file. Nothing may be counted until it has finished. */
  async moveToFile(): Promise<void> {
    await moveCounts(this.openFile(true).shared, this.#memory);
  }

  /** Counts in the file only, from now on. */
  leaveMemory(): void {
    this.#memoryFrom = Number.POSITIVE_INFINITY;
  }

  /** Deletes some of the expired windows. Returns whether there may be more. */
  deleteExpired(): boolean {
    const { shared, lasting } = this.openFile(false);
    return [shared, lasting].some((table) => table.deleteExpired(this.now()));
  }

  close(): void {
    this.#file?.close();
  }
}

/** Replaces the counts in a table by the counts of this process, in slices. */
async function moveCounts(table: WindowTable, counts: readonly MemoryCounts[]): Promise<void> {
  table.clear();
  let slice: HeldWindow[] = [];
  for (const counter of counts) {
    for (const window of counter.held()) {
      slice.push(window);
      if (slice.length < sliceSize) continue;
      table.add(slice);
      slice = [];
      await nextTurn(ownWork);
    }
  }
  table.add(slice);
}
