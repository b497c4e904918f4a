import { AskwellError } from './askwell-error.js';

/** The call was aborted through its `signal`. The reason is in `cause`. */
export class AbortError extends AskwellError {
  override name = 'AbortError';

  /**
   * @param request The method and URL of the request, such as `GET https://polls.example.com/api/v1/me`.
   * @param reason The reason of the signal.
   */
  constructor(request: string, reason: unknown) {
    super(`${request} was aborted.`, { cause: reason });
  }
}
