import { type Failure, StoreError } from '../store-error.js';
import { resultCodeName } from './result-codes.js';

/** The host is in a transaction on the handle that it shares, so nothing can be committed. */
export class HandleInTransactionError extends Error {
  override readonly name = 'HandleTaken';
}

/** Returns the name of SQLite's result code, for any driver. Empty if the error is not from SQLite. */
export function sqliteCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  if (error.name === 'SqliteError') return error.code;
  return error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error ? resultCodeName(Number(error.errcode)) : '';
}

/**
 * Returns whether another connection holds the lock, or the host has an open query on the handle. A later attempt may
 * succeed.
 */
export function isBusy(error: unknown): boolean {
  if (error instanceof TypeError) return error.message.includes('busy executing a query');
  return error instanceof HandleInTransactionError || /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));
}

/** Returns whether the database cannot serve any operation now: it is locked, or the disk is full or failing. */
export function isSqliteUnavailable(error: unknown): boolean {
  if (error instanceof StoreError || isBusy(error)) return true;
  return /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB)/.test(sqliteCode(error));
}

export function toSqliteFailure(error: unknown): Failure {
  return {
    unavailable: isSqliteUnavailable(error),
    code: sqliteCode(error) || 'UNEXPECTED',
    message: error instanceof Error ? error.message : String(error),
  };
}
