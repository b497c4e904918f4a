import { AskwellError } from '../../base/errors.js';
import type { HttpExchange } from '../../http/exchange.js';
import { withoutEncoding } from '../../http/headers/etag.js';

/**
 * Returns the version that a request requires. Null without `If-Match`, or if it is `*`. Tags are compared strongly: a weak tag
 * never matches.
 *
 * @throws AskwellError with the code `precondition_failed` if no tag matches the current version.
 */
export function requireVersion(
  exchange: Pick<HttpExchange, 'header'>,
  current: number,
  currentTag = versionTag(current),
): number | null {
  const header = exchange.header('if-match');
  if (header === undefined || header === '*') return null;
  const tags = header.split(',').map((tag) => withoutEncoding(tag.trim()));
  if (!tags.includes(currentTag)) throw new AskwellError('precondition_failed');
  return current;
}

/** Returns the entity tag of a version. */
export function versionTag(version: number): string {
  return `"${version}"`;
}
