import type { ComputeLimit, Operation } from '../../db/operation.js';
import { one } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Definition } from '../asks/stored-ask.js';
import type { NotedAnswerRow } from './answer-queries.js';
import type { AnswerSelection } from './answer-selection.js';
import type { ColumnSource } from './ask-columns.js';
import { readerOf } from './changed-answers.js';
import { answersPerSlice, maxSliceCharacters } from './limits.js';

/** The number of answers per statement. Limits the memory that a slice needs. */
const batchSize = 500;

/**
 * The number of answers of the first statement. Each following statement reads twice as many, so that a slice of costly answers
 * reads few.
 */
const firstBatchSize = 125;

/** Where a slice starts. */
export interface SliceStart {
  /** The ID of the last answer of the previous slice. Null for the first slice. */
  readonly after: string | null;
  readonly order: 'asc' | 'desc';
}

/** The options of a slice. */
export interface SliceOptions {
  /** Whether answers have their notes. */
  readonly withNotes: boolean;
  /** Has the cost of matching answers so far, in characters. */
  readonly matcher: { readonly cost: number };
  readonly limit: ComputeLimit;
}

/** Where a slice ended. */
export interface SliceEnd {
  /** The ID of the last answer. Null if there are no more. */
  readonly last: string | null;
  /** The number of answers that were read, and the number of their characters, including the cost of matching them. */
  readonly read: number;
  readonly characters: number;
}

/** Returns the number of characters of an answer and its note. */
export function sizeOfRow({ body, tags, note }: NotedAnswerRow): number {
  return body.length + (tags?.length ?? 0) + (note?.length ?? 0);
}

/** Returns a meter that ends a slice when it has read enough characters or computed for long enough. */
export function createSliceLimit({ matcher, limit }: Pick<SliceOptions, 'matcher' | 'limit'>) {
  let [characters, computed, startedAt] = [0, 0, 0];
  return {
    /**
     * Starts to measure. The time of statements does not count, so that each slice reads some answers even if statements are slow.
     */
    start(): void {
      startedAt = limit.elapsed();
    },
    /** Stops measuring until the next start. */
    pause(): void {
      computed += limit.elapsed() - startedAt;
    },
    /** Adds an answer. Returns whether it is the last one of the slice. */
    add(row: NotedAnswerRow): boolean {
      characters += sizeOfRow(row);
      return (
        characters + matcher.cost >= maxSliceCharacters || computed + limit.elapsed() - startedAt >= limit.milliseconds
      );
    },
    get characters(): number {
      return characters + matcher.cost;
    },
  };
}

/** Reads a slice of the answers that may match a selection, in the order of their IDs, until `visit` returns false. */
export function* scanSlice(
  ask: number,
  selection: AnswerSelection,
  { after, order, withNotes, matcher, limit }: SliceStart & SliceOptions,
  visit: (row: NotedAnswerRow) => boolean,
): Operation<SliceEnd> {
  const readBatch = yield* readerOf(ask, selection, withNotes);
  const slice = createSliceLimit({ matcher, limit });
  let [last, read] = [after, 0];
  for (let size = firstBatchSize; read < answersPerSlice; size = Math.min(2 * size, batchSize)) {
    const { rows, next } = yield* readBatch({ after: last, limit: Math.min(size, answersPerSlice - read), order });
    slice.start();
    for (const row of rows) {
      read++;
      const goesOn = visit(row);
      if (slice.add(row) || !goesOn) return { last: row.id, read, characters: slice.characters };
    }
    slice.pause();
    last = next;
    if (next === null) break;
  }
  return { last, read, characters: slice.characters };
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
