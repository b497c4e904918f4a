/** A cell of a CSV file, with its place. Lines and columns count from 1. */
export interface ParsedCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** A quoted cell that the file does not close. */
export class UnclosedQuote extends Error {
  constructor(
    readonly line: number,
    readonly column: number,
  ) {
    super(`Line ${line}, column ${column}: the quotation mark is not closed.`);
  }
}

/**
 * Returns the rows of a CSV file, without empty ones. Spreadsheets of some countries separate cells by semicolons or tabs: the first of
 * the three separators in the file counts.
 *
 * @throws UnclosedQuote
 */
export function parseCsv(content: string): ParsedCell[][] {
  const text = content.replace(/^\uFEFF/, '');
  const [separator = ','] = /[,;\t]/.exec(text) ?? [];
  const rows: ParsedCell[][] = [];
  let row: ParsedCell[] = [];
  let at = 0;
  let line = 1;
  let lineStart = 0;

  /** Reads a quoted cell to its last quotation mark. */
  function readQuoted(): string {
    const start = { line, column: at - lineStart + 1 };
    let value = '';
    for (at++; ; at++) {
      const end = text.indexOf('"', at);
      if (end === -1) throw new UnclosedQuote(start.line, start.column);
      for (let lineBreak = text.indexOf('\n', at); lineBreak !== -1 && lineBreak < end; ) {
        line++;
        lineStart = lineBreak + 1;
        lineBreak = text.indexOf('\n', lineBreak + 1);
      }
      value += text.slice(at, end);
      at = end + 1;
      if (text[at] !== '"') return value;
      value += '"';
    }
  }

  while (at < text.length) {
    const place = { line, column: at - lineStart + 1 };
    let value = text[at] === '"' ? readQuoted() : '';
    const start = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
    value += text.slice(start, at);
    row.push({ text: value, ...place });
    if (text[at] === separator) {
      at++;
      // A separator at the end of a row begins an empty cell.
      if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue;
      row.push({ text: '', line, column: at - lineStart + 1 });
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    line++;
    lineStart = at;
    if (row.some((cell) => cell.text !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
