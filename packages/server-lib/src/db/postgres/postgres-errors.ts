import { type Failure, StoreError } from '../store-error.js';

/** The outcome of a COMMIT is not known: its connection was lost, and the status could not be looked up. */
export class UnknownCommitError extends Error {
  override readonly name = 'UnknownCommit';
}

/** The transaction was rolled back because its connection was lost. */
export class RolledBackError extends Error {
  override readonly name = 'RolledBack';
}

/** Returns the SQLSTATE of an error of the server. Empty for other errors, such as connection errors. */
export function sqlState(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : '';
}

/** Errors of Node and of `pg` that say that the connection is lost, or could not be made in time. */
const connectionErrors =
  /^(Connection terminated|Client has encountered a connection error|timeout e(xceeded|xpired)|Query read timeout|Client was closed)/;

/** Returns whether the connection to the server failed, so that the outcome of the last statement is not known. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The server ends the connection: it shuts down, starts, or an administrator ended it. Class 08 is for proxies.
  if (/^(57P0[1-5]|08|25P0[34])/.test(sqlState(error))) return true;
  if (sqlState(error) !== '') return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_|ENOENT)/.test(code) ||
    connectionErrors.test(error.message)
  );
}

/**
 * Returns whether a statement did not run because its connection has other prepared statements than its client knows of: the host
 * dropped them, or a pooler has given the client another connection.
 */
export function isSessionLost(error: unknown): boolean {
  return /^(26000|42P05)$/.test(sqlState(error));
}

/**
 * Returns whether a transaction that was rolled back may succeed if it runs again: it conflicted with another one, waited too
 * long for a lock, or lost its prepared statements.
 */
export function isConflict(error: unknown): boolean {
  return /^(40001|40P01|23505|55P03)$/.test(sqlState(error)) || isSessionLost(error);
}

/** Returns whether the database cannot serve now, through no fault of the operation. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (error instanceof StoreError || error instanceof UnknownCommitError || error instanceof RolledBackError)
    return true;
  if (isConnectionLost(error)) return true;
  // Conflicts and lost statements that lasted, timeouts, no space or memory, too many connections, a server that only reads, and its
  // own failures. Also a sign-in or database that the server does not accept any more, and a transaction that is aborted.
  return /^(40001|40P01|55P03|26000|42P05|57014|53|58|25006|25P02|28|3D000|57P|XX)/.test(sqlState(error));
}

/** Returns an error in the form in which a write queue settles writes. */
export function toPostgresFailure(error: unknown): Failure {
  return {
    unavailable: isPostgresUnavailable(error),
    code: sqlState(error) || 'UNEXPECTED',
    message: error instanceof Error ? error.message : String(error),
  };
}
