import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { sqliteDriver } from './choose-driver.js';
import { createConnection } from './connection.js';
import { integrityChecks, runChecks } from './integrity.js';
import { defaultLockTimeout } from './lock-timeout.js';
import { pragma, type SqliteFile } from './sqlite-driver.js';
import { sqliteCode } from './sqlite-errors.js';

/** The suffixes of the files that SQLite creates next to a database. */
export const companionSuffixes = ['-wal', '-shm', '-journal'] as const;

export interface CopyResult {
  /** What is wrong with the copy. */
  readonly findings: readonly string[];
  /** Why the copy has the free pages of the database as well; undefined where it has none. */
  readonly freePagesReason?: string;
}

/**
 * Copies a database into a new file, synced, that only its owner can read. Others may read and write during the copy. The copy
 * has the rows of the database and nothing that SQLite left of deleted ones. It needs twice the space while it is created.
 */
export async function copyDatabase(source: SqliteFile, file: string): Promise<CopyResult> {
  const pages = `${file}.pages`;
  try {
    createPrivately(pages);
    await source.backup(pages);
    const findings = checkCopy(pages);
    if (findings.length > 0) return { findings };
    const freePagesReason = writeCompactCopy(pages, file);
    return { findings: checkCopy(file), ...(freePagesReason === undefined ? {} : { freePagesReason }) };
  } finally {
    removeDatabase(pages);
    if (existsSync(file)) syncFile(file);
  }
}

/**
 * Writes the rows of a database into a new file. Where SQLite can't, since an index of a host's needs a function that only
 * the host has, the pages become that file as they are, and the reason is returned.
 */
function writeCompactCopy(pages: string, file: string): string | undefined {
  const database = sqliteDriver().open(pages, { mode: 'existing', timeout: defaultLockTimeout });
  try {
    createPrivately(file);
    // Into another file: a rewriting in place would renumber rows of a host's.
    database.prepare('vacuum into ?').run([file]);
    return undefined;
  } catch (error) {
    if (sqliteCode(error) !== 'SQLITE_ERROR' || !(error instanceof Error)) throw error;
    database.close();
    renameSync(pages, file);
    return error.message;
  } finally {
    database.close();
  }
}

function createPrivately(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/**
 * Asks SQLite alone. Whether the schema and the results are right is for `askwell check` to tell, which takes longer: they
 * are in the copy as they are in the source, and where they are wrong, a backup is wanted all the more.
 */
function checkCopy(file: string): string[] {
  const copy = sqliteDriver().open(file, { mode: 'existing', timeout: defaultLockTimeout });
  try {
    // One file without companions, which opens from a read-only disk too.
    pragma(copy, 'journal_mode = DELETE');
    const connection = createConnection(copy);
    return runChecks(connection, integrityChecks(connection));
  } finally {
    copy.close();
  }
}

/** Waits until a file, or a folder's list of names, is on the disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes a database file and the files of SQLite next to it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...companionSuffixes]) rmSync(file + suffix, { force: true });
}
