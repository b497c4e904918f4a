import { systemClock } from '../../base/clock.js';
import { truncateWal } from './erase-deleted.js';
import { busyTimeout, defaultLockTimeout, retryWhileBusy } from './lock-timeout.js';
import { hasHostTables } from './migrate.js';
import { openWriter } from './open-database.js';
import type { SqliteDatabase } from './sqlite-driver.js';

/** Milliseconds between attempts to truncate the WAL. */
const retryAfter = 100;

/**
 * Rewrites a database in its file, so that nothing is left of deleted rows. It holds the write lock until it has
 * finished.
 *
 * @returns `foreign` if the file was not rewritten, since it has tables of a host, whose rows would be renumbered;
 * `reader` if the file was rewritten, but a reader still needs the WAL, which has the earlier pages.
 */
export async function vacuumFile(file: string, patience = defaultLockTimeout): Promise<'done' | 'foreign' | 'reader'> {
  const { database } = await retryWhileBusy(patience, () => openWriter(file, busyTimeout));
  try {
    if (hasHostTables(database)) return 'foreign';
    await retryWhileBusy(patience, () => database.exec('vacuum'));
    return (await retryTruncateWal(database, patience)) ? 'done' : 'reader';
  } finally {
    database.close();
  }
}

async function retryTruncateWal(database: SqliteDatabase, patience: number): Promise<boolean> {
  const since = systemClock.elapsed();
  while (!truncateWal(database)) {
    if (systemClock.elapsed() - since > patience) return false;
    await systemClock.pause(retryAfter);
  }
  return true;
}
