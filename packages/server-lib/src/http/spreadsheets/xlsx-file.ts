import type { EncodedFile } from '../reply.js';
import { headRow, type SheetRow, sheetEnd, sheetRow, sheetStart, sheetStyles } from './sheet.js';
import { type ZipEntry, zip } from './zip.js';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const mediaTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The maximum number of rows of a sheet, its header included. */
const maxRows = 1_048_576;

/** Returns an Excel file. */
export function xlsxFile(
  filename: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly SheetRow[]>,
): EncodedFile {
  return { filename, contentType: mediaType, body: xlsx(columns, batches) };
}

/**
 * Returns an Excel file as a stream. Rows that do not fit into a sheet continue in another sheet.
 *
 * @param rowsPerSheet The maximum number of rows of a sheet, its header included.
 */
export function xlsx(
  columns: readonly string[],
  batches: AsyncIterable<readonly SheetRow[]>,
  rowsPerSheet = maxRows,
): AsyncGenerator<Uint8Array> {
  return zip(entriesOf(columns, batches, rowsPerSheet));
}

async function* entriesOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly SheetRow[]>,
  rowsPerSheet: number,
): AsyncGenerator<ZipEntry> {
  const source = new RowSource(batches);
  let sheets = 0;
  do {
    sheets++;
    yield { name: `xl/worksheets/sheet${sheets}.xml`, text: sheetText(columns, source, rowsPerSheet) };
  } while (await source.hasMore());
  yield* packageEntries(sheets);
}

/** The text of a sheet, in pieces of one batch. */
async function* sheetText(columns: readonly string[], source: RowSource, rowsPerSheet: number): AsyncGenerator<string> {
  await source.hasMore();
  yield sheetStart([columns, ...source.next(maxMeasured)]) + headRow(columns);
  for (let left = rowsPerSheet - 1; left > 0 && (await source.hasMore()); ) {
    const rows = source.take(left);
    left -= rows.length;
    yield rows.map(sheetRow).join('');
  }
  yield sheetEnd;
}

/** The number of rows that decide how wide the columns are. */
const maxMeasured = 100;

/** Rows that are read in batches and taken in other numbers. */
class RowSource {
  readonly #batches: AsyncIterator<readonly SheetRow[]>;
  #rest: readonly SheetRow[] = [];

  constructor(batches: AsyncIterable<readonly SheetRow[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Returns whether rows are left. Reads the next batch if necessary. */
  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const batch = await this.#batches.next();
      if (batch.done) return false;
      this.#rest = batch.value;
    }
    return true;
  }

  /** Returns the next rows of the current batch, which stay. */
  next(limit: number): readonly SheetRow[] {
    return this.#rest.slice(0, limit);
  }

  /** Takes the next rows of the current batch. */
  take(limit: number): readonly SheetRow[] {
    const taken = this.#rest.slice(0, limit);
    this.#rest = this.#rest.slice(limit);
    return taken;
  }
}

/** The files that say what the archive contains. */
function packageEntries(sheets: number): ZipEntry[] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const file = (name: string, text: string): ZipEntry => ({ name, text: [xmlHead + text] });
  return [
    file(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${officeRelationships}"><sheets>${numbers
        .map((n) => `<sheet name="Answers${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    file('xl/styles.xml', sheetStyles),
    file(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relationships}">${numbers
        .map((n) => relationship(n, 'worksheet', `worksheets/sheet${n}.xml`))
        .join('')}${relationship(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    ),
    file(
      '_rels/.rels',
      `<Relationships xmlns="${relationships}">${relationship(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    file(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mediaTypes}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mediaTypes}.styles+xml"/>${numbers
        .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mediaTypes}.worksheet+xml"/>`)
        .join('')}</Types>`,
    ),
  ];
}

function relationship(n: number, type: string, target: string): string {
  return `<Relationship Id="rId${n}" Type="${officeRelationships}/${type}" Target="${target}"/>`;
}
