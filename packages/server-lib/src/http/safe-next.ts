/** A placeholder origin to parse paths with. */
const anyOrigin = 'http://own.invalid';

/** Limits that no URL of this server exceeds. */
const maxLength = 2_048;
const maxEncodings = 4;

/**
 * Returns the path to redirect to after sign-in, or undefined unless it is a path on this server. Rejects everything that
 * a browser or a proxy might read as another host, plain or percent-encoded.
 */
export function safeNext(text: string | undefined): string | undefined {
  if (text === undefined || !isPlainPath(text)) return undefined;
  if (!URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  return origin === anyOrigin && isPlainPath(pathname) ? pathname + search + hash : undefined;
}

/** Checks a path as written and after each round of percent-decoding. */
function isPlainPath(text: string): boolean {
  let path = text;
  for (let round = 0; round < maxEncodings && path.length <= maxLength; round++) {
    if (!/^\/(?![/\\])/.test(path) || hasControlCharacters(path) || path.includes('\\')) return false;
    const decoded = decode(path);
    if (decoded === undefined) return false;
    if (decoded === path) return true;
    path = decoded;
  }
  return false;
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
