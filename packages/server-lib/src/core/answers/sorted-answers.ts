import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { AnswerList, FoundPage } from './answer-list.js';
import type { NotedAnswerRow } from './answer-queries.js';
import {
  type PositionedSlice,
  type PositionsInput,
  positionedAnswersReport,
  type SortedSlice,
  type SortInput,
  sortAnswersReport,
} from './search-reports.js';
import { comparePositions, maxSortKeyLength, mergeSorted, type SortPosition } from './sort-position.js';

/** The limits of what sorting reads and keeps. */
export interface SortLimits {
  /** The number of answers that are read to sort them, newest first. */
  readonly answers: number;
  /** The number of positions that are kept after each scan, for the following pages. */
  readonly positionsPerWindow: number;
  /** The number of positions per scan of a file. */
  readonly positionsPerPass: number;
}

/** The limits of all lists. */
export const sortLimits: SortLimits = { answers: 500_000, positionsPerWindow: 5_000, positionsPerPass: 50_000 };

/** The number of lists whose positions are kept, and the number of characters of all of their keys and IDs. */
const maxWindows = 40;
const maxWindowCharacters = 8_000_000;

/** How long positions are kept, in milliseconds. Newer answers appear on the following pages after that. */
const maxWindowAge = 60_000;

/** The number of characters of an ID. */
const idLength = 20;

/** The number of answers that a file reads at once. */
const batchSize = 125;

/** The first positions after a given position. */
interface SortedWindow {
  readonly positions: readonly SortPosition[];
  /** The ID of the oldest answer that was read, if older answers were not read. Null: all were read. */
  readonly oldest: string | null;
  /** The number of answers that were read. */
  readonly read: number;
}

interface FoundPositions extends SortedWindow {
  readonly positions: SortPosition[];
}

/** The positions that are kept for the following pages. */
interface KeptWindow extends SortedWindow {
  /** When they were read, by the monotonic clock. */
  readonly startedAt: number;
}

/** All answers of a list after a position. */
export interface SortedAnswers {
  readonly batches: AsyncGenerator<readonly NotedAnswerRow[], void>;
  /** The ID of the oldest answer that was sorted, if there were too many. Null: all are sorted. */
  readonly oldest: string | null;
}

/** Creates the functions that sort the answers of a kind. The matching answers are read in slices, in the reader thread. */
export function createSortedAnswers<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock }: { readonly store: Store; readonly clock: Pick<Clock, 'elapsed'> },
  { answers: maxAnswers, positionsPerWindow, positionsPerPass } = sortLimits,
) {
  const report = sortAnswersReport(kind);
  const positionedReport = positionedAnswersReport(kind);
  // Pages are usually requested one after the other. With the kept positions, most of them need no scan.
  const windows = new LRUCache<string, KeptWindow>({ max: maxWindows, maxSize: maxWindowCharacters });

  /**
   * Returns the first positions after a given position.
   *
   * @param oldest The ID of the oldest answer that is read. Null: as many as the limit allows.
   */
  async function positionsAfter(
    { seq: ask }: StoredAsk<Own>,
    { selection, sort, order }: AnswerList,
    from: SortPosition | null,
    { limit, oldest }: { readonly limit: number; readonly oldest: string | null },
  ): Promise<FoundPositions> {
    let positions: SortPosition[] = [];
    let after: string | null = null;
    let read = 0;
    for (;;) {
      const before = positions.length < limit ? null : (positions.at(-1) ?? null);
      const input: SortInput = { ask, selection, sort, order, from, before, after };
      const slice: SortedSlice | undefined = await store.report(report, input);
      if (!slice) throw new AskwellError('not_found');
      const wanted = oldest === null ? slice.positions : slice.positions.filter(({ id }) => id >= oldest);
      positions = mergeSorted(positions, wanted, { order, limit });
      read += slice.read;
      if (slice.last === null) return { positions, oldest: null, read };
      if (oldest === null ? read >= maxAnswers : slice.last <= oldest)
        return { positions, oldest: oldest ?? slice.last, read };
      after = slice.last;
    }
  }

  /** Reads the answers at positions that still match and have not moved. */
  async function readAt(
    { seq: ask }: StoredAsk<Own>,
    { selection, sort }: AnswerList,
    positions: readonly SortPosition[],
  ): Promise<NotedAnswerRow[]> {
    const rows: NotedAnswerRow[] = [];
    for (let left = positions; left.length > 0; ) {
      const input: PositionsInput = { ask, selection, sort, positions: left };
      const slice: PositionedSlice | undefined = await store.report(positionedReport, input);
      if (!slice) throw new AskwellError('not_found');
      rows.push(...slice.rows);
      left = left.slice(slice.read);
    }
    return rows;
  }

  /**
   * Returns the answers at positions, then all after them. Removes positions once they are read, because clients read files slowly
   * and the rest stays in memory.
   */
  async function* batchesOf(
    ask: StoredAsk<Own>,
    list: AnswerList,
    { positions: unread, oldest }: FoundPositions,
  ): AsyncGenerator<readonly NotedAnswerRow[], void> {
    for (;;) {
      const last = unread.length < positionsPerPass ? undefined : unread.at(-1);
      while (unread.length > 0) yield await readAt(ask, list, unread.splice(0, batchSize));
      if (!last) return;
      unread.push(...(await positionsAfter(ask, list, last, { limit: positionsPerPass, oldest })).positions);
    }
  }

  return {
    async page(
      ask: StoredAsk<Own>,
      list: AnswerList,
      { after, limit }: { readonly after: SortPosition | null; readonly limit: number },
    ): Promise<FoundPage> {
      const key = JSON.stringify([ask.seq, list]);
      const known = after === null ? undefined : windows.get(key);
      const isFresh = known !== undefined && clock.elapsed() - known.startedAt < maxWindowAge;
      let window: SortedWindow | null =
        isFresh && after ? { ...known, positions: rest(known.positions, after, list.order) } : null;
      // If fewer positions are left than a page needs, answers that have moved after them could be missing.
      if (!window || window.positions.length <= limit) {
        const startedAt = clock.elapsed();
        window = await positionsAfter(ask, list, after, { limit: positionsPerWindow, oldest: null });
        windows.set(key, { ...window, startedAt }, { size: sizeOf(window) });
      }
      const { positions, oldest, read } = window;
      const shown = positions.slice(0, limit);
      const next = positions.length > limit ? (shown.at(-1) ?? null) : null;
      const rows = await readAt(ask, list, shown);
      return { rows, next, isCut: false, sorted: oldest === null ? null : read };
    },

    /** Returns all answers after a position, in batches. Resolves when the first ones are known, so that it can still fail. */
    async all(ask: StoredAsk<Own>, list: AnswerList, after: SortPosition | null): Promise<SortedAnswers> {
      const first = await positionsAfter(ask, list, after, { limit: positionsPerPass, oldest: null });
      return { batches: batchesOf(ask, list, first), oldest: first.oldest };
    },
  };
}

function sizeOf({ positions }: SortedWindow): number {
  const [first] = positions;
  return 1 + positions.length * (idLength + (typeof first?.key === 'string' ? maxSortKeyLength : 0));
}

/** Returns the positions after a given position, if the list contains it. */
function rest(known: readonly SortPosition[], after: SortPosition, order: 'asc' | 'desc'): readonly SortPosition[] {
  const at = known.findIndex((position) => comparePositions(position, after, order) === 0);
  return at === -1 ? [] : known.slice(at + 1);
}
