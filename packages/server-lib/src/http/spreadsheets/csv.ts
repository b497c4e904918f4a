/** Formats a cell of a CSV file. Quotes it if necessary, and escapes text that a spreadsheet would run as a formula. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a row of a CSV file, with its line break. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

const formula = /^[=+\-@\t\r\0]/;
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Leaves numbers such as `-5` as they are. */
function escapeFormula(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text;
}
