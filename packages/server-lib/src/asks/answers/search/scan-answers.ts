import type { Operation } from '../../../store/operation.js';
import { one } from '../../../store/sql/statement.js';
import type { AskKind } from '../../ask-types.js';
import type { Definition } from '../../definition/stored-ask.js';
import type { NotedAnswerRow } from '../answer-queries.js';
import type { ColumnSource } from '../columns/ask-columns.js';
import type { AnswerSelection } from '../filters/answer-selection.js';
import { readerOf } from './changed-answers.js';

/** The number of answers that a slice reads. Other reports run between two slices. */
export const answersPerSlice = 5_000;

/** The number of characters of answers after which a slice ends. */
const maxSliceCharacters = 4_000_000;

/** The number of answers per statement. Limits the memory that a slice needs. */
const batchSize = 500;

/** Where a slice starts. */
export interface SliceStart {
  /** The ID of the last answer of the previous slice. Null for the first slice. */
  readonly after: string | null;
  readonly order: 'asc' | 'desc';
}

/** What a slice reads of each answer. */
export interface SliceOptions {
  /** Whether answers have their notes. */
  readonly withNotes: boolean;
  /** What reading an answer costs in addition to its characters. */
  readonly cost: number;
}

/** Where a slice ended. */
export interface SliceEnd {
  /** The ID of the last answer. Null if there are no more. */
  readonly last: string | null;
  /** The number of answers that were read, and that of their characters. */
  readonly read: number;
  readonly characters: number;
}

/**
 * Reads a slice of the answers among which those of a selection are, in the order of their IDs, until `visit` returns false.
 */
export function* scanSlice(
  ask: number,
  selection: AnswerSelection,
  { after, order, withNotes, cost }: SliceStart & SliceOptions,
  visit: (row: NotedAnswerRow) => boolean,
): Operation<SliceEnd> {
  const readBatch = yield* readerOf(ask, selection, withNotes);
  let [last, read, characters] = [after, 0, 0];
  while (read < answersPerSlice && characters < maxSliceCharacters) {
    const { rows, next } = yield* readBatch({ after: last, limit: batchSize, order });
    for (const row of rows) {
      read++;
      characters += row.body.length + cost;
      if (!visit(row)) return { last: row.id, read, characters };
    }
    last = next;
    if (next === null) break;
  }
  return { last, read, characters };
}

/** Reads the definition of an ask as text. Undefined if there is no such ask of the kind. */
export function* selectDefinition(ask: number, kind: AskKind): Operation<string | undefined> {
  const row = yield* one<{ definition: string }>`select definition from askwell_asks
    where seq = ${ask} and kind = ${kind}`;
  return row?.definition;
}

/** Returns the parts of a definition that columns need. Definitions of earlier versions are anonymous. */
export function columnSource<Own>(definition: string): ColumnSource<Own> {
  const { own, terms }: Definition<Own> = JSON.parse(definition);
  return { own, isAnonymous: terms.anonymous ?? true };
}
