/**
 * Formats a cell of a CSV file, so that no spreadsheet runs a part of it as a formula.
 *
 * In countries where the decimal separator is a comma, spreadsheets split a file at semicolons instead, and some split
 * it at tabs. To them, a quotation mark after a comma is in the middle of a cell and quotes nothing, so quoting does
 * not help: a semicolon, a tab or a line break in a text begins a new cell. The formula character after it gets its own
 * apostrophe. Programs that split at several separators respect the quotation marks, so a cell with any separator is
 * quoted.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : escapeFormulas(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the text of a cell that {@link csvCell} has written, without the apostrophes that it has added. */
export function withoutApostrophes(text: string): string {
  return text.replace(addedFirst, '').replace(addedAfterSeparator, '');
}

/** Formats a row of a CSV file, with its line break. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A phone number in groups of digits. It is not a formula, because nothing stands between the groups. */
const phone = /^\+\d{1,15}(?: \d{1,15}){1,9}$/;

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * A formula at the beginning of a cell. Spreadsheets skip tabs, carriage returns and NUL, and spreadsheets for East
 * Asia read full-width characters. An apostrophe of the text before a formula gets another one, so that it is not read
 * as an added one.
 */
const first = /^(?='*[=+\-@＝＋－＠\t\r\0])/;
const addedFirst = /^'(?='*[=+\-@＝＋－＠\t\r\0])/;

/**
 * A formula at the beginning of what other spreadsheets read as a cell. The quotation marks become a quoted, empty
 * beginning of that cell.
 */
const afterSeparator = /(?<=[;\t\r\n])(?='*"*[=+\-@＝＋－＠\0])/g;
const addedAfterSeparator = /(?<=[;\t\r\n])'(?='*"*[=+\-@＝＋－＠\0])/g;

/** Writes an apostrophe before each formula. Does not change numbers such as `-5` and phone numbers such as `+49 30 123456`. */
function escapeFormulas(text: string): string {
  return number.test(text) || phone.test(text) ? text : text.replace(afterSeparator, "'").replace(first, "'");
}
