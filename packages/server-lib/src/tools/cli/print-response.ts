import type { ApiResponse } from '../../api/openapi/api-request.js';
import { versionIn } from '../../api/openapi/header-arguments.js';
import type { ApiOperation } from '../../api/openapi/operation-list.js';
import { isObject } from '../../base/validation/objects.js';
import type { CommandIo } from './command.js';

const maxCell = 40;
const gap = '  ';

/** Whether responses are printed as JSON or as a table. */
export type OutputFormat = 'json' | 'table';

/** A page of a list. */
export interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** Prints the response of an operation that returns one resource or nothing. */
export function printResource(
  response: ApiResponse,
  operation: ApiOperation,
  format: OutputFormat,
  { stdout }: CommandIo,
): void {
  const { text } = response;
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const version = versionIn(operation, response);
  if (body === undefined) {
    if (format === 'table') stdout.write(`${operation.emptyResponse ?? ''}\n`);
  } else if (format === 'json') stdout.write(`${toJson(isObject(body) ? { ...body, ...version } : body, 2)}\n`);
  else
    stdout.write(formatResource(isObject(body) && isObject(body['data']) ? { ...body['data'], ...version } : { body }));
}

/** Returns the page in a response. */
export function parsePage(text: string): Page {
  const body: unknown = JSON.parse(text);
  const { data, meta } = isObject(body) ? body : {};
  const next = isObject(meta) ? meta['next_cursor'] : null;
  return { data: Array.isArray(data) ? data : [], next: typeof next === 'string' ? next : null };
}

/** Prints the pages of a list as they arrive: one JSON document, or one table. */
export async function printPages(pages: AsyncIterable<Page>, format: OutputFormat, io: CommandIo): Promise<void> {
  await (format === 'json' ? printJson(pages, io) : printTable(pages, io));
}

/** Texts of visitors can contain characters that control terminals. JSON escapes only some of them. */
const controls = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

async function printJson(pages: AsyncIterable<Page>, { stdout }: CommandIo): Promise<void> {
  let next: string | null = null;
  let separator = '\n';
  stdout.write('{\n  "data": [');
  for await (const page of pages) {
    for (const row of page.data) {
      stdout.write(`${separator}    ${toJson(row)}`);
      separator = ',\n';
    }
    next = page.next;
  }
  const meta = JSON.stringify({ next_cursor: next });
  stdout.write(`${separator === '\n' ? '' : '\n  '}],\n  "meta": ${meta}\n}\n`);
}

async function printTable(pages: AsyncIterable<Page>, { stdout, stderr }: CommandIo): Promise<void> {
  let table: ResourceTable | undefined;
  let next: string | null = null;
  for await (const page of pages) {
    next = page.next;
    if (page.data.length === 0) continue;
    if (!table) {
      table = tableOf(page.data, widthOf(stdout));
      stdout.write(formatHeader(table));
    }
    stdout.write(formatRows(table, page.data));
  }
  if (!table) stderr.write('No items.\n');
  if (next !== null) stderr.write(`There are more. Pass --all, or --cursor ${next}.\n`);
}

function widthOf(stdout: NodeJS.WritableStream): number {
  return 'columns' in stdout && typeof stdout.columns === 'number' ? stdout.columns : 120;
}

/** A table of resources, whose columns the first rows determine. */
interface ResourceTable {
  readonly columns: readonly string[];
  readonly widths: readonly number[];
}

/** Formats a resource: a line for each member. */
function formatResource(resource: Readonly<Record<string, unknown>>): string {
  const width = Math.max(0, ...Object.keys(resource).map((name) => name.length));
  return Object.entries(resource)
    .map(([name, value]) => `${name.padEnd(width)}${gap}${toCell(value)}\n`)
    .join('');
}

/**
 * Chooses the columns of a table: as many members as fit, without objects and lists.
 *
 * @param maxWidth The width of the terminal, in characters.
 */
function tableOf(rows: readonly unknown[], maxWidth: number): ResourceTable {
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

/** The members that people look for come first. */
function inOrder(names: readonly string[]): string[] {
  const first = ['id', 'title', 'name', 'status', 'answers_count', 'created_at'];
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
}

/** Formats the names of the columns as a line. */
function formatHeader(table: ResourceTable): string {
  return formatLine(table, table.columns);
}

/** Formats rows as lines. */
function formatRows(table: ResourceTable, rows: readonly unknown[]): string {
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
