import type { Micros } from '../../base/clock.js';
import type { Operation } from '../../db/operation.js';
import { byIndex } from '../../db/sql/dialect.js';
import { all } from '../../db/sql/statement.js';
import { firstId } from '../ids.js';
import { type AnswerPage, type AnswerReadOptions, type NotedAnswerRow, selectAnswers } from './answer-queries.js';
import { type AnswerSelection, readsNotes } from './answer-selection.js';
import { maxChangedAnswers } from './limits.js';

/** Some of the answers of an ask, in the order of their IDs. */
export interface AnswerBatch {
  readonly rows: readonly NotedAnswerRow[];
  /** The ID after which the next batch starts. Null after the last batch. */
  readonly next: string | null;
}

/** Returns the next answers after an ID. A batch before the last one can have fewer answers than the limit, or none. */
export type ReadBatch = (page: AnswerPage) => Operation<AnswerBatch>;

/**
 * Returns a reader of all answers that may match the selection. With `tag`, it reads the answers with a note. With `updatedSince`,
 * it reads the answers that were created since, and finds older ones by an index, unless there are too many.
 */
export function* readerOf(ask: number, selection: AnswerSelection, withNotes = false): Operation<ReadBatch> {
  const { updatedSince, tag } = selection;
  if (tag !== null) return (page) => readAll(ask, selection, page, { notes: 'only' });
  const notes = withNotes || readsNotes(selection) ? 'all' : 'none';
  const changed = updatedSince === null ? null : yield* findChanged(ask, updatedSince);
  if (updatedSince === null || changed === null) return (page) => readAll(ask, selection, page, { notes });
  const boundary = firstId(updatedSince);
  const older = changed.filter((id) => id < boundary);
  const ids = { asc: older, desc: older.toReversed() };
  return (page) => readChanged(ask, selection, { boundary, older: ids[page.order], notes }, page);
}

/** Returns the IDs of the answers that changed at a time or later, in their order. Null if there are too many. */
function* findChanged(ask: number, since: Micros): Operation<string[] | null> {
  const found = yield* all<{ id: string }>`
    select id from askwell_answers ${byIndex('askwell_answers_changed')}
    where ask = ${ask} and updated_at >= ${since} limit ${maxChangedAnswers + 1}`;
  return found.length > maxChangedAnswers ? null : found.map(({ id }) => id).sort();
}

function* readAll(
  ask: number,
  selection: AnswerSelection,
  page: AnswerPage,
  options: AnswerReadOptions,
): Operation<AnswerBatch> {
  const rows = yield* selectAnswers(ask, selection, page, options);
  return { rows, next: rows.length < page.limit ? null : (rows.at(-1)?.id ?? null) };
}

/** The answers that changed since a time, in two parts. */
interface ChangedParts {
  /** Answers with this ID or a later one were created since. */
  readonly boundary: string;
  /** The IDs of older answers that changed, in the order of the page. */
  readonly older: readonly string[];
  readonly notes: 'none' | 'all';
}

function* readChanged(
  ask: number,
  selection: AnswerSelection,
  { boundary, older, notes }: ChangedParts,
  page: AnswerPage,
): Operation<AnswerBatch> {
  const { after, limit, order } = page;
  const left = after === null ? older : older.filter((id) => (order === 'asc' ? id > after : id < after));
  const isInOlder = order === 'asc' ? left.length > 0 : after !== null && after <= boundary;
  if (!isInOlder) {
    const rows = yield* selectAnswers(ask, selection, page, { from: boundary, notes });
    if (rows.length === limit) return { rows, next: rows.at(-1)?.id ?? null };
    return { rows, next: order === 'asc' || left.length === 0 ? null : boundary };
  }
  const ids = left.slice(0, limit);
  const rows = ids.length === 0 ? [] : yield* selectAnswers(ask, selection, page, { ids, notes });
  const isLast = order === 'desc' && ids.length === left.length;
  return { rows, next: isLast ? null : (ids.at(-1) ?? null) };
}
