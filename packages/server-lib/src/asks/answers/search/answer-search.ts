import type { AskDraft } from '../../../contract/resources.js';
import { AskwellError } from '../../../errors.js';
import { iterateBatches } from '../../../store/paging.js';
import type { Store } from '../../../store/store.js';
import type { StoredAsk } from '../../definition/stored-ask.js';
import type { KindDefinition } from '../../kind-definition.js';
import type { KindTypes } from '../../kind-types.js';
import { type AnswerPage, type AnswerRow, selectAnswers } from '../answer-queries.js';
import { type AnswerSelection, isIndexed } from '../filters/answer-selection.js';
import { type FoundSlice, findAnswersReport } from './search-reports.js';
import { createSortedAnswers, type SortLimits, sortLimits } from './sorted-answers.js';

/** The limits of what a search reads and keeps. */
export interface SearchLimits {
  /** The number of answers that one page reads to find those that match. */
  readonly scanned: number;
  readonly sort: SortLimits;
}

/** The limits of all searches. */
export const searchLimits: SearchLimits = { scanned: 100_000, sort: sortLimits };

/** The number of matching answers that are returned at once when all are read. */
const batchSize = 500;

/** A page of the answers that match. */
export interface FoundPage {
  readonly rows: readonly AnswerRow[];
  /** The ID after which the next page starts. Null if no answers are left. */
  readonly next: string | null;
}

/** Finds the answers of the asks of one kind. */
export type AnswerSearch<Draft extends AskDraft, Own, Body, W extends KindTypes> = ReturnType<
  typeof createAnswerSearch<Draft, Own, Body, W>
>;

/**
 * Creates the search for answers. Answers that an index finds are read directly. Otherwise, answers are read slice by slice, in the
 * reader thread.
 */
export function createAnswerSearch<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
  limits = searchLimits,
) {
  const report = findAnswersReport(kind);

  async function findSlice(ask: StoredAsk<Own>, selection: AnswerSelection, page: AnswerPage): Promise<FoundSlice> {
    const slice = await store.report(report, { ask: ask.seq, selection, ...page });
    if (!slice) throw new AskwellError('not_found');
    return slice;
  }

  /** Yields slices until the end, or until a number of answers was read. */
  async function* slices(
    ask: StoredAsk<Own>,
    selection: AnswerSelection,
    { after, limit, order }: AnswerPage,
  ): AsyncGenerator<FoundSlice, void> {
    for (let from = after; ; ) {
      const slice = await findSlice(ask, selection, { after: from, limit, order });
      yield slice;
      if (slice.last === null) return;
      from = slice.last;
    }
  }

  async function* allRows(
    ask: StoredAsk<Own>,
    selection: AnswerSelection,
    { after, order }: Pick<AnswerPage, 'after' | 'order'>,
  ): AsyncGenerator<readonly AnswerRow[], void> {
    for await (const { rows } of slices(ask, selection, { after, order, limit: batchSize }))
      if (rows.length > 0) yield rows;
  }

  return {
    /** Returns a page in the order of creation. It has fewer answers than its limit if many were read without a match. */
    async page(
      ask: StoredAsk<Own>,
      selection: AnswerSelection,
      { after, limit, order }: AnswerPage,
    ): Promise<FoundPage> {
      // The additional row shows whether there is another page.
      const page = { after, limit: limit + 1, order };
      if (isIndexed(selection)) return toPage(await store.read(selectAnswers(ask.seq, selection, page)), limit);
      const found: AnswerRow[] = [];
      let read = 0;
      for await (const slice of slices(ask, selection, page)) {
        found.push(...slice.rows);
        read += slice.read;
        if (found.length > limit) break;
        if (slice.last !== null && read >= limits.scanned) return { rows: found, next: slice.last };
      }
      return toPage(found, limit);
    },

    /** Returns all answers in the order of creation, in batches. */
    all(
      ask: StoredAsk<Own>,
      selection: AnswerSelection,
      start: Pick<AnswerPage, 'after' | 'order'>,
    ): AsyncGenerator<readonly AnswerRow[], void> {
      if (!isIndexed(selection)) return allRows(ask, selection, start);
      return iterateBatches(
        (page: AnswerPage) => store.read(selectAnswers(ask.seq, selection, page)),
        start,
        ask.account,
      );
    },

    sorted: createSortedAnswers(kind, store, limits.sort),
  };
}

function toPage(rows: readonly AnswerRow[], limit: number): FoundPage {
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
