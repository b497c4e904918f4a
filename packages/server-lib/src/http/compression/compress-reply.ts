import { addEncoding } from '../etag.js';
import { type HttpExchange, Latin1Text, type Reply } from '../exchange.js';
import { type Encoding, encodingFor } from './accepted-encoding.js';
import { CachedText, longestUncompressed } from './cached-text.js';
import { compress, compressAround } from './compress.js';

/** For a reply that is sent once, gzip alone: it is faster than Brotli. */
const encodingsOfOne: readonly Encoding[] = ['gzip'];

/** Whether a reply depends on `Accept-Encoding`. */
export function isCompressible({ compressible, body, status }: Reply): boolean {
  if (compressible === undefined) return false;
  if (compressible instanceof CachedText) return compressible.isLong;
  return status !== 304 && isLong(body);
}

/**
 * Returns the reply as it is sent: compressed if `Accept-Encoding` prefers that, with the `ETag` of this form. Only for replies
 * that {@link isCompressible} accepts.
 */
export async function compressedReply(exchange: Pick<HttpExchange, 'header'>, reply: Reply): Promise<Reply> {
  const kept = reply.compressible instanceof CachedText ? reply.compressible : undefined;
  const encoding = encodingFor(exchange.header('accept-encoding'), kept?.encodings ?? encodingsOfOne);
  const headers = reply.headers.concat('vary', 'Accept-Encoding');
  const plain = { status: reply.status, headers, body: reply.body };
  if (encoding === null) return plain;
  // A 304 has no body, only the tag that the compressed form has.
  if (reply.body === null) return { ...plain, headers: addEncoding(headers, encoding) };
  const body = await (kept ? kept.in(encoding) : compressOnce(reply, encoding));
  if (body === undefined) return plain;
  return { status: reply.status, headers: addEncoding(headers, encoding).concat('content-encoding', encoding), body };
}

function compressOnce({ body, compressible }: Reply, encoding: Encoding): Promise<Uint8Array | undefined> {
  if (typeof compressible === 'object' && 'secrets' in compressible) {
    return compressAround(
      typeof body === 'string' ? body : Buffer.from(bytesOf(body)).toString(),
      compressible.secrets,
    );
  }
  return compress(bytesOf(body), encoding, 'little');
}

type Whole = string | Uint8Array | Latin1Text;

function isWhole(body: Reply['body']): body is Whole {
  return typeof body === 'string' || body instanceof Latin1Text || body instanceof Uint8Array;
}

function isLong(body: Reply['body']): boolean {
  if (typeof body === 'string')
    return body.length > longestUncompressed || Buffer.byteLength(body) > longestUncompressed;
  if (body instanceof Latin1Text) return body.text.length > longestUncompressed;
  return body instanceof Uint8Array && body.byteLength > longestUncompressed;
}

/** @throws If the body is a stream, which {@link isCompressible} never accepts. */
function bytesOf(body: Reply['body']): Uint8Array {
  if (!isWhole(body)) throw new Error('A stream cannot be compressed as a whole.');
  if (body instanceof Latin1Text) return body.bytes;
  return typeof body === 'string' ? Buffer.from(body) : body;
}
