import { AskwellError } from './askwell-error.js';

/** The call was given up by its `signal`, whose reason is the `cause`. */
export class AbortError extends AskwellError {
  override name = 'AbortError';

  constructor(reason: unknown) {
    super('The call was given up.', { cause: reason });
  }
}
