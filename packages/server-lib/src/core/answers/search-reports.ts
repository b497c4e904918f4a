import type { Report } from '../../db/operation.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { type NotedAnswerRow, selectAnswers } from './answer-queries.js';
import type { AnswerSelection } from './answer-selection.js';
import { type ColumnSource, columnsOfAsk, noteColumns } from './ask-columns.js';
import { createMatcher } from './match-answers.js';
import {
  columnSource,
  createSliceLimit,
  type SliceEnd,
  type SliceStart,
  scanSlice,
  selectDefinition,
} from './scan-answers.js';
import { comparePositions, type SortKey, type SortPosition, sortKeyOf } from './sort-position.js';

/** A request to find the matching answers of a slice. */
export interface FindInput extends SliceStart {
  readonly ask: number;
  readonly selection: AnswerSelection;
  /** The number of matching answers after which the slice ends. */
  readonly limit: number;
  /** Whether the answers have their notes. */
  readonly withNotes: boolean;
}

/** The matching answers of a slice. */
export interface FoundSlice extends SliceEnd {
  readonly rows: readonly NotedAnswerRow[];
}

/** Returns a report that finds the matching answers of a slice. Its result is undefined if the ask does not exist. */
export function findAnswersReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<FindInput, FoundSlice | undefined> {
  return {
    name: `${kind.plural}.findAnswers`,
    *read({ ask, selection, limit: maxRows, ...start }, limit) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const matcher = createMatcher(kind, columnSource<Own>(definition), selection);
      const rows: NotedAnswerRow[] = [];
      const end = yield* scanSlice(ask, selection, { ...start, matcher, limit }, (row) => {
        if (matcher.match(row)) rows.push(row);
        return rows.length < maxRows;
      });
      return { ...end, rows };
    },
  };
}

/** A request to count the matching answers of a slice, oldest first. */
export interface CountInput {
  readonly ask: number;
  readonly selection: AnswerSelection;
  readonly after: string | null;
  /** The ID of the last answer that is counted. */
  readonly upTo: string;
}

/** The number of matching answers of a slice. */
export interface CountedSlice extends SliceEnd {
  readonly count: number;
}

/** Returns a report that counts the matching answers of a slice. Its result is undefined if the ask does not exist. */
export function countAnswersReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<CountInput, CountedSlice | undefined> {
  return {
    name: `${kind.plural}.countAnswers`,
    *read({ ask, selection, after, upTo }, limit) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const matcher = createMatcher(kind, columnSource<Own>(definition), selection);
      let count = 0;
      const start = { after, order: 'asc', withNotes: false, matcher, limit } as const;
      const end = yield* scanSlice(ask, selection, start, (row) => {
        if (row.id <= upTo && matcher.match(row)) count++;
        return row.id < upTo;
      });
      return { ...end, count };
    },
  };
}

/** A request to sort the matching answers of a slice. */
export interface SortInput {
  readonly ask: number;
  readonly selection: AnswerSelection;
  /** The ID of the last answer of the previous slice. Null for the first slice. */
  readonly after: string | null;
  /** The ID of the column. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** Only answers between these positions, both exclusive. Null: not limited. */
  readonly from: SortPosition | null;
  readonly before: SortPosition | null;
}

/** The matching answers of a slice, sorted. */
export interface SortedSlice extends SliceEnd {
  readonly positions: readonly SortPosition[];
}

/** Returns a report that sorts the matching answers of a slice. Its result is undefined if the ask does not exist. */
export function sortAnswersReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<SortInput, SortedSlice | undefined> {
  return {
    name: `${kind.plural}.sortAnswers`,
    *read({ ask, selection, sort, order, from, before, after }, limit) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const source = columnSource<Own>(definition);
      const matcher = createMatcher(kind, source, selection);
      const keyOf = createKeyReader(kind, source, sort);
      const positions: SortPosition[] = [];
      const start = { after, order: 'desc', withNotes: noteColumns.has(sort), matcher, limit } as const;
      const end = yield* scanSlice(ask, selection, start, (row) => {
        const body = matcher.match(row);
        if (!body) return true;
        const position = { key: keyOf(row, body), id: row.id };
        const isBetween =
          (from === null || comparePositions(position, from, order) > 0) &&
          (before === null || comparePositions(position, before, order) < 0);
        if (isBetween) positions.push(position);
        return true;
      });
      return { ...end, positions: positions.sort((a, b) => comparePositions(a, b, order)) };
    },
  };
}

/** A request to read the matching answers at positions. Has at least one position. */
export interface PositionsInput {
  readonly ask: number;
  readonly selection: AnswerSelection;
  /** The ID of the column. */
  readonly sort: string;
  readonly positions: readonly SortPosition[];
}

/** The answers at the first of the positions. */
export interface PositionedSlice {
  readonly rows: readonly NotedAnswerRow[];
  /** The number of positions that were read. */
  readonly read: number;
}

/**
 * Returns a report that reads the answers at positions, with their notes. It omits answers that were deleted, no longer match or
 * have moved. A moved answer is returned at its new position. Its result is undefined if the ask does not exist.
 */
export function positionedAnswersReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<PositionsInput, PositionedSlice | undefined> {
  return {
    name: `${kind.plural}.positionedAnswers`,
    *read({ ask, selection, sort, positions }, limit) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const source = columnSource<Own>(definition);
      const matcher = createMatcher(kind, source, selection);
      const keyOf = createKeyReader(kind, source, sort);
      const ids = positions.map(({ id }) => id);
      const page = { after: null, limit: ids.length, order: 'asc' } as const;
      const found = yield* selectAnswers(ask, selection, page, { ids, notes: 'all' });
      const byId = new Map(found.map((row) => [row.id, row]));
      const slice = createSliceLimit({ matcher, limit });
      const rows: NotedAnswerRow[] = [];
      slice.start();
      for (const [at, { key, id }] of positions.entries()) {
        const row = byId.get(id);
        if (!row) continue;
        const body = matcher.match(row);
        if (body && keyOf(row, body) === key) rows.push(row);
        if (slice.add(row)) return { rows, read: at + 1 };
      }
      return { rows, read: positions.length };
    },
  };
}

/** Returns the function that reads the value by which answers are sorted. */
function createKeyReader<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  source: ColumnSource<Own>,
  sort: string,
): (row: NotedAnswerRow, body: () => Body) => SortKey {
  const column = columnsOfAsk(kind, source).find(({ id }) => id === sort);
  return (row, body) => sortKeyOf(column?.read(row, body) ?? null);
}
