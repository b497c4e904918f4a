import { systemClock } from '../../base/clock.js';
import { hasHostTables } from './migrate.js';
import { pragma, readValue, type SqliteDatabase } from './sqlite-driver.js';
import { isBusy } from './sqlite-errors.js';

/** Milliseconds between a deletion and the cleanup, so that one cleanup serves several deletions. */
const delay = 500;
/** Milliseconds until the next attempt if a lock or a reader prevented the cleanup. */
const retryAfter = 1_000;
/**
 * The largest file that is rewritten. Rewriting holds the write lock for 8 ms per megabyte. `askwell purge --vacuum`
 * rewrites larger files.
 */
const maxVacuumSize = 8 * 1024 * 1024;
/**
 * The pause before the next rewriting, as a multiple of the duration of the last one, so that successive deletions do
 * not block other writes.
 */
const pauseFactor = 20;

/**
 * Removes what SQLite leaves of deleted rows. `secure_delete` overwrites the rows themselves and the pages that become
 * free. The WAL has the earlier content of the pages until it is truncated. When a page was split or merged, SQLite may
 * have left copies of rows in the unused part of a page. Only rewriting the file removes them.
 */
export interface DeletedDataEraser {
  /** Schedules a cleanup after rows were deleted. */
  schedule(): void;
  /** Cleans up at once if a cleanup is due and possible. Called before the connection closes. */
  finish(): void;
}

export function createDeletedDataEraser(database: SqliteDatabase): DeletedDataEraser {
  let isRewriteDue = false;
  let isWalDue = false;
  let restUntil = 0;
  let isScheduled = false;

  function schedule(milliseconds: number): void {
    if (isScheduled) return;
    isScheduled = true;
    systemClock.setTimeout(() => {
      isScheduled = false;
      cleanUp();
      if (isRewriteDue || isWalDue) schedule(retryAfter);
    }, milliseconds);
  }

  function cleanUp(): void {
    try {
      if (database.inTransaction) return;
      if (isRewriteDue && systemClock.elapsed() >= restUntil) {
        rewriteIfSmall();
        isRewriteDue = false;
      }
      if (isWalDue) isWalDue = !truncateWal(database);
    } catch (error) {
      // Writes report a full or failing disk. The WAL is truncated as soon as possible.
      if (!isBusy(error)) isRewriteDue = false;
    }
  }

  function rewriteIfSmall(): void {
    const bytes = Number(pragma(database, 'page_count')) * Number(pragma(database, 'page_size'));
    // Rewriting renumbers rows without an integer primary key. A host may rely on the numbers.
    if (bytes > maxVacuumSize || hasHostTables(database)) return;
    const since = systemClock.elapsed();
    withoutLockTimeout(database, () => database.exec('vacuum'));
    restUntil = systemClock.elapsed() + pauseFactor * (systemClock.elapsed() - since);
  }

  return {
    schedule() {
      if (database.memory) return;
      isRewriteDue = true;
      isWalDue = true;
      schedule(delay);
    },
    finish() {
      restUntil = 0;
      cleanUp();
      isRewriteDue = false;
      isWalDue = false;
    },
  };
}

/** Moves the WAL into the database file and empties it. Returns false if a reader or another writer prevents it. */
export function truncateWal(database: SqliteDatabase): boolean {
  return withoutLockTimeout(database, () => readValue(database, 'pragma wal_checkpoint(truncate)') === 0);
}

/** Waiting for others here would delay the writes of this connection. */
function withoutLockTimeout<Result>(database: SqliteDatabase, action: () => Result): Result {
  const timeout = Number(pragma(database, 'busy_timeout'));
  pragma(database, 'busy_timeout = 0');
  try {
    return action();
  } finally {
    pragma(database, `busy_timeout = ${timeout}`);
  }
}
