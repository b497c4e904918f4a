import type { HttpBackend } from './http-backend.js';

/** The options that {@link Fetch} is called with. */
export interface FetchInit {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body: string | null;
  redirect: 'manual';
  signal: AbortSignal;
}

/** The part of `Response` that the client uses. */
export interface FetchReply {
  readonly status: number;
  readonly headers: { forEach(each: (value: string, name: string) => void): void };
  readonly body: { getReader(): ChunkReader } | null;
  text(): Promise<string>;
}

/** The part of `ReadableStreamDefaultReader` that the client uses. */
export interface ChunkReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The `fetch` of the runtime, or a function with the same signature. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>;

/** Sends requests with `fetch`. Does not follow redirects, so that the API key is only sent to `baseUrl`. */
export function fetchBackend(fetch: Fetch): HttpBackend {
  return async ({ method, origin, path, headers, body }, timer) => {
    const signal = timer.toSignal();
    const response = await fetch(origin + path, { method, headers, body, redirect: 'manual', signal });
    const received: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      received[name.toLowerCase()] = value;
    });
    return {
      status: response.status,
      headers: received,
      text: () => response.text(),
      chunks: () => readChunks(response.body),
    };
  };
}

async function* readChunks(body: FetchReply['body']): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value) yield value;
    }
  } finally {
    // Rejects if the body is broken, which matters only to a reader that reads more: it gets the error from `read`.
    await reader.cancel().catch(() => {});
  }
}
