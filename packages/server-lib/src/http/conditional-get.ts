import { sha256 } from '../crypto/hash.js';
import { CachedText } from './compression/cached-text.js';
import { parseEntityTags } from './etag.js';
import type { HttpExchange, Reply } from './exchange.js';

/** What a reply carries, and what tells it from every other state of the same thing. */
export interface Representation {
  readonly body: string | Uint8Array | CachedText;
  readonly etag: string;
  readonly type: string;
  /** The content coding of a body that is compressed already. */
  readonly encoding?: string | null;
  /** How long, and by whom, it may be kept. */
  readonly cacheControl: string;
  readonly headers?: readonly string[];
}

/** JSON that is kept and asked about each time: its tag moves with all that stands in it, and with nothing else. */
export function jsonRepresentation(body: CachedText): Representation {
  const etag = `"${sha256(body.bytes).toString('base64url').slice(0, 22)}"`;
  return { body, etag, type: 'application/json; charset=utf-8', cacheControl: 'no-cache' };
}

/** Returns a 304 if `If-None-Match` has the tag of this state, in any content coding. */
export function conditionalGet(
  exchange: Pick<HttpExchange, 'header'>,
  { body, etag, type, encoding = null, cacheControl, headers = [] }: Representation,
): Reply {
  const compressible = body instanceof CachedText ? body : undefined;
  const common = ['cache-control', cacheControl, 'etag', etag, ...headers];
  if (hasAlready(exchange.header('if-none-match'), etag, compressible !== undefined)) {
    return { status: 304, headers: common, body: null, compressible };
  }
  const packing = encoding === null ? [] : ['content-encoding', encoding];
  return {
    status: 200,
    headers: ['content-type', type, ...packing, ...common],
    body: body instanceof CachedText ? body.body : body,
    compressible,
  };
}

/** A tag that a proxy made weak, as it packed the body, still names the same state. */
function hasAlready(tags: string | undefined, etag: string, inAnyForm: boolean): boolean {
  if (tags === undefined) return false;
  const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*') || (inAnyForm && parseEntityTags(tags).includes(etag));
}
