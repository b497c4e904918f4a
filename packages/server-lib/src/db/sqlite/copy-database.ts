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
  /** The problems that were found in the copy. */
  readonly findings: readonly string[];
  /** The reason why the copy also has the free pages of the database; undefined if it does not have them. */
  readonly freePagesReason?: string;
}

/**
 * Copies a database into a new file, synced, that only its owner can read. Others may read and write during the copy.
 * The copy has the rows of the database, and no remains of deleted rows. It needs twice the space while it is created.
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
 * Writes the rows of a database into a new file. SQLite cannot do that if an index of the host needs a function that
 * only the host has. Then copies the pages unchanged, and returns the reason.
 */
function writeCompactCopy(pages: string, file: string): string | undefined {
  const database = sqliteDriver().open(pages, { mode: 'existing', timeout: defaultLockTimeout });
  try {
    createPrivately(file);
    // Into another file, because rewriting in place would renumber rows of the host.
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
 * Runs only the checks of SQLite. `askwell check` also checks the schema and the results, which takes longer. The copy
 * has the same schema and results as the database, and a backup matters even more if they are wrong.
 */
function checkCopy(file: string): string[] {
  const copy = sqliteDriver().open(file, { mode: 'existing', timeout: defaultLockTimeout });
  try {
    // A single file without a WAL, which can also be opened from a read-only disk.
    pragma(copy, 'journal_mode = DELETE');
    const connection = createConnection(copy);
    return runChecks(connection, integrityChecks(connection));
  } finally {
    copy.close();
  }
}

/** Waits until a file, or the list of names in a folder, is on the disk. */
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
