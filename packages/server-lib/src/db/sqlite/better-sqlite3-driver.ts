import Database from 'better-sqlite3';
import {
  type OpenOptions,
  readValue,
  type SqliteDatabase,
  type SqliteDriver,
  type SqliteFile,
  type SqliteStatement,
  toRows,
} from './sqlite-driver.js';
import type { SqliteHandle } from './sqlite-handle.js';

/**
 * Loads the binary of better-sqlite3, which an import of its JavaScript does not. Throws if the binary is missing or
 * does not fit.
 */
export function loadBetterSqlite3(): SqliteDriver {
  assertNodeVersion();
  const probe = open(':memory:', { mode: 'create', timeout: 0 });
  const version = String(readValue(probe, 'select sqlite_version()'));
  probe.close();
  return { name: 'better-sqlite3', version, open };
}

/** From version 13 on, its binary needs Node-API 10, and ends the process of an older Node without a message. */
function assertNodeVersion(): void {
  const needsNewerNode = 'explain' in Database.prototype;
  if (needsNewerNode && Number(process.versions.napi) < 10) {
    throw new Error('better-sqlite3 13 and later need Node 22 or newer. Install better-sqlite3@~12.9.0 for this Node.');
  }
}

function open(file: string, { mode, timeout }: OpenOptions): SqliteFile {
  const handle = new Database(file, { readonly: mode === 'readonly', fileMustExist: mode !== 'create', timeout });
  return Object.assign(fromHandle(handle), {
    close: () => {
      handle.close();
    },
    // All pages in one step: otherwise each commit of another process would restart the copy.
    backup: async (target: string) => {
      await handle.backup(target, { progress: () => Number.MAX_SAFE_INTEGER });
    },
  });
}

/** Wraps a better-sqlite3 database for the store. It is closed by the code that opened it. */
export function fromHandle(handle: SqliteHandle): SqliteDatabase {
  return {
    get name() {
      return handle.name;
    },
    get memory() {
      return handle.memory;
    },
    get inTransaction() {
      return handle.inTransaction;
    },
    prepare: (text) => prepare(handle, text),
    exec: (text) => {
      handle.exec(text);
    },
    close: () => {},
  };
}

function prepare(handle: SqliteHandle, text: string): SqliteStatement {
  const statement = handle.prepare(text);
  const columns = statement.reader ? statement.columns().map(({ name }) => name) : [];
  if (statement.reader) statement.raw();
  return {
    columns,
    all: (values) => toRows(statement.all(...values)),
    run: (values) => {
      statement.run(...values);
    },
  };
}
