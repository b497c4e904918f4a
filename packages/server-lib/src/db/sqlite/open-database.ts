import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { findMoveError, selectMoveMark } from '../move-mark.js';
import { runOperation } from '../operation.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import { StoreError } from '../store-error.js';
import { assertSqliteVersion } from './assert-sqlite-version.js';
import { sqliteDriver } from './choose-driver.js';
import { type Connection, createConnection } from './connection.js';
import { truncateWal } from './erase-deleted.js';
import { explainOpenFailure } from './explain-open-failure.js';
import { assertKnownSchema, migrateSqlite } from './migrate.js';
import { recordSecret } from './secret-fingerprint.js';
import { pragma, readValue, type SqliteDatabase, type SqliteFile } from './sqlite-driver.js';
import { HandleInTransactionError, isBusy, sqliteCode } from './sqlite-errors.js';

/**
 * Opens the connection that writes to a file of Askwell, and brings the schema up to date.
 * Throws a busy error where waiting may help, otherwise a {@link StoreError} that says what to do.
 *
 * @param secret The secret that the database must have. Undefined: it is not checked.
 */
export function openWriter(file: string, timeout: number, secret?: SecretFingerprint): Connection {
  try {
    // First, so that no file is made where no driver can be loaded.
    const driver = sqliteDriver();
    assertKnownSchemaIn(file);
    createPrivately(file);
    const crashed = hasWal(file);
    return closeOnFailure(driver.open(file, { mode: 'create', timeout }), (database) => {
      const connection = prepareWriter(database, { shared: false, secret });
      // What was deleted just before a crash still stands in there.
      if (crashed) truncateWal(database);
      return connection;
    });
  } catch (error) {
    throw isBusy(error) ? error : explainOpenFailure(file, error);
  }
}

interface WriterSettings {
  /** Whether the handle is the host's as well. */
  readonly shared: boolean;
  readonly secret?: SecretFingerprint | undefined;
}

/** Makes a handle fit for our writes: WAL, a sync before each commit is acknowledged, and the current schema. */
export function prepareWriter(database: SqliteDatabase, { shared, secret }: WriterSettings): Connection {
  if (database.inTransaction) throw new HandleInTransactionError();
  assertSqliteVersion(database);
  assertKnownSchema(database, { shared });
  if (!database.memory) pragma(database, 'journal_mode = WAL');
  // After WAL: from then on, no move can begin as long as this connection is open.
  assertNotMoved(database);
  // After WAL, not before: better-sqlite3 compiles SQLite so that entering WAL lowers this to NORMAL.
  pragma(database, 'synchronous = FULL');
  pragma(database, 'foreign_keys = ON');
  enableSecureDelete(database);
  if (!shared) tune(database);
  migrateSqlite(database, { shared });
  if (secret) recordSecret(database, secret);
  return createConnection(database);
}

/** Deleted rows and freed pages are overwritten with zeros. Read back, since a SQLite could be built without it. */
function enableSecureDelete(database: SqliteDatabase): void {
  pragma(database, 'secure_delete = ON');
  const level = pragma(database, 'secure_delete');
  if (level !== 1) throw new StoreError(`SQLite would not overwrite deleted rows (secure_delete = ${level}).`);
}

/**
 * Sets the caches of a writer. A group of answers touches pages throughout the file, for example in the index of voters. So the cache is
 * larger than by default, checkpoints are rarer, because a page then has many new answers, and statement journals stay in memory.
 */
function tune(database: SqliteDatabase): void {
  pragma(database, 'cache_size = -16384');
  pragma(database, 'wal_autocheckpoint = 4000');
  pragma(database, 'temp_store = MEMORY');
}

/** The connection to a database without a file, its schema current. */
export function openInMemory(name: string): Connection {
  return prepareWriter(sqliteDriver().open(name, { mode: 'create', timeout: 0 }), { shared: false });
}

/** The connection that reads what has been committed. It never waits by itself, since it runs in the host's loop. */
export function openReader(file: string): Connection {
  const database = sqliteDriver().open(file, { mode: 'existing', timeout: 0 });
  pragma(database, 'query_only = ON');
  // As much as better-sqlite3 is built with; SQLite's own default is an eighth of it.
  pragma(database, 'cache_size = -16000');
  return createConnection(database);
}

/** Opens a file in any state for inspection, without changing it. */
export function openForInspection(file: string, timeout: number): SqliteFile {
  try {
    return sqliteDriver().open(file, { mode: 'readonly', timeout });
  } catch (error) {
    throw explainOpenFailure(file, error);
  }
}

/** Refuses a file that is there and is no database, or a newer one, without changing it. Others may be using it. */
export function assertUsableFile(file: string): void {
  try {
    assertKnownSchemaIn(file);
  } catch (error) {
    if (!isBusy(error)) throw explainOpenFailure(file, error);
  }
}

/** `synchronous` settles only with the first write, so it is read back then. */
export function assertDurable(database: SqliteDatabase): void {
  const level = pragma(database, 'synchronous');
  if (!database.memory && level !== 2) throw new StoreError(`SQLite would not sync commits (synchronous = ${level}).`);
}

/** The file holds password hashes: nobody else on the machine has a use for it. */
function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Whether a WAL was left behind, or is in use by another connection. */
function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** A look that can't change the file: closing a connection that may write would move what waits in the WAL into it. */
function assertKnownSchemaIn(file: string): void {
  if (!existsSync(file)) return;
  closeOnFailure(openForInspection(file, 0), (database) => {
    try {
      assertKnownSchema(database, { shared: false });
      assertNotMoved(database);
    } catch (error) {
      // What was left half-written in the older journal mode has to be rolled back before it can be read at all.
      if (!/^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error))) throw error;
    }
    database.close();
  });
}

function closeOnFailure<Result>(database: SqliteDatabase, use: (database: SqliteDatabase) => Result): Result {
  try {
    return use(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Checks that a database of any version does not take part in a move.
 *
 * @throws StoreError that says what to do.
 */
function assertNotMoved(database: SqliteDatabase): void {
  if (readValue(database, "select 1 from sqlite_schema where name = 'askwell_moves'") === undefined) return;
  const error = findMoveError(runOperation(selectMoveMark(), createConnection(database).execute));
  if (error) throw error;
}
