import { AskwellError } from './askwell-error.js';

/** Failures before a connection exists: a closed port, an unknown host name, an invalid certificate. */
const connectCodes =
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|UNABLE_TO/;
/** The same failures in runtimes whose errors have no codes: Deno, and ports that `fetch` blocks. */
const connectMessages = /client error \(Connect\)|^bad port$|Requests to port \d+ are blocked/;

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
    const connected = !isConnectFailure(cause);
    super(
      connected
        ? `${request} failed: the connection closed before the response was complete.`
        : `${request} failed: cannot connect to the server.`,
      { cause },
    );
    this.connected = connected;
  }
}

/** Looks at an error and its causes, because `fetch` wraps the original error. */
function isConnectFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return connectCodes.test(error.code);
  return connectMessages.test(error.message) || isConnectFailure(error.cause);
}
