import { invalidField } from '../../base/faults/invalid-field.js';
import { type Cursors, createCursors, type SearchedList } from '../../http/paging.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { wireIdOf } from '../ids.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import type { ColumnHead } from './answer-column.js';
import type { AnswerListQuery } from './answer-params.js';
import type { NotedAnswerRow } from './answer-queries.js';
import { tooManyToSort } from './answer-search.js';
import type { AnswerSelection } from './answer-selection.js';
import { type AnswerFileContent, answersFile } from './answers-file.js';
import { byCreation, formatPosition, parsePosition, positionPattern, type SortPosition } from './sort-position.js';

/**
 * Returns a list of the answers of an ask.
 *
 * @throws AskwellError with the code `invalid` if there is no such column to sort by.
 */
export function listAnswersOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, answers }: Pick<KindServices<Draft, Own, Body, W>, 'kind' | 'answers'>,
  ask: StoredAsk<Own>,
  { sort, order }: Pick<AnswerListQuery, 'sort' | 'order'>,
  selection: AnswerSelection,
): SearchedList<NotedAnswerRow> {
  const { search } = answers;
  if (sort !== byCreation) requireColumn(sort, answers.columns(ask));
  const list = { selection, sort, order };
  const cursors = answerCursors(ask, sort);
  const startAt = (cursor: string | undefined) => (cursor === undefined ? null : requirePosition(cursors, cursor));
  const all = async (withNotes: boolean, cursor: string | undefined) =>
    search.all(ask, { ...list, withNotes }, startAt(cursor));
  const toResource = (row: NotedAnswerRow) => answers.showNoted(ask, row);
  const content = (): AnswerFileContent => ({
    name: `${wireIdOf(ask)}-${kind.answers}`,
    columns: answers.csvColumns(ask),
    toCells: (row) => answers.csvCells(ask, row),
    toObject: toResource,
  });
  return {
    party: ask.account,
    async page(cursor, limit) {
      const { rows, next, sorted } = await search.page(
        ask,
        { ...list, withNotes: true },
        { after: startAt(cursor), limit },
      );
      if (sorted !== null) throw tooManyToSort();
      return { rows, next: next && cursors.encode(next) };
    },
    all: (cursor) => all(true, cursor),
    toResource,
    // Tables have no notes.
    file: async (format, cursor) => answersFile(format, content(), await all(false, cursor)),
  };
}

/**
 * Checks that a column to sort by exists.
 *
 * @throws AskwellError with the code `invalid` if no column has the ID.
 */
function requireColumn(id: string, columns: readonly ColumnHead[]): void {
  if (!columns.some((column) => column.id === id)) throw invalidField('sort', fault('unknown_column'));
}

/** The cursors of one ask and one order. Cursors of other lists are refused. */
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
