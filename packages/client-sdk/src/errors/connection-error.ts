import { AskwellError } from './askwell-error.js';

/** Failures before there is a connection: a closed port, an unknown host name, an invalid certificate. */
const early = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|UNABLE_TO/;

/** The server could not be reached, or the connection closed before the response was complete. */
export class ConnectionError extends AskwellError {
  override name = 'ConnectionError';
  /** Whether there was a connection. If not, the server did not get the request. */
  readonly connected: boolean;

  /** @param request The request that failed, as in `GET https://polls.example.com/api/v1/me`. */
  constructor(request: string, cause: unknown) {
    const connected = !early.test(codeOf(cause));
    super(
      connected
        ? `${request} failed: the connection closed before the response was complete.`
        : `${request} failed: cannot connect to the server.`,
      { cause },
    );
    this.connected = connected;
  }
}

/** The code of a failure or of its cause: `fetch` wraps the original error. */
function codeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return '';
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : codeOf(failure.cause);
}
