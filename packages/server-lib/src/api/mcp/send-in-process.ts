import { bodyTooLargeError } from '../../http/body.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { ApiRequest, ApiResponse } from '../openapi/api-request.js';

/** The headers of a request to `/mcp` that are passed on to the API. They identify the client and the request. */
const passedOn = ['x-api-key', 'x-forwarded-for', 'x-request-id'];

/** Returns a request to the API on behalf of a request to `/mcp`, with the same key and from the same client. */
export function innerExchange(outer: HttpExchange, request: ApiRequest, signal: AbortSignal): HttpExchange {
  const { method, path, query, body } = request;
  const headers = new Headers(request.headers);
  for (const name of passedOn) {
    const value = outer.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const bytes = Buffer.from(body ?? '');
  async function readBody(limit: number): Promise<Uint8Array> {
    if (bytes.byteLength > limit) throw bodyTooLargeError(limit);
    return bytes;
  }
  return {
    method,
    path,
    query,
    base: outer.base,
    address: outer.address,
    raw: undefined,
    user: undefined,
    signal,
    header: (name) => headers.get(name) ?? undefined,
    headers: () => new Headers(headers),
    body: readBody,
    async *bodyStream(limit) {
      yield await readBody(limit);
    },
  };
}

/** Reads a reply to the end. */
export async function readReply({ status, headers, body }: Reply): Promise<ApiResponse> {
  const headerOf = (header: string): string | undefined => {
    const at = headers.findIndex((name, index) => index % 2 === 0 && name === header);
    return at === -1 ? undefined : headers[at + 1];
  };
  const retryAfter = headerOf('retry-after');
  return {
    status,
    text: await textOf(body),
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    etag: headerOf('etag'),
  };
}

async function textOf(body: Reply['body']): Promise<string> {
  if (body === null || typeof body === 'string') return body ?? '';
  const parts = body instanceof Uint8Array ? [body] : body;
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(Buffer.from(part));
  return Buffer.concat(chunks).toString();
}
