import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Connection, createConnection } from './connection.js';
import { HandleTaken, isBusy, StoreError, sqliteCode } from './failures.js';
import { migrate, refuseNewer } from './migrate.js';
import { whyNotOpened } from './why-not-opened.js';

/** Older ones can corrupt a database in WAL mode when two connections write and checkpoint. */
const oldestSqlite = [3, 51, 3] as const;

/**
 * The connection that writes to a file of ours, its schema current.
 * Throws a busy error where waiting may help, otherwise a {@link StoreError} that says what to do.
 */
export function openWriter(file: string, timeout: number): Connection {
  try {
    refuseNewerFile(file);
    createPrivately(file);
    return closingOnFailure(new Database(file, { timeout }), (database) => prepareWriter(database, { shared: false }));
  } catch (error) {
    throw isBusy(error) ? error : whyNotOpened(file, error);
  }
}

/** Makes a handle fit for our writes: WAL, a sync before each commit is acknowledged, and the current schema. */
export function prepareWriter(database: Database.Database, { shared }: { shared: boolean }): Connection {
  if (database.inTransaction) throw new HandleTaken();
  refuseOldSqlite(database);
  refuseNewer(database, { shared });
  if (!database.memory) database.pragma('journal_mode = WAL');
  // After WAL, not before: better-sqlite3 compiles SQLite so that entering WAL lowers this to NORMAL.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  if (!shared) tune(database);
  migrate(database, { shared });
  return createConnection(database);
}

/**
 * What a group of answers touches lies all over the file, as voters do. More of it is kept at hand, it is written back to
 * the file less often, since a page then takes many answers along, and what a statement might have to undo needs no file.
 */
function tune(database: Database.Database): void {
  database.pragma('cache_size = -16384');
  database.pragma('wal_autocheckpoint = 4000');
  database.pragma('temp_store = MEMORY');
}

/** The connection that reads what has been committed. It never waits by itself, since it runs in the host's loop. */
export function openReader(file: string): Connection {
  const database = new Database(file, { timeout: 0, fileMustExist: true });
  database.pragma('query_only = ON');
  return createConnection(database);
}

/** Opens a file to look into it, whatever state it is in, and never changes it. */
export function openForInspection(file: string, timeout: number): Database.Database {
  try {
    return new Database(file, { readonly: true, fileMustExist: true, timeout });
  } catch (error) {
    throw whyNotOpened(file, error);
  }
}

/** Refuses a file that is there and is no database, or a newer one, without changing it. Others may be using it. */
export function refuseUnusable(file: string): void {
  try {
    refuseNewerFile(file);
  } catch (error) {
    if (!isBusy(error)) throw whyNotOpened(file, error);
  }
}

/** `synchronous` settles only with the first write, so it is read back then. */
export function assertDurable(database: Database.Database): void {
  const level = database.pragma('synchronous', { simple: true });
  if (!database.memory && level !== 2) throw new StoreError(`SQLite would not sync commits (synchronous = ${level}).`);
}

/** The file holds password hashes: nobody else on the machine has a use for it. */
function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** A look that can't change the file: closing a connection that may write would move what waits in the WAL into it. */
function refuseNewerFile(file: string): void {
  if (!existsSync(file)) return;
  closingOnFailure(openForInspection(file, 0), (database) => {
    try {
      refuseNewer(database, { shared: false });
    } catch (error) {
      // What was left half-written in the older journal mode has to be rolled back before it can be read at all.
      if (!/^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error))) throw error;
    }
    database.close();
  });
}

function closingOnFailure<Result>(database: Database.Database, use: (database: Database.Database) => Result): Result {
  try {
    return use(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function refuseOldSqlite(database: Database.Database): void {
  const version = database.prepare<[], { version: string }>('select sqlite_version() as version').get()?.version ?? '0';
  if (isOlder(version.split('.').map(Number), oldestSqlite)) {
    throw new StoreError(
      `SQLite ${version} is too old: ${oldestSqlite.join('.')} or newer is needed. Update better-sqlite3.`,
    );
  }
}

/** Whether a version comes before another, part by part. */
export function isOlder(version: readonly number[], least: readonly number[]): boolean {
  for (const [at, part] of least.entries()) {
    const difference = (version[at] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
