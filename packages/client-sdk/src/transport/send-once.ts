import type { ErrorBody } from '@askwell/server/contract';
import type { HttpBackend, HttpResponse, ResponseHead } from '../backends/http-backend.js';
import type { HttpRequest } from '../backends/http-request.js';
import { describeRequest } from '../backends/http-request.js';
import type { ApiError } from '../errors/api-error.js';
import { AskwellError } from '../errors/askwell-error.js';
import { type Caller, showCaller } from '../errors/caller.js';
import { ConnectionError } from '../errors/connection-error.js';
import { createApiError } from '../errors/status-errors.js';
import { readRetryAfter } from '../retry/retry-after.js';
import { type Limits, RequestTimer } from '../timeouts/request-timer.js';
import { parse } from './json.js';
import { redactError, redactText } from './redact.js';

/** Converts a thrown value into an AskwellError without the API key. */
export type ToError = (error: unknown) => AskwellError;

/** Reads a 2xx response and then closes the timer. */
export type ReadResponse<Data> = (response: HttpResponse, timer: RequestTimer, toError: ToError) => Promise<Data>;

/** The result of a request. */
export interface SendResult<Data> {
  readonly data: Data;
  readonly head: ResponseHead;
}

/** Options of {@link sendOnce}. */
export interface SendOptions<Data> {
  readonly backend: HttpBackend;
  readonly request: HttpRequest;
  /** The key to remove from errors. */
  readonly apiKey: string;
  readonly caller: Caller;
  readonly limits: Limits;
  readonly read: ReadResponse<Data>;
}

/**
 * Sends a request once.
 *
 * @throws AskwellError for each failure: a status other than 2xx, a broken connection, a timeout, an aborted signal.
 */
export async function sendOnce<Data>(options: SendOptions<Data>): Promise<SendResult<Data>> {
  const { backend, request, apiKey, caller, limits, read } = options;
  const timer = new RequestTimer(limits, request);
  const toError: ToError = (error) => {
    if (timer.reason) return showCaller(timer.reason, caller);
    return showCaller(
      error instanceof AskwellError ? error : new ConnectionError(describeRequest(request), redactError(error, apiKey)),
      caller,
    );
  };
  try {
    timer.start();
    if (timer.reason) throw timer.reason;
    const response = await backend(request, timer);
    const { status } = response;
    if (status < 200 || status > 299) {
      throw toApiError(request, response, redactText(await response.text(), apiKey), limits.timing.now());
    }
    return { data: await read(response, timer, toError), head: response };
  } catch (error) {
    timer.close();
    throw toError(error);
  }
}

function toApiError(request: HttpRequest, { status, headers }: HttpResponse, text: string, now: number): ApiError {
  const body = parse<object>(text);
  return createApiError({
    request: describeRequest(request),
    status,
    body: body && isErrorBody(body) ? body : {},
    headers,
    retryAfter: readRetryAfter(headers['retry-after'], headers['date'], now),
  });
}

/** A proxy may respond in place of the server, with any body. */
function isErrorBody(body: object): body is ErrorBody {
  return 'message' in body && typeof body.message === 'string';
}
