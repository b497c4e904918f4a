import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { type Connection, createConnection } from './connection.js';
import { StoreError } from './failures.js';

/** Older ones can corrupt a database in WAL mode when two connections write and checkpoint. */
const oldestSqlite = [3, 51, 3] as const;

/** The connection that writes: WAL, and a sync before each commit is acknowledged. */
export function openWriter(file: string, busyMilliseconds: number): Connection {
  createPrivately(file);
  return prepareWriter(open(file, busyMilliseconds));
}

export function prepareWriter(database: Database.Database): Connection {
  refuseOldSqlite(database);
  if (!database.memory) database.pragma('journal_mode = WAL');
  // After WAL, not before: better-sqlite3 compiles SQLite so that entering WAL lowers this to NORMAL.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return createConnection(database);
}

/** The connection that reads what has been committed. */
export function openReader(file: string): Connection {
  const database = open(file, 0);
  database.pragma('query_only = ON');
  return createConnection(database);
}

/** `synchronous` settles only with the first write, so it is read back then. */
export function assertDurable(database: Database.Database): void {
  const level = database.pragma('synchronous', { simple: true });
  if (!database.memory && level !== 2) throw new StoreError(`SQLite would not sync commits (synchronous = ${level}).`);
}

function open(file: string, timeout: number): Database.Database {
  try {
    return new Database(file, { timeout });
  } catch (error) {
    throw new StoreError(whyNotOpened(file), { cause: error });
  }
}

/** The file holds password hashes: nobody else on the machine has a use for it. */
function createPrivately(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw new StoreError(whyNotOpened(file), { cause: error });
  }
}

function whyNotOpened(file: string): string {
  const folder = dirname(resolve(file));
  if (!existsSync(folder))
    return `The folder ${folder} does not exist. Create it, or give another path for the database.`;
  const missing = existsSync(file) ? file : folder;
  try {
    accessSync(missing, constants.R_OK | constants.W_OK);
  } catch {
    return `${missing} can't be written to. Change its permissions, or give another path for the database.`;
  }
  return `${file} can't be opened as a database.`;
}

function refuseOldSqlite(database: Database.Database): void {
  const version = database.prepare<[], { version: string }>('select sqlite_version() as version').get()?.version ?? '0';
  const parts = version.split('.').map(Number);
  for (const [at, least] of oldestSqlite.entries()) {
    const part = parts[at] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new StoreError(
        `SQLite ${version} is too old: ${oldestSqlite.join('.')} or newer is needed. Update better-sqlite3.`,
      );
    }
  }
}
