import { StoreError } from '../store-error.js';
import { isOlder, minSqliteVersion, outdatedSqliteMessage } from './choose-driver.js';
import { readValue, type SqliteDatabase } from './sqlite-driver.js';

/** @throws StoreError if a database was opened with a SQLite that is too old. */
export function assertSqliteVersion(database: SqliteDatabase): void {
  const version = String(readValue(database, 'select sqlite_version()'));
  if (isOlder(version.split('.').map(Number), minSqliteVersion)) {
    throw new StoreError(`${outdatedSqliteMessage(version)} Update better-sqlite3.`);
  }
}
