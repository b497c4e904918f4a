import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isPostgresUrl } from '../../db/open-store.js';
import { inspectPostgres, type PostgresInspection } from '../../db/postgres/inspect-database.js';
import { describePostgresUrl } from '../../db/postgres/postgres-url.js';
import { explainOpenFailure } from '../../db/sqlite/explain-open-failure.js';
import { defaultLockTimeout } from '../../db/sqlite/lock-timeout.js';
import { openForInspection } from '../../db/sqlite/open-database.js';
import { hasAskwellObjects } from '../../db/sqlite/schema-objects.js';
import type { SqliteDatabase, SqliteFile } from '../../db/sqlite/sqlite-driver.js';
import { CommandFailure } from './command-failure.js';

/**
 * Checks that a database exists, so that a mistyped path or URL creates none.
 *
 * @throws {CommandFailure} If it does not exist or is not a file.
 */
export async function requireDatabase(database: string): Promise<void> {
  if (isPostgresUrl(database)) await inspectPostgresDatabase(database, async () => {});
  else requireFile(database);
}

/** Returns the name of a database in messages. */
export function databaseName(database: string): string {
  return isPostgresUrl(database) ? describePostgresUrl(database) : basename(database);
}

/** @throws {CommandFailure} If it is not an existing file. */
export function requireFile(file: string): void {
  if (file === ':memory:')
    throw new CommandFailure('This command cannot use a database in memory. Set --database-url to the path of a file.');
  if (!existsSync(file)) throw new CommandFailure(`Database not found: ${file}. Set --database-url to its path.`);
  // Opening a pipe would block.
  if (!statSync(file).isFile())
    throw new CommandFailure(`${file} is not a file. Set --database-url to the path of the database.`);
}

/** Reads one snapshot of a PostgreSQL database while instances may use it. */
export async function inspectPostgresDatabase<Result>(
  database: string,
  use: (inspection: PostgresInspection) => Promise<Result>,
): Promise<Result> {
  return inspectPostgres(database, (inspection) => {
    if (inspection.version !== undefined) return use(inspection);
    throw new CommandFailure(
      `${databaseName(database)} has no tables of Askwell. Check --database-url and its parameter "schema".`,
    );
  });
}

/** Opens a SQLite file for reading while other processes may use it, and closes it again. */
export async function inspectDatabase<Result>(
  file: string,
  read: (database: SqliteFile) => Result | Promise<Result>,
): Promise<Result> {
  requireFile(file);
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
