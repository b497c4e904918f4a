/** What every error of this client is. None of them carries the API key. */
export class AskwellError extends Error {
  override name = 'AskwellError';
}
