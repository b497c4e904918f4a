import { AskwellError } from './askwell-error.js';

/** No complete reply came within `timeout`, or the call was not done by its `deadline`. */
export class TimeoutError extends AskwellError {
  override name = 'TimeoutError';
}
