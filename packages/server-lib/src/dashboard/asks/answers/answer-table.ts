import type { NotedAnswerRow } from '../../../asks/notes/note-queries.js';
import { parseTags } from '../../../asks/notes/parse-note.js';
import { formatVoterRef } from '../../../asks/submit/voter-ref.js';
import { formatTimestamp } from '../../../clock.js';
import type { Timestamp } from '../../../contract/resources.js';
import {
  type AnswerCell,
  type AnswerColumn,
  languageCell,
  listCell,
  textCell,
  timeCell,
} from '../columns/answer-column.js';

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

/** A column without its cells. */
export type ColumnHead = Omit<AnswerColumn<never>, 'read'>;

/** The answers of an ask as a table for people. */
export interface AnswerTable {
  readonly columns: readonly ColumnHead[];
  read(row: NotedAnswerRow): ReadAnswer;
}

type Head = Omit<ReadAnswer, 'cell'>;

/** The columns that the answers of all kinds have. No ID of a definition begins with a dot. */
export const timeColumn = '.time';
export const respondentColumn = '.user';
export const tagsColumn = '.tags';
export const languageColumn = '.language';
const headColumns: readonly AnswerColumn<Head>[] = [
  { id: timeColumn, label: 'Time (UTC)', read: ({ createdAt }) => timeCell(createdAt) },
];
/** The column of answers that are stored with the users who gave them. */
const respondentColumns: readonly AnswerColumn<Head>[] = [
  { id: respondentColumn, label: 'User', read: ({ row }) => textCell(row.respondent) },
];
const tailColumns: readonly AnswerColumn<Head>[] = [
  { id: tagsColumn, label: 'Tags', read: ({ tags }) => listCell(tags) },
  { id: '.note', label: 'Note', isMinor: true, read: ({ note }) => textCell(note) },
  { id: languageColumn, label: 'Language', isMinor: true, read: ({ row }) => languageCell(row.language) },
  { id: '.visitor', label: 'Visitor', isMinor: true, read: ({ voterRef }) => textCell(voterRef) },
  { id: '.id', label: 'Answer ID', isMinor: true, read: ({ id }) => textCell(id) },
];

/** The number of columns of the kind that a table has, unless others are chosen. */
const defaultColumnCount = 4;

/** Returns the indexes of the columns that a table has, unless others are chosen. */
export function defaultColumns(columns: readonly ColumnHead[]): readonly string[] {
  const shown = columns.filter((column) => isOwnColumn(column) && !column.isMinor).slice(0, defaultColumnCount);
  const respondent = columns.filter(({ id }) => id === respondentColumn);
  return [timeColumn, ...[...respondent, ...shown].map(({ id }) => id), tagsColumn];
}

/** Returns the columns of the answer itself, without its time, tags and note. */
export function isOwnColumn({ id }: ColumnHead): boolean {
  return !id.startsWith('.');
}

/** How the answers of a table are read. */
interface AnswerSource<Content> {
  wireId(id: string): string;
  parse(row: NotedAnswerRow): Content;
  /** Whether the answers are stored without the users who gave them. */
  readonly isAnonymous: boolean;
}

/** Creates a table from the columns of a kind. */
export function createAnswerTable<Content>(
  ownColumns: readonly AnswerColumn<Content>[],
  { wireId, parse, isAnonymous }: AnswerSource<Content>,
): AnswerTable {
  const heads = isAnonymous ? headColumns : [...headColumns, ...respondentColumns];
  const readers = [
    ...heads.map(
      ({ read }) =>
        (head: Head) =>
          read(head),
    ),
    ...ownColumns.map(
      ({ read }) =>
        (_head: Head, content: Content) =>
          read(content),
    ),
    ...tailColumns.map(
      ({ read }) =>
        (head: Head) =>
          read(head),
    ),
  ];
  return {
    columns: [...heads, ...ownColumns, ...tailColumns].map(({ id, label, isMinor = false }) => ({
      id,
      label,
      isMinor,
    })),
    read(row) {
      const head: Head = {
        id: wireId(row.id),
        row,
        createdAt: formatTimestamp(row.created_at),
        voterRef: formatVoterRef(row.voter),
        tags: parseTags(row.tags),
        note: row.note ?? '',
      };
      const content = parse(row);
      return { ...head, cell: (column) => readers[column]?.(head, content) ?? null };
    },
  };
}
