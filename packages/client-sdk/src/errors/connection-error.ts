import { AskwellError } from './askwell-error.js';

/** Failures before a connection exists: a closed port, an unknown host name, an invalid certificate. */
const connectFailures =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|UNABLE_TO/;

/** The client could not connect to the server, or the connection closed before the response was complete. */
export class ConnectionError extends AskwellError {
  override name = 'ConnectionError';
  /** Whether there was a connection. If false, the server did not receive the request. */
  readonly connected: boolean;

  /**
   * @param request The method and URL of the request, such as `GET https://polls.example.com/api/v1/me`.
   * @param cause The original error.
   */
  constructor(request: string, cause: unknown) {
    const connected = !connectFailures.test(codeOf(cause));
    super(
      connected
        ? `${request} failed: the connection closed before the response was complete.`
        : `${request} failed: cannot connect to the server.`,
      { cause },
    );
    this.connected = connected;
  }
}

/** Returns the code of an error or of its cause, because `fetch` wraps the original error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
