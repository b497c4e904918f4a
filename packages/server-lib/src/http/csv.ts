/** A cell of a CSV file: quoted where it must be, and inert where a spreadsheet would take it for a formula. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : inert(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

const formula = /^[=+\-@\t\r\0]/;
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Numbers are left alone: nobody wants `'-5`. */
function inert(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text;
}
