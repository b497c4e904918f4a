import { AskwellError } from '../errors.js';
import { StoreError, sqliteCode } from '../store/sqlite/store-error.js';

/** What ends a command: one sentence for whoever ran it. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    /** 1: it could not be done. 2: it was asked for wrongly. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** A command, flag or setting that makes no sense. */
export function usageError(message: string): CommandFailure {
  return new CommandFailure(message, 2);
}

/** The failure in an error of a command that was to be expected; undefined for one that is a fault of ours. */
export function toCommandFailure(error: unknown, command?: string): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (error instanceof StoreError || error instanceof AskwellError) return new CommandFailure(error.message);
  const code = sqliteCode(error);
  if (code === '') return undefined;
  // The check has said all that it can say.
  const advice = command === 'check' ? '' : ' See "askwell check".';
  return new CommandFailure(`The database gave up (${code}).${advice}`);
}

/** The system's name for what went wrong, such as `ENOENT`. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
