import { nextTurn } from '../../../timers.js';
import type { HeldWindow, MemoryCounts } from '../../windows/local-windows.js';
import type { WindowFile } from './window-file.js';

/** The number of windows that move in one turn of the event loop. */
const sliceSize = 1_000;

/** Replaces what a file has by the counts of this process, in slices. */
export async function moveCounts(file: WindowFile, counts: readonly MemoryCounts[]): Promise<void> {
  file.clear();
  let slice: HeldWindow[] = [];
  for (const counter of counts) {
    for (const window of counter.held()) {
      slice.push(window);
      if (slice.length < sliceSize) continue;
      file.add(slice);
      slice = [];
      await nextTurn();
    }
  }
  file.add(slice);
}
