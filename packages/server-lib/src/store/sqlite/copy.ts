import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { sqliteDriver } from './choose-driver.js';
import { createConnection } from './connection.js';
import { defaultPatience } from './patience.js';
import { runChecks, soundness } from './soundness.js';
import { pragma, type SqliteFile } from './sqlite-driver.js';

/** What SQLite may keep beside a database file. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/**
 * Copies a database into a new file, synced, for the owner's eyes alone. Returns what is wrong with the copy, if
 * anything is. Others may read and write meanwhile.
 */
export async function copyDatabase(source: SqliteFile, file: string): Promise<string[]> {
  closeSync(openSync(file, 'wx', 0o600));
  await source.backup(file);
  const found = examineCopy(file);
  syncFile(file);
  return found;
}

/**
 * Asks SQLite alone. Whether the schema and the results are right is for `askwell check` to tell, which takes longer: they
 * are in the copy as they are in the source, and where they are wrong, a backup is wanted all the more.
 */
function examineCopy(file: string): string[] {
  const copy = sqliteDriver().open(file, { mode: 'existing', timeout: defaultPatience });
  try {
    // One file without companions, which opens from a read-only disk too.
    pragma(copy, 'journal_mode = DELETE');
    const connection = createConnection(copy);
    return runChecks(connection, soundness(connection));
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

/** Removes a database file and whatever SQLite left beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...companions]) rmSync(file + suffix, { force: true });
}
