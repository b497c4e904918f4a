import { mapBatches } from '../../http/paging.js';
import { csvFile, type EncodedFile, jsonLinesFile } from '../../http/reply.js';
import { xlsxFile } from '../../http/spreadsheets/xlsx-file.js';
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
  /** Returns the cells of an answer, in the order of the columns. */
  toCells(row: NotedAnswerRow): (string | number | null)[];
  /** Returns an answer as it is written as JSON. */
  toObject(row: NotedAnswerRow): object;
}

/** Returns a file of answers. */
export function answersFile(
  format: AnswerFileFormat,
  { name, columns, toCells, toObject }: AnswerFileContent,
  batches: AsyncIterable<readonly NotedAnswerRow[]>,
): EncodedFile {
  const filename = `${name}.${format}`;
  switch (format) {
    case 'csv':
      return csvFile(filename, columns, mapBatches(batches, toCells));
    case 'xlsx':
      return xlsxFile(filename, columns, inParts(batches, toCells));
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
  toCells: AnswerFileContent['toCells'],
): AsyncGenerator<readonly (string | number | null)[][], void> {
  for await (const rows of batches) {
    let part: (string | number | null)[][] = [];
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
