import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isPostgresUrl } from '../store/open-store.js';
import { hasAskwellObjects } from '../store/sqlite/check/schema-objects.js';
import type { SqliteDatabase, SqliteFile } from '../store/sqlite/drivers/sqlite-driver.js';
import { explainOpenFailure } from '../store/sqlite/explain-open-failure.js';
import { openForInspection } from '../store/sqlite/open-database.js';
import { defaultLockTimeout } from '../store/sqlite/write/lock-timeout.js';
import { CommandFailure } from './command-failure.js';

/**
 * Checks that a database exists, so that a mistyped path creates none.
 *
 * @throws {CommandFailure} If it does not exist or is not a file.
 */
export function requireDatabase(file: string): void {
  if (isPostgresUrl(file)) throw new CommandFailure('This command supports SQLite files only, and not yet PostgreSQL.');
  if (file === ':memory:')
    throw new CommandFailure('This command cannot use a database in memory. Set --database-url to the path of a file.');
  if (!existsSync(file)) throw new CommandFailure(`Database not found: ${file}. Set --database-url to its path.`);
  // Opening a pipe would block.
  if (!statSync(file).isFile())
    throw new CommandFailure(`${file} is not a file. Set --database-url to the path of the database.`);
}

/** Opens a database for reading while other processes may use it, and closes it again. */
export async function inspectDatabase<Result>(
  file: string,
  read: (database: SqliteFile) => Result | Promise<Result>,
): Promise<Result> {
  requireDatabase(file);
  const database = openForInspection(file, defaultLockTimeout);
  try {
    requireAskwellTables(file, database);
    return await read(database);
  } finally {
    database.close();
  }
}

/** Also fails for a file that is not a database, which the first query shows. */
function requireAskwellTables(file: string, database: SqliteDatabase): void {
  let found: boolean;
  try {
    found = hasAskwellObjects(database);
  } catch (error) {
    throw explainOpenFailure(file, error);
  }
  if (!found)
    throw new CommandFailure(
      `${basename(file)} has no tables of Askwell. Set --database-url to the path of its database.`,
    );
}
