import { randomBytes } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { cellText, type SheetRow } from './sheet.js';
import { xlsx } from './xlsx-file.js';

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* batchesOf(rows: readonly SheetRow[], size = 3): AsyncGenerator<readonly SheetRow[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

/** Reads an archive by its central directory, and checks sizes and CRCs. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  const count = bytes.readUInt16LE(end + 10);
  expect(bytes.readUInt32LE(end + 12) + bytes.readUInt32LE(end + 16)).toBe(end);
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let nth = 0; nth < count; nth++) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const [crc, compressed, size, length] = [16, 20, 24]
      .map((to) => bytes.readUInt32LE(at + to))
      .concat(bytes.readUInt16LE(at + 28));
    const start = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + Number(length));
    expect(bytes.toString('utf8', start + 30, start + 30 + Number(length))).toBe(name);
    const data = start + 30 + Number(length);
    const content = inflateRawSync(bytes.subarray(data, data + Number(compressed)));
    expect([content.length, crc32(content)]).toEqual([size, crc]);
    expect(bytes.readUInt32LE(data + Number(compressed) + 4)).toBe(crc);
    files.set(name, content.toString());
    at += 46 + Number(length);
  }
  return files;
}

/** Reads the cells of a sheet as a spreadsheet does. */
function parseSheet(xml: string): (string | number | null)[][] {
  const cells =
    /<c\/>|<c><v>([^<]*)<\/v><\/c>|<c(?: s="1")? t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is><\/c>/g;
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) => {
    expect(row.replace(cells, '')).toBe('');
    return [...row.matchAll(cells)].map(([, number, text]) =>
      number === undefined ? (text === undefined ? null : unescapeText(text)) : Number(number),
    );
  });
}

function unescapeText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function write(columns: readonly string[], rows: readonly SheetRow[], rowsPerSheet?: number) {
  return unzip(await collect(xlsx(columns, batchesOf(rows), rowsPerSheet)));
}

const cell = fc.oneof(
  anyText({ maxLength: 30 }),
  fc.constantFrom(
    '=1+1',
    '+cmd|calc',
    '@x',
    '-2',
    '\t=A1',
    '_x0041_',
    '__x000d__',
    '\u0000\u000b',
    '\ud800',
    'a\r\nb',
    ']]>',
    '  ',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constant(null),
);

describe('an Excel file', () => {
  test('has the cells unchanged, without characters that XML cannot contain', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyText(), { maxLength: 4 }),
        fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 9 }),
        async (columns, rows) => {
          const sheet = (await write(columns, rows)).get('xl/worksheets/sheet1.xml') ?? '';
          const expected = [columns, ...rows].map((row) =>
            row.map((value) => (typeof value === 'string' ? cellText(value) : value === 0 ? 0 : value)),
          );
          expect(parseSheet(sheet)).toEqual(expected);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
          expect(sheet).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u);
          expect(sheet).not.toContain('<f>');
        },
      ),
    );
  });

  test('cuts texts that are too long for a cell, but no character in half', () => {
    expect(cellText('x'.repeat(40_000))).toHaveLength(32_767);
    expect(cellText(`${'x'.repeat(32_766)}🙂`)).toBe('x'.repeat(32_766));
  });

  test('lists all its parts', async () => {
    const files = await write(['Name'], [['Ann'], ['Ben'], ['Cid'], ['Dee'], ['Eve']], 3);
    expect([...files.keys()]).toEqual([
      ...['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml', 'xl/worksheets/sheet3.xml'],
      ...['xl/workbook.xml', 'xl/styles.xml', 'xl/_rels/workbook.xml.rels', '_rels/.rels', '[Content_Types].xml'],
    ]);
    const sheets = [1, 2, 3].map((n) => parseSheet(files.get(`xl/worksheets/sheet${n}.xml`) ?? '').flat());
    expect(sheets).toEqual([
      ['Name', 'Ann', 'Ben'],
      ['Name', 'Cid', 'Dee'],
      ['Name', 'Eve'],
    ]);
    for (const n of [1, 2, 3]) {
      expect(files.get('xl/workbook.xml')).toContain(`sheetId="${n}" r:id="rId${n}"`);
      expect(files.get('xl/_rels/workbook.xml.rels')).toContain(`Id="rId${n}"`);
      expect(files.get('[Content_Types].xml')).toContain(`PartName="/xl/worksheets/sheet${n}.xml"`);
    }
  });

  test('has only its header if there are no rows', async () => {
    expect(parseSheet((await write(['a', 'b'], [])).get('xl/worksheets/sheet1.xml') ?? '')).toEqual([['a', 'b']]);
  });

  test('is produced at the speed at which it is read', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<readonly SheetRow[]> {
      for (;;) {
        read++;
        // Random texts do not shrink, so that each batch fills several chunks.
        yield Array.from({ length: 100 }, () => [randomBytes(450).toString('base64')]);
      }
    }
    let chunks = 0;
    for await (const _ of xlsx(['Text'], endless())) {
      if (++chunks === 40) break;
    }
    expect(read).toBeLessThan(40);
  });

  test('ends with the error of its rows', async () => {
    async function* failing(): AsyncGenerator<readonly SheetRow[]> {
      yield [['a']];
      throw new Error('The disk fails.');
    }
    await expect(collect(xlsx(['a'], failing()))).rejects.toThrow('The disk fails.');
  });
});
