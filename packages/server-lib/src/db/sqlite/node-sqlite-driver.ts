import { pathToFileURL } from 'node:url';
import { type OpenOptions, type SqliteDriver, type SqliteFile, type SqliteStatement, toRows } from './sqlite-driver.js';

/** The part of `node:sqlite` that the store uses. The types of the oldest supported version of Node do not have it. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: { readOnly: boolean; timeout: number }) => NodeDatabase;
  readonly backup: (source: NodeDatabase, file: string, options: { rate: number }) => Promise<number>;
}

interface NodeDatabase {
  readonly isTransaction: boolean;
  prepare(text: string): NodeStatement;
  exec(text: string): void;
  close(): void;
}

interface NodeStatement {
  columns(): { readonly name: string }[];
  setReturnArrays(enabled: boolean): void;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

/** Loads Node's own SQLite. Throws if this Node has no SQLite, or if its SQLite lacks a required function. */
export function loadNodeSqlite(): SqliteDriver {
  const sqlite: unknown = process.getBuiltinModule('node:sqlite');
  // `backup` is the newest function that Askwell needs. Node has it since 22.16 and 23.8.
  if (!isNodeSqlite(sqlite)) throw new Error(`It needs Node 22.16 or newer, and this is ${process.versions.node}.`);
  return {
    name: 'node:sqlite',
    version: process.versions.sqlite ?? '0',
    open: (file, options) => open(sqlite, file, options),
  };
}

function isNodeSqlite(module: unknown): module is NodeSqlite {
  return typeof module === 'object' && module !== null && 'DatabaseSync' in module && 'backup' in module;
}

function open({ DatabaseSync, backup }: NodeSqlite, file: string, { mode, timeout }: OpenOptions): SqliteFile {
  const memory = file === ':memory:' || file === '';
  let isOpen = true;
  const handle = new DatabaseSync(memory ? file : toUri(file, mode), { readOnly: mode === 'readonly', timeout });
  return {
    name: file,
    memory,
    get inTransaction() {
      return handle.isTransaction;
    },
    prepare: (text) => prepare(handle, text),
    exec: (text) => handle.exec(text),
    // Unlike better-sqlite3, Node refuses to close a database twice.
    close: () => {
      if (isOpen) handle.close();
      isOpen = false;
    },
    // All pages in one step: otherwise each commit of another process would restart the copy.
    backup: async (target) => {
      await backup(handle, target, { rate: 0x7fffffff });
    },
  };
}

/** A URI says whether a missing file is created. */
function toUri(file: string, mode: OpenOptions['mode']): string {
  const uri = file.startsWith('file:') ? new URL(file) : pathToFileURL(file);
  uri.searchParams.set('mode', { create: 'rwc', existing: 'rw', readonly: 'ro' }[mode]);
  return uri.href;
}

function prepare(handle: NodeDatabase, text: string): SqliteStatement {
  const statement = handle.prepare(text);
  const columns = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return {
    columns,
    all: (values) => toRows(statement.all(...values)),
    run: (values) => {
      statement.run(...values);
    },
  };
}
