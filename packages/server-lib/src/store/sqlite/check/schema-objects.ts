import { runOperation } from '../../operation.js';
import { all, sql } from '../../statement.js';
import { createConnection } from '../connection.js';
import type { SqliteDatabase } from '../drivers/sqlite-driver.js';

/** A table, an index, a trigger or a view, and what makes it. */
export interface SchemaObject {
  readonly type: string;
  readonly name: string;
  /** The table it belongs to, which is itself for a table. */
  readonly table: string;
  readonly sql: string;
}

/** Names that only Askwell gives. All others are a host's, or SQLite's own. */
export const askwellNamePattern = 'askwell_*';

/** Holds of a `name` that is one of them. */
export const hasAskwellName = sql`name glob ${askwellNamePattern}`;

/** All parts that are named as Askwell's are. */
export function selectAskwellObjects() {
  return all<SchemaObject>`
    select type, name, tbl_name as "table", coalesce(sql, '') as sql from sqlite_schema where ${hasAskwellName} order by type, name`;
}

/** Whether there is anything of Askwell's in a database, however damaged that is. */
export function hasAskwellObjects(database: SqliteDatabase): boolean {
  return runOperation(selectAskwellObjects(), createConnection(database).execute).length > 0;
}
