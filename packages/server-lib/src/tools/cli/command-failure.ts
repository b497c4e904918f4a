import { AskwellError } from '../../base/errors.js';
import { isPostgresUnavailable, sqlState } from '../../db/postgres/postgres-errors.js';
import { sqliteCode } from '../../db/sqlite/sqlite-errors.js';
import { StoreError } from '../../db/store-error.js';
import { SettingError } from '../../instance/options/setting.js';

/** An expected failure of a command. The message is printed without a stack trace. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    /** 1: the command failed. 2: the command line or a setting is invalid. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** Creates the failure for an invalid command line or setting. */
export function usageError(message: string): CommandFailure {
  return new CommandFailure(message, 2);
}

/** Turns an expected error into a failure. Returns undefined for a bug, which is thrown with its stack trace. */
export function toCommandFailure(error: unknown, command?: string): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (error instanceof SettingError) return usageError(error.message);
  // In production, the message for callers leaves out why the database cannot be used.
  if (error instanceof AskwellError && error.cause instanceof StoreError)
    return new CommandFailure(error.cause.message);
  if (error instanceof StoreError || error instanceof AskwellError) return new CommandFailure(error.message);
  if (error instanceof Error && isPostgresFailure(error)) {
    return new CommandFailure(`PostgreSQL failed: ${error.message}`);
  }
  const code = sqliteCode(error);
  if (code === '') return undefined;
  // The check itself has nothing more to report.
  const advice = command === 'check' ? '' : ' Run "askwell check".';
  return new CommandFailure(`The database failed (${code}).${advice}`);
}

/** Returns whether PostgreSQL refused or failed: no permission, a limit, no space, or no connection any more. */
function isPostgresFailure(error: Error): boolean {
  if (sqlState(error) === '') return error.message.startsWith('Connection terminated');
  return isPostgresUnavailable(error) || sqlState(error) === '42501';
}

/** Returns the code of a system error, such as `ENOENT`, or an empty text. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
