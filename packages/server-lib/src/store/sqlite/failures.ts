import Database from 'better-sqlite3';
import { AskwellError } from '../../errors.js';

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

function codeOf(error: unknown): string {
  return error instanceof Database.SqliteError ? error.code : '';
}

/** Another connection holds the lock: trying again soon may work. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** The database can't serve now, through no fault of the operation: lock, full disk, failing disk. */
export function isUnavailable(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB)/.test(codeOf(error));
}

export function toFailure(error: unknown): Failure {
  return {
    unavailable: isUnavailable(error),
    code: codeOf(error) || 'UNEXPECTED',
    message: error instanceof Error ? error.message : String(error),
  };
}

export function fromFailure(failure: Failure): Error {
  const cause = Object.assign(new Error(failure.message), { code: failure.code });
  return failure.unavailable ? unavailable(cause) : cause;
}

export function unavailable(cause?: unknown): AskwellError {
  return new AskwellError('unavailable', undefined, { cause });
}
