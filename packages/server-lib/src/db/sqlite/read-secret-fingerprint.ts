import { existsSync } from 'node:fs';
import { fromHandle } from './better-sqlite3-driver.js';
import { openForInspection } from './open-database.js';
import { readFingerprint } from './secret-fingerprint.js';
import type { SqliteHandle } from './sqlite-handle.js';

/**
 * The fingerprint of the secret that a database was filled with, before it is opened for use. Undefined where it has none
 * and where it cannot be read now, which the opening then tells.
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
