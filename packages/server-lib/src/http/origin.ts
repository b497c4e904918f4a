import { isStorable } from '../base/validation/text.js';

export const maxOriginLength = 2_048;

/** Excludes `*`: URL parsers accept it in a host, but it would never match as a pattern. */
const bareOrigin = /^https?:\/\/[^/?#@\\\s*]+\/?$/i;

/** Excludes characters such as `;` that URL parsers accept in a host, since the origins are sent in headers. */
const originPattern = /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/;

/** Returns the origin as browsers send it; undefined if the text is not an origin, or not safe in a header. */
export function canonicalOrigin(text: string): string | undefined {
  if (!isStorable(text) || text.length > maxOriginLength || !bareOrigin.test(text) || !URL.canParse(text))
    return undefined;
  const { origin } = new URL(text);
  return originPattern.test(origin) ? origin : undefined;
}

/** Returns whether a text is an origin as browsers send it, and safe in a header. */
export function isOrigin(text: string): boolean {
  return canonicalOrigin(text) === text;
}
