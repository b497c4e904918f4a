import { Agent } from 'undici';
import type { RequestTimer } from '../timeouts/request-timer.js';
import { type ReplyHeaders, toReplyHeaders } from '../transport/headers.js';
import type { HttpBackend, HttpResponse } from './http-backend.js';

/** The options that {@link Dispatcher.request} is called with. */
export interface DispatchedRequest {
  origin: string;
  path: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
  headersTimeout: number;
  bodyTimeout: number;
}

/** The part of undici's response that the client uses. */
export interface DispatchedReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array> & { text(): Promise<string> };
}

/** The part of undici's dispatchers that the client uses. `Agent`, `Pool`, `ProxyAgent` and `MockAgent` implement it. */
export interface Dispatcher {
  /** Sends a request. */
  request(options: DispatchedRequest): Promise<DispatchedReply>;
}

const maxConnections = 128;
let sharedAgent: Agent | undefined;

/** Returns the connection pool that all clients of the process share, so that a new client opens no connections. */
function defaultAgent(): Agent {
  sharedAgent ??= new Agent({ connections: maxConnections });
  return sharedAgent;
}

/** Sends requests with undici. Disables its timeouts, because the timer of the request has the limits. */
export function undiciBackend(dispatcher?: Dispatcher): HttpBackend {
  const dispatch = dispatcher ? dispatchWith(dispatcher) : dispatchWithDefault;
  return async ({ method, origin, path, headers, body }, timer) =>
    new UndiciResponse(
      await dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, timer),
    );
}

type Dispatch = (request: Omit<DispatchedRequest, 'signal'>, timer: RequestTimer) => Promise<DispatchedReply>;

const dispatchWithDefault: Dispatch = (request, timer) => defaultAgent().request({ ...request, signal: timer });

/** Passes a real signal, because dispatchers of the caller may not accept an emitter. */
function dispatchWith(dispatcher: Dispatcher): Dispatch {
  return (request, timer) => dispatcher.request({ ...request, signal: timer.toSignal() });
}

class UndiciResponse implements HttpResponse {
  readonly status: number;
  readonly #response: DispatchedReply;
  #headers: ReplyHeaders | undefined;

  constructor(response: DispatchedReply) {
    this.status = response.statusCode;
    this.#response = response;
  }

  /** Converted on first access, because most callers never read them. */
  get headers(): ReplyHeaders {
    this.#headers ??= toReplyHeaders(this.#response.headers);
    return this.#headers;
  }

  text(): Promise<string> {
    return this.#response.body.text();
  }

  chunks(): AsyncIterable<Uint8Array> {
    return this.#response.body;
  }
}
