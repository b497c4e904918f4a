import { readFile } from 'node:fs/promises';
import { type Database, isPostgres } from '../../../src/db/open-store.js';
import type { Operation } from '../../../src/db/operation.js';
import { all, Fragment } from '../../../src/db/sql/statement.js';
import { connectTo } from './direct-connection.js';

/** Returns all rows of all tables of Askwell, by table. */
export async function rowsOf(database: Database): Promise<Record<string, unknown[]>> {
  const connection = await connectTo(database);
  try {
    return await connection.run(selectAllRows(isPostgres(database)));
  } finally {
    await connection.close();
  }
}

function* selectAllRows(isOnPostgres: boolean): Operation<Record<string, unknown[]>> {
  const tables = isOnPostgres
    ? yield* all<{ name: string }>`
        select relname as name from pg_class where relkind = 'r'
          and relnamespace = (select relnamespace from pg_class where oid = cast('askwell_asks' as regclass)) order by 1`
    : yield* all<{
        name: string;
      }>`select name from sqlite_schema where type = 'table' and name like 'askwell%' order by 1`;
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const found = yield* all`select * from ${new Fragment([name], [])}`;
    // PostgreSQL moves a row that changes.
    rows[name] = found.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return rows;
}

/** Returns whether a database contains bytes or a text: in its files, or in its rows if it has no files. */
export async function isStored(database: Database, wanted: Buffer | string): Promise<boolean> {
  if (typeof database === 'string' && !isPostgres(database)) {
    const files = await Promise.all([database, `${database}-wal`].map((file) => readFile(file)));
    return Buffer.concat(files).includes(wanted);
  }
  const cells = Object.values(await rowsOf(database)).flatMap((rows) =>
    rows.flatMap((row) => Object.values(Object(row))),
  );
  return cells.some((cell) => Buffer.from(cell instanceof Uint8Array ? cell : String(cell)).includes(wanted));
}
