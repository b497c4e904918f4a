import { closeSync, existsSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { runOperation } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import { assertSqliteVersion } from '../../db/sqlite/assert-sqlite-version.js';
import { sqliteDriver } from '../../db/sqlite/choose-driver.js';
import { createConnection } from '../../db/sqlite/connection.js';
import { explainOpenFailure } from '../../db/sqlite/explain-open-failure.js';
import { assertKnownSchema, migrateSqlite } from '../../db/sqlite/migrate.js';
import { createTransactionRunner, pragma, type SqliteDatabase } from '../../db/sqlite/sqlite-driver.js';
import { isBusy } from '../../db/sqlite/sqlite-errors.js';
import { StoreError } from '../../db/store-error.js';
import type { MoveDatabase, MoveDialect } from './move-database.js';

/** How long to wait for a command that reads the file, in milliseconds. */
const lockTimeout = 2_000;

/**
 * Opens a SQLite file so that no other process can use it until it is closed, and brings its schema up to date.
 *
 * @throws StoreError if it cannot be opened, or another process has it open.
 */
export function openSqliteForMove(file: string): MoveDatabase {
  let database: SqliteDatabase | undefined;
  try {
    // The file contains password hashes, so other users of the machine must not read it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    database = sqliteDriver().open(file, { mode: 'existing', timeout: lockTimeout });
    assertSqliteVersion(database);
    assertKnownSchema(database, { shared: false });
    const journal = lockFile(database);
    pragma(database, 'foreign_keys = ON');
    migrateSqlite(database, { shared: false });
    return wrap(database, file, journal);
  } catch (error) {
    database?.close();
    if (!isBusy(error)) throw explainOpenFailure(file, error);
    throw new StoreError(`${file} is in use. Stop the server and other processes that use it, then try again.`, {
      cause: error,
    });
  }
}

/**
 * Takes the lock of the file for as long as the connection is open. Fails while another process has the file open in WAL mode.
 * Returns the journal mode of the file.
 */
function lockFile(database: SqliteDatabase): unknown {
  const before = pragma(database, 'journal_mode');
  pragma(database, 'locking_mode = EXCLUSIVE');
  const mode = pragma(database, 'journal_mode = DELETE');
  if (mode !== 'delete')
    throw new StoreError(`The journal mode of the file is still ${mode}. Close it in other processes.`);
  pragma(database, 'synchronous = FULL');
  database.exec('begin exclusive');
  database.exec('commit');
  return before;
}

function wrap(database: SqliteDatabase, file: string, journal: unknown): MoveDatabase {
  const connection = createConnection(database);
  const inTransaction = createTransactionRunner(database);
  return {
    name: basename(file),
    dialect,
    run: async (operation) => inTransaction(() => runOperation(operation, connection.execute)),
    async close() {
      // The host may use the same file and rely on its journal mode.
      if (journal === 'wal') pragma(database, 'journal_mode = WAL');
      database.close();
    },
  };
}

const dialect: MoveDialect = {
  allowsNul: true,
  // The lock of the file keeps other processes out. After the lock is released, the mark does.
  *freeze() {},
  *release() {},
  *cleanUp() {},
  *selectLastId({ name }) {
    const row = yield* one<{ seq: number }>`select seq from sqlite_sequence where name = ${name}`;
    return row?.seq ?? 0;
  },
  *setLastId({ name }, id) {
    if (id === 0) return;
    yield* run`delete from sqlite_sequence where name = ${name}`;
    yield* run`insert into sqlite_sequence (name, seq) values (${name}, ${id})`;
  },
};
