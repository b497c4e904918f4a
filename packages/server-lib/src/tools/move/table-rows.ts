import { createHash } from 'node:crypto';
import type { Operation } from '../../db/operation.js';
import { all, type Fragment, one, type Query, rows, run, sql, type Value } from '../../db/sql/statement.js';
import type { MovedTable } from './moved-table.js';

/** A row, as its values in the order of the table's columns. */
export type Row = readonly Value[];

/** Limits of a chunk, which limit the memory of a move. A single row may be larger. */
export interface ChunkLimits {
  readonly rows: number;
  readonly bytes: number;
}

const defaultLimits: ChunkLimits = { rows: 5_000, bytes: 8_000_000 };

/** The numbers of rows that a statement inserts. With few sizes, few statement texts have to be rendered. */
const insertSizes = [1_000, 100, 10, 1];

/** The order of the primary key. Texts are compared as bytes in both databases. */
const orderBy = ({ sql: { key } }: MovedTable): Fragment => sql`order by ${key}`;

/** Selects the next rows in the order of the primary key. Empty at the end of the table. */
export function* selectChunk(
  table: MovedTable,
  after: Row | undefined,
  limits: ChunkLimits = defaultLimits,
): Operation<Row[]> {
  const sizes = yield* selectSizes(table, after, limits.rows);
  let count = 0;
  let bytes = 0;
  for (const { size } of sizes) {
    if (count > 0 && bytes + size > limits.bytes) break;
    bytes += size;
    count++;
  }
  if (count === 0) return [];
  const found = yield* selectRows(table, after, count);
  return found.map((row) => table.columns.map((column) => row[column] ?? null));
}

type SizeRow = Readonly<{ size: number }>;

function selectSizes(table: MovedTable, after: Row | undefined, limit: number): Query<SizeRow, SizeRow[]> {
  const { name, size } = table.sql;
  return all<SizeRow>`
    select ${size} as size from ${name} ${following(table, after)} ${orderBy(table)} limit ${limit}`;
}

type NamedRow = Readonly<Record<string, Value>>;

function selectRows(table: MovedTable, after: Row | undefined, limit: number): Query<NamedRow, NamedRow[]> {
  const { name, columns } = table.sql;
  return all<NamedRow>`select ${columns} from ${name} ${following(table, after)} ${orderBy(table)} limit ${limit}`;
}

function following({ sql: { key } }: MovedTable, after: Row | undefined): Fragment {
  return after ? sql`where (${key}) > ${rows([after])}` : sql``;
}

/** Returns the primary key of a row. */
export function keyOf({ columns, key }: MovedTable, row: Row): Row {
  return key.map((column) => row[columns.indexOf(column)] ?? null);
}

/** Inserts rows, unless a table has them. */
export function* insertRows({ sql: { name, columns } }: MovedTable, list: readonly Row[]): Operation<void> {
  let start = 0;
  for (const size of insertSizes) {
    for (; list.length - start >= size; start += size) {
      const values = rows(list.slice(start, start + size));
      yield* run`insert into ${name} (${columns}) values ${values} on conflict do nothing`;
    }
  }
}

/** Counts the rows of a table. */
export function* countRows({ sql: { name } }: MovedTable): Operation<number> {
  const found = yield* one<{ n: number }>`select count(*) as n from ${name}`;
  return found?.n ?? 0;
}

/** Returns whether a table has rows. */
export function* hasRows({ sql: { name } }: MovedTable): Operation<boolean> {
  return (yield* one`select 1 from ${name} limit 1`) !== undefined;
}

/** The number of rows of a table, and a hash of all of their values. */
export interface TableHash {
  readonly rows: number;
  readonly hash: string;
}

/** Hashes all rows of a table in the order of the primary key. Equal tables have equal hashes in all databases. */
export function* hashTable(table: MovedTable): Operation<TableHash> {
  const hash = createHash('sha256');
  let count = 0;
  let after: Row | undefined;
  for (;;) {
    const chunk: Row[] = yield* selectChunk(table, after);
    for (const row of chunk) hash.update(`${JSON.stringify(row.map(toJson))}\n`);
    count += chunk.length;
    const last = chunk.at(-1);
    if (!last) return { rows: count, hash: hash.digest('hex') };
    after = keyOf(table, last);
  }
}

/** A value as JSON. */
export type CellValue = string | number | null | { readonly bytes: string };

/** Returns a value in a form that JSON can represent. */
export function toJson(value: Value): CellValue {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value;
}

/** Returns the value that {@link toJson} converted. */
export function fromJson(value: CellValue): Value {
  return typeof value === 'object' && value !== null ? Buffer.from(value.bytes, 'hex') : value;
}
