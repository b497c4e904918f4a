import { type HttpExchange, isWhole, type Reply } from '../exchange.js';
import { addEncoding } from '../headers/etag.js';
import { longestUncompressed } from '../limits.js';
import { type Encoding, encodingFor } from './accepted-encoding.js';
import { CachedText } from './cached-text.js';
import { compress, compressAround } from './compress.js';

/** The codings for a response that is sent once. Brotli would be slower. */
const singleUseEncodings: readonly Encoding[] = ['gzip'];

/** Returns whether a response depends on `Accept-Encoding`. */
export function isCompressible({ compressible, body, status }: Reply): boolean {
  if (compressible === undefined) return false;
  if (compressible instanceof CachedText) return compressible.isLong;
  return status !== 304 && isLong(body);
}

/**
 * Returns the response to send: compressed if `Accept-Encoding` prefers that, with the `ETag` of the compressed body.
 * Only for responses that {@link isCompressible} accepts.
 */
export async function compressedReply(exchange: Pick<HttpExchange, 'header'>, reply: Reply): Promise<Reply> {
  const cached = reply.compressible instanceof CachedText ? reply.compressible : undefined;
  const encoding = encodingFor(exchange.header('accept-encoding'), cached?.encodings ?? singleUseEncodings);
  const headers = reply.headers.concat('vary', 'Accept-Encoding');
  const uncompressed = { status: reply.status, headers, body: reply.body };
  if (encoding === null) return uncompressed;
  // A 304 has no body, but it has the tag of the compressed body.
  if (reply.body === null) return { ...uncompressed, headers: addEncoding(headers, encoding) };
  const body = await (cached ? cached.in(encoding) : compressOnce(reply, encoding));
  if (body === undefined) return uncompressed;
  return { status: reply.status, headers: addEncoding(headers, encoding).concat('content-encoding', encoding), body };
}

function compressOnce({ body, compressible }: Reply, encoding: Encoding): Promise<Uint8Array | undefined> {
  if (typeof compressible === 'object' && 'secrets' in compressible) {
    return compressAround(bytesOf(body), compressible.secrets);
  }
  return compress(bytesOf(body), encoding, 'little');
}

function isLong(body: Reply['body']): boolean {
  if (typeof body === 'string')
    return body.length > longestUncompressed || Buffer.byteLength(body) > longestUncompressed;
  return body instanceof Uint8Array && body.byteLength > longestUncompressed;
}

/** @throws Error if the body is a stream, which {@link isCompressible} never accepts. */
function bytesOf(body: Reply['body']): Buffer {
  if (!isWhole(body)) throw new Error('Streams are not compressible.');
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
