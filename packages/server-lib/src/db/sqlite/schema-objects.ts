import type { SchemaObject } from '../check/schema-objects.js';
import { runOperation } from '../operation.js';
import { all, sql } from '../sql/statement.js';
import { createConnection } from './connection.js';
import type { SqliteDatabase } from './sqlite-driver.js';

/** The pattern of names that Askwell uses. All others belong to the host or SQLite. */
export const askwellNamePattern = 'askwell_*';

/** An SQL condition: the column `name` is one of them. */
export const hasAskwellName = sql`name glob ${askwellNamePattern}`;

/** Returns all objects with such names. */
export function selectAskwellObjects() {
  return all<SchemaObject>`
    select type, name, tbl_name as "table", coalesce(sql, '') as sql from sqlite_schema where ${hasAskwellName} order by type, name`;
}

/** Returns whether a database contains anything of Askwell, even if it is damaged. */
export function hasAskwellObjects(database: SqliteDatabase): boolean {
  return runOperation(selectAskwellObjects(), createConnection(database).execute).length > 0;
}
