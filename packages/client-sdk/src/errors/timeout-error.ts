import { AskwellError } from './askwell-error.js';

/** The response was not complete within `timeout`, or the call was not complete by its `deadline`. */
export class TimeoutError extends AskwellError {
  override name = 'TimeoutError';
}
