import type { ErrorBody } from '@askwell/server/contract';
import type { ApiError } from '../errors/api-error.js';
import { AskwellError } from '../errors/askwell-error.js';
import { type Caller, showCaller } from '../errors/caller.js';
import { ConnectionError } from '../errors/connection-error.js';
import { errorOf } from '../errors/status-errors.js';
import { readRetryAfter } from '../retry/retry-after.js';
import type { Carrier, Head, Incoming, Outgoing } from './carrier.js';
import { describeRequest } from './describe-request.js';
import { parse } from './json.js';
import { redactError, redactText } from './redact.js';
import { type Limits, Watch } from './watch.js';

/** Says what went wrong, whatever was thrown: an AskwellError, in which no key shows. */
export type Explain = (error: unknown) => AskwellError;

/** Reads a 2xx reply, and closes the watch when it is done. */
export type Read<Data> = (incoming: Incoming, watch: Watch, explain: Explain) => Promise<Data>;

/** What came of a try. */
export interface Attempt<Data> {
  readonly data: Data;
  readonly head: Head;
}

/** What a try takes. */
export interface Try<Data> {
  readonly carry: Carrier;
  readonly outgoing: Outgoing;
  /** Kept out of errors. */
  readonly apiKey: string;
  readonly caller: Caller;
  readonly limits: Limits;
  readonly read: Read<Data>;
}

/** Sends a request once. Whatever goes wrong is explained. */
export async function attempt<Data>(call: Try<Data>): Promise<Attempt<Data>> {
  const { carry, outgoing, apiKey, caller, limits, read } = call;
  const request = describeRequest(outgoing);
  const watch = new Watch(limits, request);
  const toError = (error: unknown): AskwellError =>
    watch.reason ?? (error instanceof AskwellError ? error : new ConnectionError(request, redactError(error, apiKey)));
  const explain: Explain = (error) => showCaller(toError(error), caller);
  try {
    watch.start();
    if (watch.reason) throw watch.reason;
    const incoming = await carry(outgoing, watch);
    const { status } = incoming;
    if (status < 200 || status > 299) {
      throw refusalOf(request, incoming, redactText(await incoming.text(), apiKey));
    }
    return { data: await read(incoming, watch, explain), head: incoming };
  } catch (error) {
    watch.close();
    throw explain(error);
  }
}

function refusalOf(request: string, { status, headers }: Incoming, text: string): ApiError {
  const body = parse<object>(text);
  return errorOf({
    request,
    status,
    body: body && isErrorBody(body) ? body : {},
    headers,
    retryAfter: readRetryAfter(headers['retry-after'], headers['date'], Date.now()),
  });
}

/** What a proxy says in the server's place may be anything. */
function isErrorBody(body: object): body is ErrorBody {
  return 'message' in body && typeof body.message === 'string';
}
