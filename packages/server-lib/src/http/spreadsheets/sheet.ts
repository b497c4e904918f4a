/** A date or a time of a spreadsheet. */
export interface SheetTime {
  /** Days since 30 December 1899. */
  readonly days: number;
  readonly format: 'datetime' | 'date' | 'time';
}

export type SheetCell = string | number | SheetTime | null;

/** A row of a spreadsheet. Texts are never formulas. */
export type SheetRow = readonly SheetCell[];

/** The indexes of the formats in {@link sheetStyles}. */
const styles = { head: 1, datetime: 2, date: 3, time: 4 };

/** The formats of cells: the head in bold, and dates and times as they are sorted. */
export const sheetStyles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="hh:mm"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/>' +
  [164, 165, 166].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('') +
  '</cellXfs></styleSheet>';

/** The maximum number of characters of a cell. */
export const maxCellLength = 32_767;
/** The maximum number of columns of a sheet. */
const maxColumns = 16_384;

const head =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const frozenFirstRow =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** Returns the part of a sheet before its rows. The first rows decide how wide the columns are. */
export function sheetStart(rows: readonly SheetRow[]): string {
  const count = Math.min(maxColumns, rows[0]?.length ?? 0);
  const columns = Array.from({ length: count }, (_, at) => {
    const longest = rows.reduce((max, row) => Math.max(max, lengthOf(row[at] ?? null)), 0);
    const width = Math.min(widths.max, Math.max(widths.min, longest + 2));
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${head}${frozenFirstRow}${count > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`;
}

/** The widths of columns, in characters. */
const widths = { min: 8, max: 60 };

/** Returns the number of characters of the longest line of a cell. */
function lengthOf(value: SheetCell): number {
  if (value === null) return 0;
  if (typeof value === 'object') return value.format === 'datetime' ? 19 : 10;
  return String(value)
    .slice(0, 1_000)
    .split('\n')
    .reduce((max, line) => Math.max(max, line.length), 0);
}

/** The part of a sheet after its rows. */
export const sheetEnd = '</sheetData></worksheet>';

/** Returns a row as XML. */
export function sheetRow(cells: SheetRow): string {
  return `<row>${cells
    .slice(0, maxColumns)
    .map((cell) => sheetCell(cell))
    .join('')}</row>`;
}

/** Returns the row with the titles of the columns as XML. */
export function headRow(titles: readonly string[]): string {
  return `<row>${titles
    .slice(0, maxColumns)
    .map((title) => sheetCell(title, ` s="${styles.head}"`))
    .join('')}</row>`;
}

/** Without references, the cells of a row follow each other. An empty cell keeps its place. */
function sheetCell(value: SheetCell, style = ''): string {
  if (value === null) return '<c/>';
  if (typeof value === 'object') return `<c s="${styles[value.format]}"><v>${value.days}</v></c>`;
  if (typeof value === 'number' && Number.isFinite(value)) return `<c><v>${value}</v></c>`;
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(String(value))}</t></is></c>`;
}

/** Characters that XML 1.0 cannot contain, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns a text without characters that XML cannot contain, cut to the maximum length of a cell. */
export function cellText(text: string): string {
  const clean = text.toWellFormed().replace(illegal, '').replace(/\r\n?/g, '\n');
  if (clean.length <= maxCellLength) return clean;
  // A pair of surrogates is not cut in half.
  return clean.slice(0, maxCellLength).replace(/[\ud800-\udbff]$/, '');
}

/** Escapes a text. Spreadsheets read `_x0041_` as a character, so that its underscore is escaped in the same way. */
function xmlText(text: string): string {
  return cellText(text)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (character) => entities[character] ?? '');
}
