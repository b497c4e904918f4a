import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvRow, withoutApostrophes } from './csv.js';
import { parseCsv } from './parse-csv.js';

test.each([
  ['=1', "'=1"],
  ['+1+1', "'+1+1"],
  ['+1234567+1', "'+1234567+1"],
  ["+49 170 12|x'!A1", "'+49 170 12|x'!A1"],
  ['+49-30-123456', "'+49-30-123456"],
  ['+1(2)/(3-4)', "'+1(2)/(3-4)"],
  ['+1 (555) 010.99', "'+1 (555) 010.99"],
  ['-a', "'-a"],
  ['@x', "'@x"],
  ['＝1+1', "'＝1+1"],
  ['＋1+1', "'＋1+1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['\0=1', "'\0=1"],
  ['\tx', '"\'\tx"'],
  ['\t=1', '"\'\t\'=1"'],
  [';=1', '";\'=1"'],
  ['x;＝1', '"x;\'＝1"'],
  ['x\t@y', '"x\t\'@y"'],
  ['one\n- two\r\n- three', '"one\n\'- two\r\n\'- three"'],
  ['x;"=1"', '"x;\'""=1"""'],
])('a formula in %j is written as text: %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each(['+49 170 1234567', '-5', '+5', '-5.25', '.5', '-1e-7', '1=1', 'a-b', 'x', "'"])(
  '%j is written unchanged',
  (text) => {
    expect(csvCell(text)).toBe(text);
  },
);

test('numbers, empty cells and cells with separators keep their values', () => {
  expect(csvRow([-1.5, null, 'a,b', 'a;b', 'a\tb', 'a "b"', ''])).toBe('-1.5,,"a,b","a;b","a\tb","a ""b""",\r\n');
});

/**
 * Reads a file as spreadsheets do: a quotation mark counts only at the beginning of a cell, and what follows the closing one is a part of
 * the cell.
 */
function parse(text: string, separators: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let at = 0;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  let isFirst = true;
  while (at < text.length) {
    const char = text.charAt(at);
    at++;
    if (isFirst && char === '"') {
      for (; at < text.length; at++) {
        if (text.charAt(at) !== '"') cell += text.charAt(at);
        else if (text.charAt(at + 1) === '"') cell += text.charAt(at++);
        else break;
      }
      at++;
      isFirst = false;
    } else if (separators.includes(char) || /[\r\n]/.test(char)) {
      end();
      if (!separators.includes(char)) rows.push([]);
      isFirst = true;
    } else {
      cell += char;
      isFirst = false;
    }
  }
  end();
  return rows;
}

const formula = /^[=+\-@＝＋－＠\0]/;
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The property of texts below never has the digits of a phone number. */
const texts = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠;,\t\r\n\0"\'a1. '), maxLength: 12 });
/** The first column of each export is an ID. */
const tables = fc.array(
  fc.array(texts, { minLength: 1, maxLength: 4 }).map((cells) => ['vote_1', ...cells]),
  {
    minLength: 1,
    maxLength: 3,
  },
);

test.each([',', ';', '\t', ';\t', ',;\t'])('no cell of a file that is split at %j is a formula', (separators) => {
  fc.assert(
    fc.property(tables, (table) => {
      const cells = parse(table.map(csvRow).join(''), separators).flat();
      expect(cells.filter((cell) => formula.test(cell) && !number.test(cell))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([',', ',;\t'])('a file that is split at %j has the rows and cells that were written', (separators) => {
  fc.assert(
    fc.property(tables, (table) => {
      const read = parse(table.map(csvRow).join(''), separators).filter((row) => row.join('') !== '');
      expect(read.map((row) => row.length)).toEqual(table.map((row) => row.length));
      const plain = (rows: string[][]) => rows.map((row) => row.map((cell) => cell.replaceAll("'", '')));
      expect(plain(read)).toEqual(plain(table));
    }),
    { numRuns: 500 },
  );
});

test.each(["'=", "''=1", "'\t=", "x;'=1", 'x\n\'"-1', "'+49 170 1234567", "'", "'x", '+49 170 1234567'])(
  '%j is read as it was written',
  (text) => {
    expect(withoutApostrophes(parseCsv(csvRow(['a', text]))[0]?.[1]?.text ?? '')).toBe(text);
  },
);

test('each text is read as it was written', () => {
  const start = fc.constantFrom("'", '=', '+', '-', '@', '\t', '', "'='", ';');
  const text = fc.tuple(start, texts).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
      const read = parseCsv(csvRow(['a', ...cells])).map((row) => row.map((cell) => withoutApostrophes(cell.text)));
      expect(read).toEqual([['a', ...cells]]);
    }),
    { numRuns: 1_000, seed: 41 },
  );
});
