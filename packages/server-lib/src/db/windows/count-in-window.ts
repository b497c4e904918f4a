/** Requests that were admitted at about the same time, and leave the window together. */
export type Admissions = readonly [at: number, count: number];

/** A change of a window, with times in microseconds. */
export interface CountChange {
  /** The number of requests to count. Negative: the number that is given back. */
  readonly count: number;
  /** When the requests to give back were counted. */
  readonly at?: number | undefined;
  readonly limit: number;
  /** The length of the window. */
  readonly span: number;
  /** The time that admissions may share. */
  readonly width: number;
}

/** A window after a change. */
export interface CountedWindow {
  readonly entries: readonly Admissions[];
  readonly taken: number;
  readonly used: number;
  /** The time of the change. */
  readonly at: number;
}

/** Changes a window at the given time, with the same arithmetic as `SlidingWindow` and the statement for PostgreSQL. */
export function countInWindow(entries: readonly Admissions[], change: CountChange, time: number): CountedWindow {
  const { count, limit, span, width } = change;
  // If the clock goes back, an admission must not be older than the previous one.
  const at = Math.max(time, entries.at(-1)?.[0] ?? 0);
  const kept: Admissions[] = [];
  let used = 0;
  for (const [entryAt, entryCount] of entries) {
    const isReturned = count < 0 && change.at !== undefined && bucketOf(entryAt, width) === bucketOf(change.at, width);
    const left = isReturned ? entryCount + count : entryCount;
    if (entryAt <= at - span || left <= 0) continue;
    kept.push([entryAt, left]);
    used += left;
  }
  const taken = Math.min(count, Math.max(limit - used, 0));
  if (taken <= 0) return { entries: kept, taken, used, at };
  const newest = kept.at(-1);
  if (newest && bucketOf(newest[0], width) === bucketOf(at, width)) kept.splice(-1, 1, [at, newest[1] + taken]);
  else kept.push([at, taken]);
  return { entries: kept, taken, used: used + taken, at };
}

function bucketOf(at: number, width: number): number {
  return Math.floor(at / width);
}
