import type { HttpBackend } from './http-backend.js';

/** What a `fetch` is called with. */
export interface FetchInit {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body: string | null;
  redirect: 'manual';
  signal: AbortSignal;
}

/** The part of a `Response` that is used here. */
export interface FetchReply {
  readonly status: number;
  readonly headers: { forEach(each: (value: string, name: string) => void): void };
  readonly body: { getReader(): ChunkReader } | null;
  text(): Promise<string>;
}

/** The part of a stream's reader that is used here. */
export interface ChunkReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The runtime's `fetch`, or anything that can be called like it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>;

/** Carries by `fetch`. Redirects are not followed: the key goes to `baseUrl` and nowhere else. */
export function fetchBackend(fetch: Fetch): HttpBackend {
  return async ({ method, origin, path, headers, body }, timer) => {
    const signal = timer.toSignal();
    const reply = await fetch(origin + path, { method, headers, body, redirect: 'manual', signal });
    const received: Record<string, string> = {};
    reply.headers.forEach((value, name) => {
      received[name.toLowerCase()] = value;
    });
    return { status: reply.status, headers: received, text: () => reply.text(), chunks: () => read(reply.body) };
  };
}

async function* read(body: FetchReply['body']): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value) yield value;
    }
  } finally {
    await reader.cancel();
  }
}
