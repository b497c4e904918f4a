import pg from 'pg';
import { openDatabase } from '../store/open-database.js';

/** The rows of each table, as sorted texts. */
export type Dump = Readonly<Record<string, readonly string[]>>;

/** The tables that belong to one database. */
const own = ['askwell_schema', 'askwell_moves', 'askwell_limits', 'askwell_commits'];

/** Reads all tables of a SQLite file, without the code of the move. `sqlite_sequence` has the highest IDs. */
export function dumpSqlite(file: string): Dump {
  const database = openDatabase(file, { mode: 'readonly' });
  try {
    const names = database.prepare("select name from sqlite_schema where type = 'table'").all([]).flat().map(String);
    return dump(names, (name) => {
      const statement = database.prepare(`select * from ${name}`);
      return statement
        .all([])
        .map((row) => Object.fromEntries(statement.columns.map((column, at) => [column, row[at]])));
    });
  } finally {
    database.close();
  }
}

/** Reads all tables of a PostgreSQL schema. */
export async function dumpPostgres(url: string): Promise<Dump> {
  const { client, schema } = await connect(url);
  try {
    const tables = await client.query('select tablename from pg_tables where schemaname = $1', [schema]);
    const rows = new Map<string, Record<string, unknown>[]>();
    for (const { tablename } of tables.rows) {
      rows.set(tablename, (await client.query(`select * from "${schema}".${tablename}`)).rows);
    }
    const sequences = await client.query(
      'select sequencename, last_value from pg_sequences where schemaname = $1 and last_value is not null',
      [schema],
    );
    rows.set(
      'sqlite_sequence',
      sequences.rows.map(({ sequencename, last_value }) => {
        return { name: String(sequencename).replace(/_(id|seq)_seq$/, ''), seq: last_value };
      }),
    );
    return dump([...rows.keys()], (name) => rows.get(name) ?? []);
  } finally {
    await client.end();
  }
}

/** Runs a statement over PostgreSQL on the tables in the schema of a URL. */
export async function runPostgres(url: string, text: string): Promise<void> {
  const { client, schema } = await connect(url);
  try {
    await client.query(`set search_path to "${schema}"`);
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function connect(url: string) {
  const place = new URL(url);
  const schema = place.searchParams.get('schema') ?? 'public';
  place.search = '';
  const client = new pg.Client({ connectionString: place.href });
  await client.connect();
  return { client, schema };
}

function dump(names: readonly string[], rowsOf: (name: string) => readonly Record<string, unknown>[]): Dump {
  const tables = names
    .filter((name) => !own.includes(name) && (name.startsWith('askwell_') || name === 'sqlite_sequence'))
    .sort()
    .map((name): [string, string[]] => [name, rowsOf(name).map(toText).sort()]);
  return Object.fromEntries(tables);
}

/** Writes a row as a text that is equal in both databases: columns by name, numbers as texts, bytes in hexadecimal. */
function toText(row: Record<string, unknown>): string {
  const cells = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    cells.map(([column, value]) => [
      column,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value === null ? null : String(value),
    ]),
  );
}
