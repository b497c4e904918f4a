import { Agent } from 'undici';
import type { RequestTimer } from '../timeouts/request-timer.js';
import { type ReplyHeaders, toReplyHeaders } from '../transport/headers.js';
import type { HttpBackend, HttpResponse } from './http-backend.js';

/** What undici's dispatchers take, as far as this client uses it. */
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

/** What undici's dispatchers answer, as far as this client uses it. */
export interface DispatchedReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array> & { text(): Promise<string> };
}

/** The part of undici's dispatchers that is used here: its `Agent`, `Pool`, `ProxyAgent`, `MockAgent` and others fit. */
export interface Dispatcher {
  request(options: DispatchedRequest): Promise<DispatchedReply>;
}

const connections = 128;
let shared: Agent | undefined;

/** One pool for all clients of the process, so that making a client costs nothing and leaks nothing. */
function sharedPool(): Agent {
  shared ??= new Agent({ connections });
  return shared;
}

/** Carries by undici. Its own limits of time are off: the watch's hold. */
export function undiciBackend(dispatcher?: Dispatcher): HttpBackend {
  const dispatch = dispatcher ? through(dispatcher) : throughPool;
  return async ({ method, origin, path, headers, body }, timer) =>
    new UndiciResponse(
      await dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, timer),
    );
}

type Dispatch = (request: Omit<DispatchedRequest, 'signal'>, timer: RequestTimer) => Promise<DispatchedReply>;

const throughPool: Dispatch = (request, timer) => sharedPool().request({ ...request, signal: timer });

/** What others made may want a signal that is one. */
function through(dispatcher: Dispatcher): Dispatch {
  return (request, timer) => dispatcher.request({ ...request, signal: timer.toSignal() });
}

class UndiciResponse implements HttpResponse {
  readonly status: number;
  readonly #reply: DispatchedReply;
  #headers: ReplyHeaders | undefined;

  constructor(reply: DispatchedReply) {
    this.status = reply.statusCode;
    this.#reply = reply;
  }

  /** Most callers never look at them. */
  get headers(): ReplyHeaders {
    this.#headers ??= toReplyHeaders(this.#reply.headers);
    return this.#headers;
  }

  text(): Promise<string> {
    return this.#reply.body.text();
  }

  chunks(): AsyncIterable<Uint8Array> {
    return this.#reply.body;
  }
}
