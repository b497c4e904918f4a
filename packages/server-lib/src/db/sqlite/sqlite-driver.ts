import type { Value } from '../sql/statement.js';

/** The drivers, by the package or module that each one needs. */
export type DriverName = 'better-sqlite3' | 'node:sqlite';

/** The part of a SQLite library that the store uses. */
export interface SqliteDriver {
  readonly name: DriverName;
  /** The version of SQLite that it contains, as in `3.51.3`. */
  readonly version: string;
  open(file: string, options: OpenOptions): SqliteFile;
}

export interface OpenOptions {
  /** `create` creates the file if it is missing; the other modes fail. */
  readonly mode: 'create' | 'existing' | 'readonly';
  /** How long SQLite itself waits for a lock, in milliseconds. */
  readonly timeout: number;
}

/** An open database. */
export interface SqliteDatabase {
  /** The path that it was opened with. */
  readonly name: string;
  readonly memory: boolean;
  readonly inTransaction: boolean;
  prepare(text: string): SqliteStatement;
  /** Runs statements that have no values and return no rows. */
  exec(text: string): void;
  /** Closes the file. Further calls do nothing. */
  close(): void;
}

/** A database that the store opened itself. */
export interface SqliteFile extends SqliteDatabase {
  /** Copies all pages into another file in one step, while others read and write. */
  backup(file: string): Promise<void>;
}

export interface SqliteStatement {
  /** The columns of its rows. Empty if it returns no rows. */
  readonly columns: readonly string[];
  /** Returns its rows, each as the values of its columns. Only for statements that have columns. */
  all(values: readonly Value[]): unknown[][];
  run(values: readonly Value[]): void;
}

/** Runs a statement once. Returns the first column of its first row, or undefined if there is no row. */
export function readValue(database: SqliteDatabase, text: string, values: readonly Value[] = []): unknown {
  const statement = database.prepare(text);
  if (statement.columns.length > 0) return statement.all(values)[0]?.[0];
  statement.run(values);
  return undefined;
}

/** Sets or reads a pragma, as in `journal_mode = WAL`. */
export function pragma(database: SqliteDatabase, text: string): unknown {
  return readValue(database, `pragma ${text}`);
}

/**
 * Returns a function that runs work in a transaction with the write lock, and rolls the transaction back if the work
 * throws.
 */
export function createTransactionRunner(database: SqliteDatabase): <Result>(work: () => Result) => Result {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');

  return (work) => {
    begin.run([]);
    try {
      const result = work();
      commit.run([]);
      return result;
    } catch (error) {
      // SQLite may have rolled back by itself.
      if (database.inTransaction) rollback.run([]);
      throw error;
    }
  };
}

/** Returns the rows of a statement that returns arrays. The types of the drivers do not express this. */
export function toRows(found: unknown[]): unknown[][] {
  if (!areRows(found)) throw new TypeError('The SQLite driver returned rows as objects. Expected arrays.');
  return found;
}

function areRows(found: unknown[]): found is unknown[][] {
  return found.length === 0 || Array.isArray(found[0]);
}
