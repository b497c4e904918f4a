/** Base class of all errors of this client. Errors never contain the API key. */
export class AskwellError extends Error {
  override name = 'AskwellError';
}
