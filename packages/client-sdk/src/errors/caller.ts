import type { AskwellError } from './askwell-error.js';

/** The stack of a call. Read only if the call fails, because V8 formats the text on first access. */
export interface Caller {
  readonly stack?: string | undefined;
}

/** Captures the stack of the current call. */
export function captureCaller(): Caller {
  return new Error();
}

/**
 * Gives an error the stack of the call that failed. Responses arrive in callbacks of the HTTP client, whose stack does not
 * contain the caller.
 */
export function showCaller<Failure extends AskwellError>(error: Failure, { stack = '' }: Caller): Failure {
  // The first line has the name and the message of the captured error.
  const frames = stack.slice(stack.indexOf('\n') + 1);
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}
