import { existsSync } from 'node:fs';
import { fromHandle } from './better-sqlite3-driver.js';
import { openForInspection } from './open-database.js';
import { readFingerprint } from './secret-fingerprint.js';
import type { SqliteHandle } from './sqlite-handle.js';

/**
 * Returns the fingerprint of the secret that a database was created with, before the database is opened for use.
 * Undefined if it has no fingerprint, or if it cannot be read now. In the latter case, opening the database reports the
 * error.
 */
export function lookUpFingerprint(database: string | SqliteHandle): string | undefined {
  if (typeof database !== 'string') return readFingerprint(fromHandle(database));
  if (!existsSync(database)) return undefined;
  try {
    const file = openForInspection(database, 0);
    try {
      return readFingerprint(file);
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}
