import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { sqliteDriver } from './choose-driver.js';
import type { SqliteDatabase } from './sqlite-driver.js';
import { isBusy } from './sqlite-errors.js';

/**
 * Lets a process find out whether other processes use its database. Each process holds a lock of a file next to the
 * database: an exclusive lock if it is alone, otherwise a shared lock. The operating system releases the locks of a
 * process that ends, however it ends.
 */
export class ProcessLock {
  #database: SqliteDatabase | undefined;
  readonly #file: string;
  readonly #request: string;

  /** @param database The path of the database. */
  constructor(database: string) {
    this.#file = `${database}-processes`;
    this.#request = `${database}-processes-request`;
  }

  /** Takes the lock that only one process can hold. Returns false if any other process holds a lock. */
  tryExclusive(): boolean {
    return this.#try('begin exclusive');
  }

  /** Takes the lock that several processes can hold. Returns false if a process is alone. */
  tryShared(): boolean {
    // The read takes the lock, and the transaction keeps it.
    return this.#try('begin; select count(*) from sqlite_schema');
  }

  /** Asks the process that is alone to share. */
  requestShare(): void {
    closeSync(openSync(this.#request, 'a', 0o600));
  }

  /** Returns whether another process has asked to share since the last call. */
  wasShareRequested(): boolean {
    if (!existsSync(this.#request)) return false;
    rmSync(this.#request, { force: true });
    return true;
  }

  release(): void {
    if (this.#database?.inTransaction) this.#database.exec('rollback');
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #try(statements: string): boolean {
    this.#database ??= openPrivately(this.#file);
    try {
      this.#database.exec(statements);
      return true;
    } catch (error) {
      this.release();
      if (isBusy(error)) return false;
      throw error;
    }
  }
}

/**
 * Opens a database, and creates it if necessary. Only its owner can read it.
 *
 * @param timeout How long its statements wait for locks, in milliseconds.
 */
export function openPrivately(file: string, timeout = 0): SqliteDatabase {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  return sqliteDriver().open(file, { mode: 'create', timeout });
}
