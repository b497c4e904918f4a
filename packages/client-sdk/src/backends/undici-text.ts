import type { RequestTimer } from '../timeouts/request-timer.js';
import { type ReplyHeaders, toReplyHeaders, type UndiciHeaders } from '../transport/headers.js';
import type { HttpResponse } from './http-backend.js';
import type { HttpRequest } from './http-request.js';

/** The options of a request of undici. */
export type RequestOptions = Omit<HttpRequest, 'isStream'> & { headersTimeout: number; bodyTimeout: number };

/** The part of undici's dispatchers that {@link dispatchText} uses. */
export interface TextDispatcher {
  dispatch(options: RequestOptions, handler: TextHandler): boolean;
}

interface Controller {
  abort(reason: Error): void;
}

/**
 * Sends a request and reads the whole response. `request` of undici creates a stream for each body, which takes as long as the
 * rest of the client.
 */
export function dispatchText(
  dispatcher: TextDispatcher,
  options: RequestOptions,
  timer: RequestTimer,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(options, new TextHandler(timer, resolve, reject));
  });
}

/** Collects a response from the events of undici. */
class TextHandler implements HttpResponse {
  status = 0;
  #headers: UndiciHeaders = {};
  #chunks: Uint8Array[] = [];
  #controller: Controller | undefined;

  constructor(
    private readonly timer: RequestTimer,
    private readonly resolve: (response: HttpResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    timer.addEventListener('abort', () => this.#endIfAborted());
  }

  /** Converted on each access, because most callers never read them. */
  get headers(): ReplyHeaders {
    return toReplyHeaders(this.#headers);
  }

  async text(): Promise<string> {
    const [first, ...others] = this.#chunks;
    const decoder = new TextDecoder();
    if (others.length === 0) return decoder.decode(first);
    const texts = this.#chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
    return texts.join('') + decoder.decode();
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    yield* this.#chunks;
  }

  /** Called when the request is written to a connection, and again if undici repeats it on another one. */
  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    this.#endIfAborted();
  }

  /** Called for each informational response, and for the final one. */
  onResponseStart(_controller: Controller, status: number, headers: UndiciHeaders): void {
    this.status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Controller, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.resolve(this);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.reject(error);
  }

  /** Does not wait for a connection, which the request may not have yet. */
  #endIfAborted(): void {
    const { reason } = this.timer;
    if (!reason) return;
    this.#controller?.abort(reason);
    this.reject(reason);
  }
}
