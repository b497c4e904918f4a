import { isObject } from '../../base/validation/objects.js';

/** A table of resources, whose columns the first rows determine. */
export interface ResourceTable {
  readonly columns: readonly string[];
  readonly widths: readonly number[];
}

const maxCell = 40;
const gap = '  ';

/** Formats a resource: a line for each member. */
export function formatResource(resource: Readonly<Record<string, unknown>>): string {
  const width = Math.max(0, ...Object.keys(resource).map((name) => name.length));
  return Object.entries(resource)
    .map(([name, value]) => `${name.padEnd(width)}${gap}${toCell(value)}\n`)
    .join('');
}

/**
 * Chooses the columns of a table: the members that are no objects or lists, as many as fit.
 *
 * @param maxWidth The width of the terminal, in characters.
 */
export function tableOf(rows: readonly unknown[], maxWidth: number): ResourceTable {
  const objects = rows.filter(isObject);
  const names = new Set(objects.flatMap(Object.keys));
  const columns: string[] = [];
  const widths: number[] = [];
  let left = maxWidth;
  for (const name of inOrder([...names])) {
    const values = objects.map((row) => row[name]);
    if (values.every((value) => value === null || value === undefined || typeof value === 'object')) continue;
    const width = Math.max(name.length, ...values.map((value) => toShortCell(value).length));
    if (columns.length > 0 && width > left) break;
    columns.push(name);
    widths.push(width);
    left -= width + gap.length;
  }
  return { columns, widths };
}

/** What people look for comes first. */
function inOrder(names: readonly string[]): string[] {
  const first = ['id', 'title', 'name', 'status', 'answers_count', 'created_at'];
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
}

/** Formats the names of the columns as a line. */
export function formatHeader(table: ResourceTable): string {
  return formatLine(table, table.columns);
}

/** Formats rows as lines. */
export function formatRows(table: ResourceTable, rows: readonly unknown[]): string {
  return rows
    .filter(isObject)
    .map((row) =>
      formatLine(
        table,
        table.columns.map((name) => toShortCell(row[name])),
      ),
    )
    .join('');
}

function formatLine({ widths }: ResourceTable, cells: readonly string[]): string {
  return `${cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join(gap)
    .trimEnd()}\n`;
}

function toShortCell(value: unknown): string {
  const text = toCell(value);
  return text.length > maxCell ? `${text.slice(0, maxCell - 1)}…` : text;
}

/** Control characters in texts of visitors could change what the terminal shows. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
