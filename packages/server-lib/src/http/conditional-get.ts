import { sha256 } from '../crypto/hash.js';
import { CachedText } from './compression/cached-text.js';
import { parseEntityTags } from './etag.js';
import type { HttpExchange, Reply } from './exchange.js';

/** The current state of a resource, and the headers that are sent with it. */
export interface Representation {
  readonly body: string | Uint8Array | CachedText;
  readonly etag: string;
  readonly type: string;
  /** The content coding of a body that is already compressed. */
  readonly encoding?: string | null;
  readonly cacheControl: string;
  readonly headers?: readonly string[];
}

/** Returns JSON that caches revalidate at each request. The `ETag` is a hash of the body. */
export function jsonRepresentation(body: CachedText): Representation {
  const etag = `"${sha256(body.bytes).toString('base64url').slice(0, 22)}"`;
  return { body, etag, type: 'application/json; charset=utf-8', cacheControl: 'no-cache' };
}

/** Returns a 304 if `If-None-Match` has the tag of this state, in any content coding; otherwise a 200 with the body. */
export function conditionalGet(
  exchange: Pick<HttpExchange, 'header'>,
  { body, etag, type, encoding = null, cacheControl, headers = [] }: Representation,
): Reply {
  const compressible = body instanceof CachedText ? body : undefined;
  const commonHeaders = ['cache-control', cacheControl, 'etag', etag, ...headers];
  if (matches(exchange.header('if-none-match'), etag, compressible !== undefined)) {
    return { status: 304, headers: commonHeaders, body: null, compressible };
  }
  const encodingHeader = encoding === null ? [] : ['content-encoding', encoding];
  return {
    status: 200,
    headers: ['content-type', type, ...encodingHeader, ...commonHeaders],
    body: body instanceof CachedText ? body.bytes : body,
    compressible,
  };
}

/** Compares weakly: a proxy that compresses a body makes its tag weak. */
function matches(header: string | undefined, etag: string, anyEncoding: boolean): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*') || (anyEncoding && parseEntityTags(header).includes(etag));
}
