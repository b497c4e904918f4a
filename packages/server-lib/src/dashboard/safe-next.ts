import type { HttpExchange } from '../http/exchange.js';

/** Stands for our own origin while a path is taken apart. */
const anyOrigin = 'http://own.invalid';

/** Longer, or encoded more often, than any address of ours. */
const longest = 2_048;
const mostLayers = 4;

/**
 * Where to go after a login: a path on our own origin, or undefined. What a browser or a proxy might read as another
 * host is refused, in plain and in percent-encoded form.
 */
export function safeNext(text: string | undefined): string | undefined {
  if (text === undefined || !isPlainPath(text)) return undefined;
  if (!URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  return origin === anyOrigin && isPlainPath(pathname) ? pathname + search + hash : undefined;
}

/** As written, and decoded as often as it decodes to something else. */
function isPlainPath(text: string): boolean {
  let form = text;
  for (let layer = 0; layer < mostLayers && form.length <= longest; layer++) {
    if (!/^\/(?![/\\])/.test(form) || hasControls(form) || form.includes('\\')) return false;
    const decoded = decode(form);
    if (decoded === undefined) return false;
    if (decoded === form) return true;
    form = decoded;
  }
  return false;
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The address of the login page that leads back to where a visitor wanted to go. */
export function loginUrl({ base, path, query }: HttpExchange): string {
  const wanted = base + path + (query === '' ? '' : `?${query}`);
  return `${base}/login?next=${encodeURIComponent(wanted)}`;
}
