import { type Encoding, encodings } from '../compression/accepted-encoding.js';

/** The suffix of the tag of a compressed body: each encoding of a body has its own strong tag (RFC 9110, 8.8.3.3). */
const encodingSuffix = new RegExp(`-(?:${encodings.join('|')})"$`);

/** Returns the tag of the uncompressed body. */
export function withoutEncoding(tag: string): string {
  return tag.replace(encodingSuffix, '"');
}

/** Returns flat headers with the `ETag` of a compressed body; headers without an `ETag` are returned unchanged. */
export function addEncoding(headers: readonly string[], encoding: Encoding): readonly string[] {
  const index = headers.findIndex((name, at) => at % 2 === 0 && name === 'etag');
  const tag = headers[index + 1];
  if (index === -1 || tag === undefined) return headers;
  return headers.with(index + 1, tag.replace(/"$/, `-${encoding}"`));
}

/** Parses `If-Match` or `If-None-Match`. Weak tags and tags of compressed bodies become the tag of the uncompressed body. */
export function parseEntityTags(header: string): string[] {
  return header.split(',').map((tag) => withoutEncoding(tag.trim().replace(/^W\//, '')));
}
