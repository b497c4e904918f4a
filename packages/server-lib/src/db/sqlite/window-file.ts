import { existsSync, rmSync } from 'node:fs';
import { openPrivately } from './process-lock.js';
import { pragma, type SqliteDatabase } from './sqlite-driver.js';
import { openWindowTable, type WindowTable } from './window-table.js';

/** The windows of several processes in a small SQLite file. */
export interface WindowFile {
  /** Windows that a process counts in its memory while it is alone. */
  readonly shared: WindowTable;
  /** Windows that are always counted here. */
  readonly lasting: WindowTable;
  close(): void;
}

/** How long opening waits for another process that opens the file, in milliseconds. */
const openTimeout = 1_000;

const filesOf = (path: string): string[] => [path, `${path}-wal`, `${path}-shm`];

/**
 * Opens the file, and creates it if necessary.
 *
 * @param mayReplace Whether no other process uses the file. It is not synced, so a crash of the machine can damage it; it is
 * then replaced.
 */
export function openWindowFile(path: string, mayReplace: boolean): WindowFile {
  try {
    return prepare(openPrivately(path, openTimeout));
  } catch (error) {
    if (!mayReplace || !existsSync(path)) throw error;
    for (const file of filesOf(path)) rmSync(file, { force: true });
    return prepare(openPrivately(path, openTimeout));
  }
}

function prepare(database: SqliteDatabase): WindowFile {
  try {
    pragma(database, 'journal_mode = WAL');
    pragma(database, 'synchronous = OFF');
    const shared = openWindowTable(database, 'windows');
    const lasting = openWindowTable(database, 'lasting_windows');
    // From now on, no statement waits for a lock, since statements run on the event loop.
    pragma(database, 'busy_timeout = 0');
    return { shared, lasting, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
