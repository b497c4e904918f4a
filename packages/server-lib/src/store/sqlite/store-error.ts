import { AskwellError } from '../../errors.js';
import { resultCodeName } from './drivers/result-codes.js';

/** An error in a form that crosses threads. */
export interface Failure {
  readonly unavailable: boolean;
  readonly code: string;
  readonly message: string;
}

/** A database that can't be used as it is: what is wrong, and what to do about it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A host that shares its handle is inside a transaction of its own, which must not carry our commits. */
export class HandleInTransactionError extends Error {
  override readonly name = 'HandleTaken';
}

/** SQLite's name for what went wrong, whichever driver told it; empty where it was not SQLite. */
export function sqliteCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  if (error.name === 'SqliteError') return error.code;
  return error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error ? resultCodeName(Number(error.errcode)) : '';
}

/** Somebody else holds the lock, or a host has a query open on the handle: trying again soon may work. */
export function isBusy(error: unknown): boolean {
  if (error instanceof TypeError) return error.message.includes('busy executing a query');
  return error instanceof HandleInTransactionError || /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));
}

/** The database can't serve now, through no fault of the operation: lock, full disk, failing disk. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreError || isBusy(error)) return true;
  return /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB)/.test(sqliteCode(error));
}

export function toFailure(error: unknown): Failure {
  return {
    unavailable: isUnavailable(error),
    code: sqliteCode(error) || 'UNEXPECTED',
    message: error instanceof Error ? error.message : String(error),
  };
}

export function toError(failure: Failure): Error {
  const cause = toCause(failure);
  return failure.unavailable ? unavailableError(cause) : cause;
}

/** The error that a failure was made of, as far as it crossed threads. */
export function toCause({ message, code }: Failure): Error {
  return Object.assign(new Error(message), { code });
}

export function unavailableError(cause?: unknown): AskwellError {
  return new AskwellError('unavailable', undefined, { cause });
}
