import type { AskDraft } from '../../../contract/resources.js';
import type { Report } from '../../../store/operation.js';
import type { KindDefinition } from '../../kind-definition.js';
import type { KindTypes } from '../../kind-types.js';
import type { AnswerRow } from '../answer-queries.js';
import type { AnswerSelection } from '../filters/answer-selection.js';
import { createMatcher } from '../filters/match-answers.js';
import { ownPart, type SliceEnd, type SliceStart, scanSlice, selectDefinition } from './scan-answers.js';
import { comparePositions, type ScannedSort, type SortPosition } from './sort-position.js';

/** A request to find the matching answers of a slice. */
export interface FindInput extends SliceStart {
  readonly ask: number;
  readonly selection: AnswerSelection;
  /** The number of matching answers after which the slice ends. */
  readonly limit: number;
}

/** The matching answers of a slice. */
export interface FoundSlice extends SliceEnd {
  readonly rows: readonly AnswerRow[];
}

/** Returns a report that finds the matching answers of a slice. Its result is undefined if the ask does not exist. */
export function findAnswersReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<FindInput, FoundSlice | undefined> {
  return {
    name: `${kind.plural}.findAnswers`,
    *read({ ask, selection, limit, ...start }) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const match = createMatcher(kind, ownPart<Own>(definition), selection);
      const rows: AnswerRow[] = [];
      const end = yield* scanSlice(ask, selection, start, (row) => {
        if (match(row)) rows.push(row);
        return rows.length < limit;
      });
      return { ...end, rows };
    },
  };
}

/** A request to sort the matching answers of a slice. */
export interface SortInput extends Omit<FindInput, 'limit' | 'order'> {
  readonly sort: ScannedSort;
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
    *read({ ask, selection, sort, order, from, before, after }) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const own = ownPart<Own>(definition);
      const match = createMatcher(kind, own, selection);
      const keyOf = sortKeyOf(kind, own, sort);
      const positions: SortPosition[] = [];
      const end = yield* scanSlice(ask, selection, { after, order: 'desc' }, (row) => {
        const body = match(row);
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

/** Returns the function that reads the value that answers are sorted by. */
export function sortKeyOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { filters }: KindDefinition<Draft, Own, Body, W>,
  own: Own,
  sort: ScannedSort,
): (row: AnswerRow, body: () => Body) => number {
  if (sort === 'updated_at') return (row) => row.updated_at;
  return (_row, body) => filters.scoreOf?.(own, body()).score ?? 0;
}
