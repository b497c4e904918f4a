import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isAskwells } from '../store/sqlite/check/schema-objects.js';
import type { SqliteDatabase, SqliteFile } from '../store/sqlite/drivers/sqlite-driver.js';
import { explainOpenFailure } from '../store/sqlite/explain-open-failure.js';
import { openForInspection } from '../store/sqlite/open-database.js';
import { defaultLockTimeout } from '../store/sqlite/write/lock-timeout.js';
import { CommandFailure } from './command-failure.js';

/** A command over an existing database must not make one where a path is mistyped. */
export function requireDatabase(file: string): void {
  if (file === ':memory:') throw new CommandFailure('A database in memory is gone with its process. Give a file.');
  if (!existsSync(file))
    throw new CommandFailure(`There is no database at ${file}. Give its path with --database-url.`);
  // A pipe would be waited for.
  if (!statSync(file).isFile())
    throw new CommandFailure(`${file} is not a file. Give the database's path with --database-url.`);
}

/** Looks into a database, which may be in use, without ever changing it. */
export async function inspectDatabase<Result>(
  file: string,
  look: (database: SqliteFile) => Result | Promise<Result>,
): Promise<Result> {
  requireDatabase(file);
  const database = openForInspection(file, defaultLockTimeout);
  try {
    demandAskwell(file, database);
    return await look(database);
  } finally {
    database.close();
  }
}

/** The first look shows whether the file is a database at all. */
function demandAskwell(file: string, database: SqliteDatabase): void {
  let found: boolean;
  try {
    found = isAskwells(database);
  } catch (error) {
    throw explainOpenFailure(file, error);
  }
  if (!found) throw new CommandFailure(`There is nothing of Askwell's in ${basename(file)}.`);
}
