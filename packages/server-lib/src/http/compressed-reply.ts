import { compress } from './compress.js';
import { type Encoding, encodingFor } from './encoding.js';
import { addEncoding } from './etag.js';
import { ByteText, type Exchange, type Reply } from './exchange.js';
import { KeptText, longestUncompressed } from './kept-text.js';

/** Replies that are made for one request: gzip is the faster one to make. */
const encodingsOfOne: readonly Encoding[] = ['gzip'];

/** Whether a reply depends on `Accept-Encoding`. */
export function isCompressible({ compressible, body, status }: Reply): boolean {
  if (compressible === undefined) return false;
  if (compressible instanceof KeptText) return compressible.isLong;
  return status !== 304 && isLong(body);
}

/**
 * Returns the reply as the client gets it: compressed if `Accept-Encoding` prefers that, with the `ETag` of this form.
 * What {@link isCompressible} says no to must not come here.
 */
export async function compressedReply(exchange: Pick<Exchange, 'header'>, reply: Reply): Promise<Reply> {
  const kept = reply.compressible instanceof KeptText ? reply.compressible : undefined;
  const encoding = encodingFor(exchange.header('accept-encoding'), kept?.encodings ?? encodingsOfOne);
  const headers = reply.headers.concat('vary', 'Accept-Encoding');
  const plain = { status: reply.status, headers, body: reply.body };
  if (encoding === null) return plain;
  // Nothing is sent: the tag alone is the one of the form that the client has.
  if (reply.body === null) return { ...plain, headers: addEncoding(headers, encoding) };
  const body = await (kept ? kept.in(encoding) : compress(bytesOf(reply.body), encoding, 'little'));
  if (body === undefined) return plain;
  return { status: reply.status, headers: addEncoding(headers, encoding).concat('content-encoding', encoding), body };
}

type Whole = string | Uint8Array | ByteText;

function isWhole(body: Reply['body']): body is Whole {
  return typeof body === 'string' || body instanceof ByteText || body instanceof Uint8Array;
}

function isLong(body: Reply['body']): boolean {
  if (typeof body === 'string')
    return body.length > longestUncompressed || Buffer.byteLength(body) > longestUncompressed;
  if (body instanceof ByteText) return body.text.length > longestUncompressed;
  return body instanceof Uint8Array && body.byteLength > longestUncompressed;
}

/** What comes in pieces is not compressed: {@link isCompressible} sees to that. */
function bytesOf(body: Reply['body']): Uint8Array {
  if (!isWhole(body)) throw new Error('A stream can not be compressed as a whole.');
  if (body instanceof ByteText) return body.bytes;
  return typeof body === 'string' ? Buffer.from(body) : body;
}
