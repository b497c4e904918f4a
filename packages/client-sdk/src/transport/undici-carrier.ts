import { Agent } from 'undici';
import type { Carrier } from './carrier.js';
import { toReplyHeaders } from './headers.js';

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

/** Carries by undici. Its own limits of time are off: the call's rule. */
export function undiciCarrier(dispatcher: Dispatcher = sharedPool()): Carrier {
  return async ({ method, origin, path, headers, body }, signal) => {
    const reply = await dispatcher.request({
      origin,
      path,
      method,
      headers,
      body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      status: reply.statusCode,
      headers: toReplyHeaders(reply.headers),
      text: () => reply.body.text(),
      chunks: () => reply.body,
    };
  };
}
