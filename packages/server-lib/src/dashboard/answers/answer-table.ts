import { formatTimestamp } from '../../base/clock.js';
import type { AnswerCell, ColumnHead } from '../../core/answers/answer-column.js';
import type { NotedAnswerRow } from '../../core/answers/answer-queries.js';
import type { AskColumn } from '../../core/answers/ask-columns.js';
import { parseOnce } from '../../core/answers/match-answers.js';
import { parseTags } from '../../core/answers/parse-note.js';
import { formatVoterRef } from '../../core/submit/voter-ref.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Timestamp } from '../../shared/contract/resources.js';

/** An answer that is read cell by cell. */
export interface ReadAnswer {
  /** The ID with the prefix of the kind. */
  readonly id: string;
  readonly row: NotedAnswerRow;
  readonly createdAt: Timestamp;
  readonly voterRef: string | null;
  readonly tags: readonly string[];
  readonly note: string;
  /** Returns the cell of a column by its index. */
  cell(column: number): AnswerCell | null;
}

/** A column of the table. */
export interface AnswerTableColumn extends Pick<ColumnHead, 'label' | 'isMinor' | 'list'> {
  /** The name in URLs. */
  readonly id: string;
  /** The ID of the column in filters and orders. */
  readonly column: string;
}

/** The answers of an ask as a table for people. */
export interface AnswerTable {
  readonly columns: readonly AnswerTableColumn[];
  read(row: NotedAnswerRow): ReadAnswer;
}

/** The names of the shared columns in URLs. No ID of a definition begins with a dot. */
export const timeColumn = '.time';
export const respondentColumn = '.user';
export const tagsColumn = '.tags';
const sharedNames: ReadonlyMap<string, string> = new Map([
  ['created_at', timeColumn],
  ['respondent', respondentColumn],
  ['tags', tagsColumn],
  ['note', '.note'],
  ['language', '.language'],
  ['voter_ref', '.visitor'],
  ['id', '.id'],
]);

/** Returns the name of a column in URLs. A column of the definition has the same name as in CSV exports of the REST API. */
function urlName({ id }: ColumnHead, kind: AskKind): string {
  return sharedNames.get(id) ?? id.replace(/^(field|ratings)\./, kind === 'quiz' ? 'answers.' : '');
}

/** The number of columns of the kind that a table has, unless others are chosen. */
const defaultColumnCount = 4;

/** Returns the names of the columns that a table has, unless others are chosen. */
export function defaultColumns(columns: readonly AnswerTableColumn[]): readonly string[] {
  const shown = columns.filter((column) => isOwnColumn(column) && !column.isMinor).slice(0, defaultColumnCount);
  const respondent = columns.filter(({ id }) => id === respondentColumn);
  return [timeColumn, ...[...respondent, ...shown].map(({ id }) => id), tagsColumn];
}

/** Returns whether a column shows the answer itself. The time, the tags and the note do not. */
export function isOwnColumn({ id }: AnswerTableColumn): boolean {
  return !id.startsWith('.');
}

/** Creates a table from the columns of an ask. The table does not show when answers changed. */
export function createAnswerTable<Body>(
  columns: readonly AskColumn<Body>[],
  kind: AskKind,
  wireId: (id: string) => string,
): AnswerTable {
  const shown = columns.filter(({ id }) => id !== 'updated_at');
  return {
    columns: shown.map((column) => ({
      id: urlName(column, kind),
      column: column.id,
      label: column.label,
      isMinor: column.isMinor ?? false,
      ...(column.list && { list: column.list }),
    })),
    read(row) {
      const body = parseOnce<Body>(row);
      return {
        id: wireId(row.id),
        row,
        createdAt: formatTimestamp(row.created_at),
        voterRef: formatVoterRef(row.voter),
        tags: parseTags(row.tags),
        note: row.note ?? '',
        cell: (column) => shown[column]?.read(row, body) ?? null,
      };
    },
  };
}
