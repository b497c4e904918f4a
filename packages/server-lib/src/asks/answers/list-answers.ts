import { type Cursors, createCursors, defaultPageSize, refuseLimit, serializeInBatches } from '../../api/paging.js';
import { invalidField } from '../../faults/invalid-field.js';
import type { Reply } from '../../http/exchange.js';
import { listPage, uncompressed } from '../../http/reply.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindTypes } from '../kind-types.js';
import { type AnswerFileContent, answersFile } from './answers-file.js';
import type { ColumnHead } from './columns/answer-column.js';
import type { AnswerListQuery } from './filters/answer-params.js';
import type { AnswerSelection } from './filters/answer-selection.js';
import { type AnswerSearch, tooManyToSort } from './search/answer-search.js';
import {
  byCreation,
  formatPosition,
  parsePosition,
  positionPattern,
  type SortPosition,
} from './search/sort-position.js';

/** The answers of an ask that a request lists. */
export interface RequestedAnswers<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly ask: StoredAsk<Own>;
  readonly search: AnswerSearch<Draft, Own, Body, W>;
  readonly columns: readonly ColumnHead[];
  readonly selection: AnswerSelection;
}

/**
 * Returns a reply with one page as JSON, or with the whole list as JSON Lines or CSV. The reply is never compressed,
 * because compression can leak the secrets in it: answer IDs give access to answers, and visitors control the texts
 * next to them.
 *
 * @throws AskwellError with the code `invalid` if another list returned the cursor, or if there is no such column to sort by.
 */
export async function replyWithAnswers<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { sort, order, format, limit, cursor }: AnswerListQuery,
  { ask, search, columns, selection }: RequestedAnswers<Draft, Own, Body, W>,
  file: AnswerFileContent,
): Promise<Reply> {
  const list = { selection, sort: requireColumn(sort, columns), order, withNotes: format !== 'csv' };
  const cursors = answerCursors(ask, sort);
  const after = cursor === undefined ? null : requirePosition(cursors, cursor);
  if (format === 'json') {
    const { rows, next, sorted } = await search.page(ask, list, { after, limit: limit ?? defaultPageSize });
    if (sorted !== null) throw tooManyToSort();
    return uncompressed(
      listPage(await serializeInBatches(rows, file.toObject, ask.account), next && cursors.encode(next)),
    );
  }
  refuseLimit({ limit });
  return answersFile(format, file, await search.all(ask, list, after));
}

/**
 * Returns the column by which a list is sorted.
 *
 * @throws AskwellError with the code `invalid` if there is no such column.
 */
export function requireColumn(sort: string, columns: readonly ColumnHead[]): string {
  if (sort === byCreation || columns.some(({ id }) => id === sort)) return sort;
  throw invalidField('sort', fault('unknown_column'));
}

/** The cursors of one ask and one order. Those of other lists are refused. */
export interface AnswerCursors {
  encode(position: SortPosition): string;
  /** Returns undefined if another list returned the cursor. */
  decode(cursor: string): SortPosition | undefined;
}

/** Returns the cursors of one ask and one order. */
export function answerCursors({ id }: StoredAsk<unknown>, sort: string): AnswerCursors {
  const cursors: Cursors<string> = createCursors(`${sort}.${id}`, positionPattern, String);
  return {
    encode: (position) => cursors.encode(formatPosition(position)),
    decode(cursor) {
      const text = cursors.decode(cursor);
      return text === undefined ? undefined : parsePosition(text);
    },
  };
}

/** @throws AskwellError with the code `invalid` if another list returned the cursor. */
export function requirePosition({ decode }: AnswerCursors, cursor: string): SortPosition {
  const position = decode(cursor);
  if (!position) throw invalidField('cursor', fault('invalid_cursor'));
  return position;
}
