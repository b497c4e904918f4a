import { AskwellError } from './askwell-error.js';

/** The `signal` of the call was aborted. Its reason is the `cause`. */
export class AbortError extends AskwellError {
  override name = 'AbortError';

  /** @param request The request that was aborted, as in `GET https://polls.example.com/api/v1/me`. */
  constructor(request: string, reason: unknown) {
    super(`${request} was aborted.`, { cause: reason });
  }
}
