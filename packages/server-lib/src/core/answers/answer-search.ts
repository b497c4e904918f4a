import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { iterateBatches } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { AnswerList, FoundPage } from './answer-list.js';
import { type AnswerPage, type NotedAnswerRow, selectAnswers } from './answer-queries.js';
import { type AnswerSelection, isIndexed } from './answer-selection.js';
import { sizeOfRow } from './scan-answers.js';
import {
  type CountedSlice,
  type CountInput,
  countAnswersReport,
  type FoundSlice,
  findAnswersReport,
} from './search-reports.js';
import { byCreation, type SortPosition } from './sort-position.js';
import { createSortedAnswers, type SortLimits, sortLimits } from './sorted-answers.js';

/** The limits of what a search reads and keeps. */
export interface SearchLimits {
  /** The maximum number of answers that one page or one count reads to find matches. */
  readonly scanned: number;
  /** The maximum number of characters of these answers, including the cost of matching them. */
  readonly characters: number;
  readonly sort: SortLimits;
}

/** The limits of all searches. */
export const searchLimits: SearchLimits = { scanned: 100_000, characters: 64_000_000, sort: sortLimits };

/** The number of matching answers that are returned at once when all are read. */
const batchSize = 500;

/** Where a walk in the order of creation starts. */
export interface ScanStart {
  /** The ID of the answer after which the walk starts. Null for the beginning. */
  readonly after: string | null;
  readonly order: 'asc' | 'desc';
  /** Whether answers have their notes. Default: false. */
  readonly withNotes?: boolean | undefined;
  /** The number of matching answers that are returned at once. */
  readonly batch?: number | undefined;
}

/** Where a page starts, and how long it is. */
export interface PageStart {
  /** The position of the last answer of the previous page. Null for the first page. */
  readonly after: SortPosition | null;
  readonly limit: number;
  /** The maximum number of answers to read, rounded up to whole slices. Default: the limit of all searches. */
  readonly scanned?: number;
}

/** The number of answers that match. */
export interface AnswerCount {
  readonly count: number;
  /** Whether the count stopped at its limits. */
  readonly isCut: boolean;
}

/** Some of the answers that match, in the order of creation. */
export interface ScannedBatch {
  readonly rows: readonly NotedAnswerRow[];
  /** The ID of the last answer that was read, whether it matches or not. Null if no answers are left. */
  readonly last: string | null;
  /** The number of answers that were read, and the number of their characters, including the cost of matching them. */
  readonly read: number;
  readonly characters: number;
}

/** Finds the answers of the asks of one kind. */
export type AnswerSearch<Draft extends AskDraft, Own, Body, W extends KindTypes> = ReturnType<
  typeof createAnswerSearch<Draft, Own, Body, W>
>;

/**
 * Creates the search for answers, by which the API, the host's code and the dashboard list, export, count and change them. Answers that
 * an index finds are read directly. Otherwise, answers are read slice by slice, in the reader thread.
 */
export function createAnswerSearch<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock }: { readonly store: Store; readonly clock: Pick<Clock, 'elapsed'> },
  limits = searchLimits,
) {
  const findReport = findAnswersReport(kind);
  const countReport = countAnswersReport(kind);
  const sorted = createSortedAnswers(kind, { store, clock }, limits.sort);

  /** Yields slices until the end. */
  async function* slices(
    ask: StoredAsk<Own>,
    selection: AnswerSelection,
    { after, limit, order, withNotes = false }: ScanStart & { readonly limit: number },
  ): AsyncGenerator<FoundSlice, void> {
    for (let from = after; ; ) {
      const input = { ask: ask.seq, selection, after: from, limit, order, withNotes };
      const slice: FoundSlice | undefined = await store.report(findReport, input);
      if (!slice) throw new AskwellError('not_found');
      yield slice;
      if (slice.last === null) return;
      from = slice.last;
    }
  }

  /** Returns the answers that match in the order of creation, in batches. */
  async function* scan(
    ask: StoredAsk<Own>,
    selection: AnswerSelection,
    start: ScanStart,
  ): AsyncGenerator<ScannedBatch, void> {
    if (!isIndexed(selection)) {
      yield* slices(ask, selection, { ...start, limit: start.batch ?? batchSize });
      return;
    }
    const notes = start.withNotes ? 'all' : 'none';
    const read = (page: AnswerPage) => store.read(selectAnswers(ask.seq, selection, page, { notes }));
    for await (const rows of iterateBatches(read, start, ask.account, start.batch ?? batchSize)) {
      const characters = rows.reduce((sum, row) => sum + sizeOfRow(row), 0);
      yield { rows, last: rows.at(-1)?.id ?? null, read: rows.length, characters };
    }
  }

  async function* scannedRows(
    ask: StoredAsk<Own>,
    selection: AnswerSelection,
    start: ScanStart,
  ): AsyncGenerator<readonly NotedAnswerRow[], void> {
    for await (const { rows } of scan(ask, selection, start)) if (rows.length > 0) yield rows;
  }

  async function pageByCreation(
    ask: StoredAsk<Own>,
    { selection, order, withNotes = false }: AnswerList,
    { after, limit, scanned = limits.scanned }: PageStart,
  ): Promise<FoundPage> {
    // The additional row shows whether there is another page.
    const page = { after: after?.id ?? null, limit: limit + 1, order };
    if (isIndexed(selection))
      return toPage(
        await store.read(selectAnswers(ask.seq, selection, page, { notes: withNotes ? 'all' : 'none' })),
        limit,
      );
    const found: NotedAnswerRow[] = [];
    let [read, characters] = [0, 0];
    for await (const slice of slices(ask, selection, { ...page, withNotes })) {
      found.push(...slice.rows);
      read += slice.read;
      characters += slice.characters;
      if (found.length > limit) break;
      if (slice.last !== null && (read >= scanned || characters >= limits.characters))
        return { rows: found, next: positionOf(slice.last), isCut: found.length < limit, sorted: null };
    }
    return toPage(found, limit);
  }

  /** Returns the sorted answers. If there are too many to sort, older ones follow, newest first. */
  async function* sortedRows(
    ask: StoredAsk<Own>,
    { selection, withNotes }: AnswerList,
    { batches, oldest }: Awaited<ReturnType<typeof sorted.all>>,
  ): AsyncGenerator<readonly NotedAnswerRow[], void> {
    yield* batches;
    if (oldest !== null) yield* scannedRows(ask, selection, { after: oldest, order: 'desc', withNotes });
  }

  return {
    /**
     * Returns a page. It has fewer answers than its limit if many were read without a match. If there are too many answers to sort,
     * it has only the newest ones, and `sorted` is their number.
     */
    page: (ask: StoredAsk<Own>, list: AnswerList, start: PageStart): Promise<FoundPage> =>
      list.sort === byCreation ? pageByCreation(ask, list, start) : sorted.page(ask, list, start),

    /**
     * Returns all answers after a position, in batches. Resolves as soon as it is known whether all of them can be sorted.
     *
     * @param whenTooMany Whether to refuse too many answers to sort, or to return the newest ones sorted and older ones after them.
     * @throws AskwellError with the code `invalid` if there are too many answers to sort.
     */
    async all(
      ask: StoredAsk<Own>,
      list: AnswerList,
      after: SortPosition | null = null,
      whenTooMany: 'refuse' | 'sort_newest' = 'refuse',
    ): Promise<AsyncGenerator<readonly NotedAnswerRow[], void>> {
      const { selection, sort, order, withNotes } = list;
      if (sort === byCreation) return scannedRows(ask, selection, { after: after?.id ?? null, order, withNotes });
      const found = await sorted.all(ask, list, after);
      if (found.oldest !== null && whenTooMany === 'refuse') throw tooManyToSort(limits.sort);
      return sortedRows(ask, list, found);
    },

    scan,

    /** Counts the matching answers up to the answer `upTo`. Stops at its limits. */
    async count(
      ask: StoredAsk<Own>,
      selection: AnswerSelection,
      upTo: string,
      { scanned, characters: maxCharacters }: Pick<SearchLimits, 'scanned' | 'characters'> = limits,
    ): Promise<AnswerCount> {
      let [read, characters, count] = [0, 0, 0];
      for (let after: string | null = null; ; ) {
        const input: CountInput = { ask: ask.seq, selection, after, upTo };
        const slice: CountedSlice | undefined = await store.report(countReport, input);
        if (!slice) throw new AskwellError('not_found');
        count += slice.count;
        read += slice.read;
        characters += slice.characters;
        if (slice.last === null || slice.last >= upTo) return { count, isCut: false };
        if (read >= scanned || characters >= maxCharacters) return { count, isCut: true };
        after = slice.last;
      }
    },
  };
}

/** Returns the error for a list with more answers than can be sorted. */
export function tooManyToSort({ answers } = sortLimits): AskwellError {
  return invalidField('sort', fault('too_many_to_sort', { max: answers }));
}

function toPage(rows: readonly NotedAnswerRow[], limit: number): FoundPage {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last ? positionOf(last.id) : null, isCut: false, sorted: null };
}

const positionOf = (id: string): SortPosition => ({ key: null, id });
