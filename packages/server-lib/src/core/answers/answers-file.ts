import { mapBatches } from '../../http/paging.js';
import { csvFile, type EncodedFile, jsonLinesFile } from '../../http/reply.js';
import type { SheetCell, SheetRow } from '../../http/spreadsheets/sheet.js';
import { xlsxFile } from '../../http/spreadsheets/xlsx-file.js';
import type { AnswerCell, ColumnHead } from './answer-column.js';
import type { NotedAnswerRow } from './answer-queries.js';

/** The formats of files with answers. */
export const answerFileFormats = ['csv', 'xlsx', 'jsonl'] as const;

export type AnswerFileFormat = (typeof answerFileFormats)[number];

/** The content of a file of answers. */
export interface AnswerFileContent {
  /** The name of the file, without its extension. */
  readonly name: string;
  /** The titles of the columns of a table. */
  readonly columns: readonly string[];
  /** Whether a CSV file starts with the mark of UTF-8. */
  readonly hasMark?: boolean;
  /** Returns the cells of an answer, in the order of the columns. */
  toCells(row: NotedAnswerRow): readonly (string | number | null)[];
  /** Returns the cells of a spreadsheet. Default: `toCells`. */
  toSheetCells?(row: NotedAnswerRow): SheetRow;
  /** Returns an answer as it is written as JSON. */
  toObject(row: NotedAnswerRow): object;
}

/** A column of a file. */
export interface FileColumn {
  readonly label: string;
  /** The index of the column in the table of answers. */
  readonly index: number;
  /** Returns the value in files. Default: the value of the cell. */
  readonly pick?: (cell: AnswerCell) => string | number | null;
}

/**
 * Returns the columns of a file.
 *
 * @param splitsLists Whether each option of a list has a column of its own: 1 or 0, or its place if the order matters.
 */
export function fileColumns(
  columns: readonly Pick<ColumnHead, 'label' | 'list'>[],
  splitsLists: boolean,
): readonly FileColumn[] {
  return columns.flatMap(({ label, list }, index): FileColumn[] => {
    if (!splitsLists || !list) return [{ label, index }];
    const options = list.options().map((option): FileColumn => {
      const placeOf = ({ ids }: AnswerCell) => ids.indexOf(option.id) + 1;
      const pick = (cell: AnswerCell) =>
        list.isOrdered ? placeOf(cell) || null : Number(cell.ids.includes(option.id));
      return { label: `${label}: ${option.label}`, index, pick };
    });
    const writeIns = ({ writeIns: texts = [] }: AnswerCell) => (texts.length > 0 ? texts.join(', ') : null);
    return list.isOrdered ? options : [...options, { label: `${label}: Other`, index, pick: writeIns }];
  });
}

const day = 24 * 3_600_000;
/** The day of the epoch in spreadsheets, and the first day that all of them count in the same way: 1 March 1900. */
const epoch = 25_569;
const firstDay = 61;

/** Returns the value of a cell in a spreadsheet, with dates and times as such. */
export function sheetValue({ value, at, format }: AnswerCell): SheetCell {
  if (at !== undefined) return { days: Math.floor(at / 1_000_000) / 86_400 + epoch, format: 'datetime' };
  if (format === undefined) return value;
  const days = Date.parse(format === 'date' ? `${value}T00:00Z` : `1970-01-01T${value}Z`) / day;
  if (format === 'time') return Number.isFinite(days) ? { days, format } : value;
  return days + epoch >= firstDay ? { days: days + epoch, format } : value;
}

/** Returns a file of answers. */
export function answersFile(
  format: AnswerFileFormat,
  { name, columns, hasMark = false, toCells, toSheetCells = toCells, toObject }: AnswerFileContent,
  batches: AsyncIterable<readonly NotedAnswerRow[]>,
): EncodedFile {
  const filename = `${name}.${format}`;
  switch (format) {
    case 'csv':
      return csvFile(filename, columns, mapBatches(batches, toCells), { hasMark });
    case 'xlsx':
      return xlsxFile(filename, columns, inParts(batches, toSheetCells));
    case 'jsonl':
      return jsonLinesFile(filename, mapBatches(batches, toObject));
  }
}

/** The number of characters of answers whose cells are written at once. */
const partCharacters = 64 * 1024;

/** What a cell costs in addition to its characters. */
const cellCost = 20;

/** Returns the cells of answers in parts that are small enough not to delay other requests. */
async function* inParts(
  batches: AsyncIterable<readonly NotedAnswerRow[]>,
  toCells: (row: NotedAnswerRow) => SheetRow,
): AsyncGenerator<readonly SheetRow[], void> {
  for await (const rows of batches) {
    let part: SheetRow[] = [];
    let characters = 0;
    for (const row of rows) {
      const cells = toCells(row);
      part.push(cells);
      characters += row.body.length + cells.length * cellCost;
      if (characters < partCharacters) continue;
      yield part;
      part = [];
      characters = 0;
    }
    if (part.length > 0) yield part;
  }
}
