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
 * Opens the connection that writes to a file of Askwell, and brings the schema up to date. Throws a busy error if
 * waiting may help, otherwise a {@link StoreError} that says what to do.
 *
 * @param secret The secret that the database must have. Undefined: it is not checked.
 */
export function openWriter(file: string, timeout: number, secret?: SecretFingerprint): Connection {
  try {
    // First, so that no file is created if no driver can be loaded.
    const driver = sqliteDriver();
    assertKnownSchemaIn(file);
    createPrivately(file);
    const crashed = hasWal(file);
    return closeOnFailure(driver.open(file, { mode: 'create', timeout }), (database) => {
      const connection = prepareWriter(database, { shared: false, secret });
      // The WAL still contains data that was deleted just before a crash.
      if (crashed) truncateWal(database);
      return connection;
    });
  } catch (error) {
    throw isBusy(error) ? error : explainOpenFailure(file, error);
  }
}

interface WriterSettings {
  /** Whether the host also uses the handle. */
  readonly shared: boolean;
  readonly secret?: SecretFingerprint | undefined;
}

/** Prepares a handle for writes: WAL, a sync before each commit is acknowledged, and the current schema. */
export function prepareWriter(database: SqliteDatabase, { shared, secret }: WriterSettings): Connection {
  if (database.inTransaction) throw new HandleInTransactionError();
  assertSqliteVersion(database);
  assertKnownSchema(database, { shared });
  if (!database.memory) pragma(database, 'journal_mode = WAL');
  // After WAL, because no move can begin from then on as long as this connection is open.
  assertNotMoved(database);
  // After WAL, because better-sqlite3 compiles SQLite so that entering WAL lowers this to NORMAL.
  pragma(database, 'synchronous = FULL');
  pragma(database, 'foreign_keys = ON');
  enableSecureDelete(database);
  if (!shared) tune(database);
  migrateSqlite(database, { shared });
  if (secret) recordSecret(database, secret);
  return createConnection(database);
}

/**
 * Overwrites deleted rows and freed pages with zeros. The setting is read back, since SQLite could be built without it.
 */
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

/** Opens a database without a file, with the current schema. */
export function openInMemory(name: string): Connection {
  return prepareWriter(sqliteDriver().open(name, { mode: 'create', timeout: 0 }), { shared: false });
}

/**
 * Opens the connection that reads committed data. It never waits for a lock, since it runs on the event loop of the
 * host.
 */
export function openReader(file: string): Connection {
  const database = sqliteDriver().open(file, { mode: 'existing', timeout: 0 });
  pragma(database, 'query_only = ON');
  // The default of better-sqlite3. SQLite's own default is an eighth of it.
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

/**
 * Refuses an existing file that is not a database, or is a database of a newer version, without changing it. Other
 * processes may be using the file.
 */
export function assertUsableFile(file: string): void {
  try {
    assertKnownSchemaIn(file);
  } catch (error) {
    if (!isBusy(error)) throw explainOpenFailure(file, error);
  }
}

/** The first write can still change `synchronous`, so it is read back then. */
export function assertDurable(database: SqliteDatabase): void {
  const level = pragma(database, 'synchronous');
  if (!database.memory && level !== 2) throw new StoreError(`SQLite would not sync commits (synchronous = ${level}).`);
}

/** The file contains password hashes, so only its owner may read it. */
function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Returns whether a WAL was left behind, or is in use by another connection. */
function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Reads a file without changing it: closing a connection that may write would move the content of the WAL into the
 * file.
 */
function assertKnownSchemaIn(file: string): void {
  if (!existsSync(file)) return;
  closeOnFailure(openForInspection(file, 0), (database) => {
    try {
      assertKnownSchema(database, { shared: false });
      assertNotMoved(database);
    } catch (error) {
      // An interrupted transaction in the older journal mode has to be rolled back before the file can be read.
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
