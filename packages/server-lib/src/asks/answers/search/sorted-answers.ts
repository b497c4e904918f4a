import { LRUCache } from 'lru-cache';
import type { AskDraft } from '../../../contract/resources.js';
import { AskwellError } from '../../../errors.js';
import { fault } from '../../../faults/fault.js';
import { invalidField } from '../../../faults/invalid-field.js';
import type { Store } from '../../../store/store.js';
import type { StoredAsk } from '../../definition/stored-ask.js';
import type { KindDefinition } from '../../kind-definition.js';
import type { KindTypes } from '../../kind-types.js';
import { type AnswerRow, selectSomeAnswers } from '../answer-queries.js';
import type { AnswerSelection } from '../filters/answer-selection.js';
import { type SortedSlice, sortAnswersReport, sortKeyOf } from './search-reports.js';
import { comparePositions, mergeSorted, type ScannedSort, type SortPosition } from './sort-position.js';

/** The limits of what sorting reads and keeps. */
export interface SortLimits {
  /** The number of answers that are read to sort them. */
  readonly answers: number;
  /** The number of positions that are kept after each scan, for the pages that follow. */
  readonly positionsPerWindow: number;
  /** The number of positions per scan of a file. */
  readonly positionsPerPass: number;
}

/** The limits of all lists. */
export const sortLimits: SortLimits = { answers: 500_000, positionsPerWindow: 5_000, positionsPerPass: 50_000 };

/** The number of lists whose positions are kept. */
const maxWindows = 40;

/** The number of answers that a file reads at once. */
const batchSize = 500;

/** An order of some answers. */
export interface SortedList {
  readonly selection: AnswerSelection;
  readonly sort: ScannedSort;
  readonly order: 'asc' | 'desc';
}

/** A page of sorted answers. */
export interface SortedPage {
  readonly rows: readonly AnswerRow[];
  /** The position of the last answer. Null if there are no more. */
  readonly next: SortPosition | null;
}

/** Creates the functions that sort the answers of a kind. All answers that match are read, in slices, in the reader thread. */
export function createSortedAnswers<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
  { answers: maxAnswers, positionsPerWindow, positionsPerPass } = sortLimits,
) {
  const report = sortAnswersReport(kind);
  // The pages of a walk follow each other: with these, most of them scan nothing.
  const windows = new LRUCache<string, readonly SortPosition[]>({ max: maxWindows });

  /** Returns the first positions after one. */
  async function positionsAfter(
    { seq: ask }: StoredAsk<Own>,
    { selection, sort, order }: SortedList,
    from: SortPosition | null,
    limit: number,
  ): Promise<readonly SortPosition[]> {
    let first: readonly SortPosition[] = [];
    let after: string | null = null;
    let read = 0;
    do {
      const before = first.length < limit ? null : (first.at(-1) ?? null);
      const slice: SortedSlice | undefined = await store.report(report, {
        ask,
        selection,
        sort,
        order,
        from,
        before,
        after,
      });
      if (!slice) throw new AskwellError('not_found');
      first = mergeSorted(first, slice.positions, { order, limit });
      read += slice.read;
      if (read > maxAnswers) throw invalidField('sort', fault('too_many_to_sort', { max: maxAnswers }));
      after = slice.last;
    } while (after !== null);
    return first;
  }

  /** Reads the answers at positions. Leaves out those that were deleted or have moved: they come at their new position. */
  async function readAt(
    { seq, own }: StoredAsk<Own>,
    { sort }: SortedList,
    positions: readonly SortPosition[],
  ): Promise<AnswerRow[]> {
    if (positions.length === 0) return [];
    const rows = await store.read(
      selectSomeAnswers(
        seq,
        positions.map(({ id }) => id),
      ),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const keyOf = sortKeyOf(kind, own, sort);
    return positions.flatMap(({ key, id }) => {
      const row = byId.get(id);
      return row && keyOf(row, () => JSON.parse(row.body)) === key ? [row] : [];
    });
  }

  return {
    async page(
      ask: StoredAsk<Own>,
      list: SortedList,
      { after, limit }: { readonly after: SortPosition | null; readonly limit: number },
    ): Promise<SortedPage> {
      const key = JSON.stringify([ask.seq, list]);
      const known = after === null ? [] : (windows.get(key) ?? []);
      let positions = after === null ? [] : rest(known, after, list.order);
      // A shorter rest may lack answers that have moved behind it.
      if (positions.length <= limit) {
        const window = await positionsAfter(ask, list, after, positionsPerWindow);
        windows.set(key, window);
        positions = window;
      }
      const shown = positions.slice(0, limit);
      const next = positions.length > limit ? (shown.at(-1) ?? null) : null;
      return { rows: await readAt(ask, list, shown), next };
    },

    /** Returns all answers after a position, in batches. Resolves when the first ones are known, so that it can still fail. */
    async all(
      ask: StoredAsk<Own>,
      list: SortedList,
      after: SortPosition | null,
    ): Promise<AsyncGenerator<readonly AnswerRow[], void>> {
      const first = await positionsAfter(ask, list, after, positionsPerPass);
      return (async function* () {
        for (let positions = first; positions.length > 0; ) {
          for (let at = 0; at < positions.length; at += batchSize)
            yield await readAt(ask, list, positions.slice(at, at + batchSize));
          const isLast = positions.length < positionsPerPass;
          positions = isLast ? [] : await positionsAfter(ask, list, positions.at(-1) ?? null, positionsPerPass);
        }
      })();
    },
  };
}

/** Returns the positions after one, if the list contains it. */
function rest(known: readonly SortPosition[], after: SortPosition, order: 'asc' | 'desc'): readonly SortPosition[] {
  const at = known.findIndex((position) => comparePositions(position, after, order) === 0);
  return at === -1 ? [] : known.slice(at + 1);
}
