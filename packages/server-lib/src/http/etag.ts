import { type Encoding, encodings } from './compression/accepted-encoding.js';

/** A tag's end where the body is compressed: each form of a body has a strong tag of its own (RFC 9110, 8.8.3.3). */
const encodingSuffix = new RegExp(`-(?:${encodings.join('|')})"$`);

/** Returns the tag of the uncompressed form. */
export function withoutEncoding(tag: string): string {
  return tag.replace(encodingSuffix, '"');
}

/** Returns flat headers with the `ETag` of a compressed form; without an `ETag`, the same headers. */
export function addEncoding(headers: readonly string[], encoding: Encoding): readonly string[] {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name === 'etag');
  const tag = headers[at + 1];
  if (at === -1 || tag === undefined) return headers;
  return headers.with(at + 1, tag.replace(/"$/, `-${encoding}"`));
}

/** Parses `If-Match` or `If-None-Match`. Weak tags and tags of compressed forms become the tag of the uncompressed form. */
export function parseEntityTags(header: string): string[] {
  return header.split(',').map((tag) => withoutEncoding(tag.trim().replace(/^W\//, '')));
}
