/** The base class of every error of this client. No error contains the API key. */
export class AskwellError extends Error {
  override name = 'AskwellError';
}
