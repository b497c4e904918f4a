import { AskwellError } from './askwell-error.js';

/** Failures from before a connection stood: nobody there, an unknown name, a certificate that is not believed. */
const early = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|UNABLE_TO/;

/** No reply came, or not all of it: nobody listens there, the name is unknown, or the connection broke. */
export class ConnectionError extends AskwellError {
  override name = 'ConnectionError';
  /** False where no connection stood, so that nothing was sent. */
  readonly connected: boolean;

  constructor(origin: string, cause: unknown) {
    const connected = !early.test(codeOf(cause));
    super(
      connected
        ? `The connection to ${origin} broke before all of the reply was here.`
        : `The server at ${origin} could not be reached.`,
      { cause },
    );
    this.connected = connected;
  }
}

/** The code of a failure, or of what it was caused by: `fetch` wraps what happened. */
function codeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return '';
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : codeOf(failure.cause);
}
