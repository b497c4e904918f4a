import { type Operation, runOperation } from '../../db/operation.js';
import { all, Fragment } from '../../db/sql/statement.js';
import { sqliteDriver } from '../../db/sqlite/choose-driver.js';
import { createConnection } from '../../db/sqlite/connection.js';
import { migrateSqlite } from '../../db/sqlite/migrate.js';
import { hasAskwellName } from '../../db/sqlite/schema-objects.js';

/** A table that is moved, read from the schema. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly textColumns: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** The key, if the database numbers the rows and never gives a number twice. */
  readonly identity: string | undefined;
  readonly sql: TableSql;
}

/** The parts of statements about a table. Created once, so that the text of each statement is rendered once. */
interface TableSql {
  readonly name: Fragment;
  readonly columns: Fragment;
  readonly key: Fragment;
  /** The size of a row's texts and bytes. */
  readonly size: Fragment;
}

/** The tables that belong to one database: the version of its schema, and its own mark. */
const notMoved = ['askwell_schema', 'askwell_moves'];

interface Column {
  readonly name: string;
  readonly type: string;
  /** The position in the primary key, counted from 1. 0: not part of it. */
  readonly pk: number;
}

/** Reads the tables from the schema that the migrations create. A table comes after the tables that it refers to. */
export function readMovedTables(): readonly MovedTable[] {
  const database = sqliteDriver().open(':memory:', { mode: 'create', timeout: 0 });
  try {
    migrateSqlite(database, { shared: false });
    return runOperation(selectTables(), createConnection(database).execute);
  } finally {
    database.close();
  }
}

function* selectTables(): Operation<MovedTable[]> {
  const found = yield* all<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'table' and ${hasAskwellName} order by name`;
  const parents = new Map<string, readonly string[]>();
  const tables = new Map<string, MovedTable>();
  for (const { name, sql } of found.filter((table) => !notMoved.includes(table.name))) {
    const columns = yield* all<Column>`select name, type, pk from pragma_table_info(${name}) order by cid`;
    const references = yield* all<{ parent: string }>`
      select distinct "table" as parent from pragma_foreign_key_list(${name}) where "table" <> ${name}`;
    parents.set(
      name,
      references.map(({ parent }) => parent),
    );
    tables.set(name, describeTable(name, columns, /\bautoincrement\b/i.test(sql)));
  }
  return sortByParents([...tables.keys()], parents).flatMap((name) => tables.get(name) ?? []);
}

function describeTable(name: string, columns: readonly Column[], isNumbered: boolean): MovedTable {
  const ofType = (...types: string[]) => columns.filter(({ type }) => types.includes(type.toLowerCase())).map(nameOf);
  const key = [...columns]
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(nameOf);
  const sizes = ofType('text', 'blob').map((column) => `coalesce(octet_length(${quote(column)}), 0)`);
  return {
    name,
    columns: columns.map(nameOf),
    textColumns: ofType('text'),
    key,
    identity: isNumbered ? key[0] : undefined,
    sql: {
      name: plain(name),
      columns: plain(columns.map(nameOf).map(quote).join(', ')),
      key: plain(key.map(quote).join(', ')),
      size: plain(sizes.length === 0 ? '0' : sizes.join(' + ')),
    },
  };
}

function nameOf({ name }: Column): string {
  return name;
}

/** Sorts names so that each comes after its parents. */
function sortByParents(names: readonly string[], parents: ReadonlyMap<string, readonly string[]>): string[] {
  const sorted = new Set<string>();
  const add = (name: string): void => {
    for (const parent of parents.get(name) ?? []) add(parent);
    sorted.add(name);
  };
  for (const name of names) add(name);
  return [...sorted];
}

/** Returns a fragment of SQL without values. */
export function plain(text: string): Fragment {
  return new Fragment([text], []);
}

/** Quotes the name of a column. */
export function quote(column: string): string {
  return `"${column}"`;
}
