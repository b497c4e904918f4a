import { nextTurn, ownWork } from '../../base/event-loop.js';
import type { HeldWindow, MemoryCounts } from '../windows/local-windows.js';
import type { WindowTable } from './window-table.js';

/** The number of windows that move in one turn of the event loop. */
const sliceSize = 1_000;

/** Replaces what a table has by the counts of this process, in slices. */
export async function moveCounts(table: WindowTable, counts: readonly MemoryCounts[]): Promise<void> {
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
