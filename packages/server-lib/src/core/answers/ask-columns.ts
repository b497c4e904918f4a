import { withMembers } from '../../base/with-members.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { answerPrefixes } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { formatVoterRef } from '../submit/voter-ref.js';
import { type AnswerCell, type ColumnHead, languageCell, listCell, textCell, timeCell } from './answer-column.js';
import type { NotedAnswerRow } from './answer-queries.js';
import { parseTags } from './parse-note.js';

/** A column of the answers to one ask. */
export interface AskColumn<Body> extends ColumnHead {
  /** Returns null if the answer has nothing in this column. `body` parses the content of the answer. */
  read(row: NotedAnswerRow, body: () => Body): AnswerCell | null;
}

/** The columns of the notes of owners. Without them, the notes of answers are not read. */
export const noteColumns: ReadonlySet<string> = new Set(['tags', 'note']);

/**
 * The columns in which a search for a text does not look. The name of a language is often also a word in an answer, and most
 * answers never change.
 */
const unsearched: ReadonlySet<string> = new Set(['language', 'updated_at']);

/** Returns whether a search for a text looks in a column. */
export function isSearched({ id }: ColumnHead): boolean {
  return !unsearched.has(id);
}

/** The part of a definition that has columns. */
export interface ColumnSource<Own> {
  readonly own: Own;
  /** Whether the answers are stored without the users who gave them. */
  readonly isAnonymous: boolean;
}

/** Returns the columns of the answers to an ask. The columns of its kind follow the time and the user. */
export function columnsOfAsk<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { own, isAnonymous }: ColumnSource<Own>,
): readonly AskColumn<Body>[] {
  const respondent: AskColumn<Body> = {
    id: 'respondent',
    label: 'User',
    read: (row) => textCell(row.respondent),
  };
  return [
    { id: 'created_at', label: 'Time (UTC)', read: (row) => timeCell(row.created_at) },
    ...(isAnonymous ? [] : [respondent]),
    ...kind
      .columns(own)
      .map(
        ({ read, ...head }): AskColumn<Body> =>
          withMembers(head, { read: (_row: NotedAnswerRow, body: () => Body) => read(body()) }),
      ),
    {
      id: 'tags',
      label: 'Tags',
      read: ({ tags }) => listCell(parseTags(tags).map((label) => ({ label }))),
    },
    { id: 'note', label: 'Note', isMinor: true, read: ({ note }) => textCell(note) },
    { id: 'language', label: 'Language', isMinor: true, read: ({ language }) => languageCell(language) },
    { id: 'voter_ref', label: 'Visitor', isMinor: true, read: ({ voter }) => textCell(formatVoterRef(voter)) },
    { id: 'id', label: 'Answer ID', isMinor: true, read: ({ id }) => textCell(answerPrefixes[kind.name] + id) },
    { id: 'updated_at', label: 'Changed (UTC)', isMinor: true, read: (row) => timeCell(row.updated_at) },
  ];
}
