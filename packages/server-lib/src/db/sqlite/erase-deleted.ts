import { systemClock } from '../../base/clock.js';
import { hasHostTables } from './migrate.js';
import { pragma, readValue, type SqliteDatabase } from './sqlite-driver.js';
import { isBusy } from './sqlite-errors.js';

/** Milliseconds after a deletion: those that come together are cleaned up after together. */
const delay = 500;
/** Milliseconds until the next attempt, where a lock or a reader was in the way. */
const retryAfter = 1_000;
/** Rewriting takes the write lock, 8 ms for each megabyte: a larger file is left to `askwell purge --vacuum`. */
const maxVacuumSize = 8 * 1024 * 1024;
/** How many times as long as a rewriting took the next one waits, so that deletions in a row do not hold up other writes. */
const pauseFactor = 20;

/**
 * Removes what SQLite leaves of deleted rows. `secure_delete` overwrites the rows themselves and the pages that become
 * free. The WAL has the pages as they were before, until it is truncated. And when a page was divided or merged, SQLite
 * may have left copies of rows in the unused part of a page, which only a rewritten file is free of.
 */
export interface DeletedDataEraser {
  /** Rows were deleted: cleans up soon. */
  schedule(): void;
  /** Cleans up at once, as far as that is due and nothing is in the way. The connection is about to close. */
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
    // Rewriting renumbers rows that have no number of their own, on which a host may rely.
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

/** Moves the WAL into the database file and empties it. False where a reader or another writer is in the way. */
export function truncateWal(database: SqliteDatabase): boolean {
  return withoutLockTimeout(database, () => readValue(database, 'pragma wal_checkpoint(truncate)') === 0);
}

/** Waiting for others here would hold up the writes of this connection. */
function withoutLockTimeout<Result>(database: SqliteDatabase, action: () => Result): Result {
  const timeout = Number(pragma(database, 'busy_timeout'));
  pragma(database, 'busy_timeout = 0');
  try {
    return action();
  } finally {
    pragma(database, `busy_timeout = ${timeout}`);
  }
}
