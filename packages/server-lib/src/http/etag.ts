import { type Encoding, encodings } from './encoding.js';

/** A tag's end where the body is compressed: each form of a body has a strong tag of its own (RFC 9110, 8.8.3.3). */
const encodingSuffix = new RegExp(`-(?:${encodings.join('|')})"$`);

/** The tag of the uncompressed form. */
export function withoutEncoding(tag: string): string {
  return tag.replace(encodingSuffix, '"');
}

/** Flat headers with the `ETag` of a compressed form; those without an `ETag` stay as they are. */
export function addEncoding(headers: readonly string[], encoding: Encoding): readonly string[] {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name === 'etag');
  const tag = headers[at + 1];
  if (at === -1 || tag === undefined) return headers;
  return headers.with(at + 1, tag.replace(/"$/, `-${encoding}"`));
}

/** The tags in `If-Match` or `If-None-Match`, as they are compared: weak ones and those of compressed forms as the plain one. */
export function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => withoutEncoding(tag.trim().replace(/^W\//, '')));
}
