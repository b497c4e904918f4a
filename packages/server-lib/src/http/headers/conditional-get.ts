import { createHash } from 'node:crypto';
import { sha256 } from '../../base/crypto/hash.js';
import { divideBytes, divideText } from '../../base/divide.js';
import { runInTurns, type Steps } from '../../base/steps.js';
import { CachedText } from '../compression/cached-text.js';
import { type HttpExchange, isWhole, type Reply } from '../exchange.js';
import { largeBody } from '../limits.js';
import { parseEntityTags, withoutEncoding } from './etag.js';

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
  return { body, etag: tagOf(body.bytes), type: 'application/json; charset=utf-8', cacheControl: 'no-cache' };
}

/** Returns the strong tag of a body: a hash of it. */
function tagOf(body: string | Uint8Array): string {
  return tagOfHash(sha256(body));
}

function tagOfHash(hash: Buffer): string {
  return `"${hash.toString('base64url').slice(0, 22)}"`;
}

/** Returns the tag of a large body, which is hashed part by part. */
function* tagInSteps(body: string | Uint8Array): Steps<string> {
  const hash = createHash('sha256');
  for (const part of typeof body === 'string' ? divideText(body) : divideBytes(body)) {
    hash.update(part);
    yield;
  }
  return tagOfHash(hash.digest());
}

/**
 * Adds an `ETag`, computed from the body, to a 200 without an `ETag`. Returns a 304 if `If-None-Match` has the tag.
 * Streams and other statuses are returned unchanged.
 *
 * @param nextTurn Waits until a large body may be hashed further.
 */
export function conditionalReply(
  exchange: Pick<HttpExchange, 'header'>,
  reply: Reply,
  nextTurn: () => Promise<void> | undefined,
): Reply | Promise<Reply> {
  const { status, body, headers } = reply;
  if (status !== 200 || !isWhole(body)) return reply;
  const own = positionOf(headers, 'etag');
  const ownTag = own === -1 ? undefined : headers[own + 1];
  if (ownTag !== undefined) return replyWithTag(exchange, reply, ownTag);
  const tagged = (etag: string) => replyWithTag(exchange, { ...reply, headers: [...headers, 'etag', etag] }, etag);
  return body.length < largeBody ? tagged(tagOf(body)) : runInTurns(tagInSteps(body), nextTurn).then(tagged);
}

function replyWithTag(exchange: Pick<HttpExchange, 'header'>, reply: Reply, etag: string): Reply {
  const { headers, compressible } = reply;
  if (!matches(exchange.header('if-none-match'), etag, compressible !== undefined)) return reply;
  return { status: 304, headers: headersOfNotModified(exchange, headers, etag), body: null };
}

/** Returns the headers of a 304, with the tag of the content coding that the client has. */
function headersOfNotModified(
  exchange: Pick<HttpExchange, 'header'>,
  headers: readonly string[],
  etag: string,
): readonly string[] {
  const known = (exchange.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const tag = known.find((text) => withoutEncoding(text) === etag) ?? etag;
  return ['etag', tag, ...withoutHeader(withoutHeader(headers, 'content-type'), 'etag')];
}

function withoutHeader(headers: readonly string[], name: string): readonly string[] {
  const at = positionOf(headers, name);
  return at === -1 ? headers : headers.toSpliced(at, 2);
}

/** Returns the index of a header's name in flat headers; -1 if the header is absent. */
function positionOf(headers: readonly string[], name: string): number {
  return headers.findIndex((found, index) => index % 2 === 0 && found === name);
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
