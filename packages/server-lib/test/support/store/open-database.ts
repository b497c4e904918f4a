import { sqliteDriver } from '../../../src/db/sqlite/choose-driver.js';
import { type OpenOptions, pragma, type SqliteFile } from '../../../src/db/sqlite/sqlite-driver.js';

/** Opens a database with the driver of the store. Two SQLite libraries in one process would release each other's locks. */
export function openDatabase(file: string, options: Partial<OpenOptions> = {}): SqliteFile {
  return sqliteDriver().open(file, { mode: 'create', timeout: 5_000, ...options });
}

/** Creates an empty database in WAL mode. */
export function makeWalDatabase(file: string): void {
  const database = openDatabase(file);
  pragma(database, 'journal_mode = WAL');
  database.close();
}
