/** A row of a spreadsheet. Texts are never formulas. */
export type SheetRow = readonly (string | number | null)[];

/** The maximum number of characters of a cell. */
export const maxCellLength = 32_767;
/** The maximum number of columns of a sheet. */
const maxColumns = 16_384;

const head =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const frozenFirstRow =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** The parts of a sheet before and after its rows. */
export const sheetStart = `${head}${frozenFirstRow}<sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';

/** Returns a row as XML. */
export function sheetRow(cells: SheetRow): string {
  return `<row>${cells.slice(0, maxColumns).map(sheetCell).join('')}</row>`;
}

/** Without references, the cells of a row follow each other. An empty cell keeps its place. */
function sheetCell(value: string | number | null): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number' && Number.isFinite(value)) return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(String(value))}</t></is></c>`;
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
