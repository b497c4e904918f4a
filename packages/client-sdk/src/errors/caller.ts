import type { AskwellError } from './askwell-error.js';

/** The stack of a call, as text only if the call fails: writing it costs more than keeping it. */
export interface Caller {
  readonly stack?: string | undefined;
}

/** Keeps the stack of the code that calls this function. */
export function captureCaller(): Caller {
  return new Error();
}

/**
 * Gives an error the stack of the call that failed. Responses arrive in callbacks of the HTTP client, whose stack says nothing
 * about the caller.
 */
export function showCaller<Failure extends AskwellError>(error: Failure, { stack = '' }: Caller): Failure {
  // The first line is the name and the message of the error that only kept the stack.
  const frames = stack.slice(stack.indexOf('\n') + 1);
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}
