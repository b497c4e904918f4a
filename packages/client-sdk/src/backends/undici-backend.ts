import type { RequestTimer } from '../timeouts/request-timer.js';
import { type ReplyHeaders, toReplyHeaders } from '../transport/headers.js';
import type { HttpBackend, HttpResponse } from './http-backend.js';
import type { HttpRequest } from './http-request.js';
import { dispatchText, type RequestOptions, type TextDispatcher } from './undici-text.js';

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

/** The part of undici's `Agent` that the default pool uses. Its signal may be any target of `abort` events. */
interface Pool extends TextDispatcher {
  request(options: RequestOptions & { signal: unknown }): Promise<DispatchedReply>;
}

/** Sends requests with its own connection pool. */
export function poolBackend(Agent: new (options: { connections: number }) => Pool): HttpBackend {
  const pool = new Agent({ connections: maxConnections });
  return (request, timer) => {
    const options = toOptions(request);
    if (!request.isStream) return dispatchText(pool, options, timer);
    return toResponse(pool.request({ ...options, signal: timer }), timer);
  };
}

/** Sends requests with a dispatcher of the caller. It gets a real signal, because it may not accept the timer. */
export function dispatcherBackend(dispatcher: Dispatcher): HttpBackend {
  return (request, timer) => toResponse(dispatcher.request({ ...toOptions(request), signal: timer.toSignal() }), timer);
}

/** Disables the timeouts of undici, because the timer of the request enforces the limits. */
function toOptions({ method, origin, path, headers, body }: HttpRequest): RequestOptions {
  return { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 };
}

/** Rejects as soon as the timer aborts. undici would wait for a connection first. */
function toResponse(reply: Promise<DispatchedReply>, timer: RequestTimer): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    timer.addEventListener('abort', () => reject(timer.reason));
    reply.then((received) => resolve(new UndiciResponse(received)), reject);
  });
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
