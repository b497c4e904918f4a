import type { HttpExchange } from '../../http/exchange.js';
import { readCookie } from '../../owners/access/session-cookie.js';

/** Keeps the chosen columns of the answers to an ask in the browser. */
const cookie = 'askwell-columns';
const maxAgeSeconds = 365 * 24 * 3_600;
/** The maximum length of a cookie. More columns are only in the URL. */
const maxLength = 2_000;

/** Returns the IDs of the columns that were chosen last. Empty for the default. */
export function readChosenColumns(exchange: HttpExchange): readonly string[] {
  const text = readCookie(exchange.header('cookie'), cookie) ?? '';
  if (text === '' || text.length > maxLength) return [];
  return text.split('*').map(decode);
}

/** Returns the header that keeps columns for the page at `path`, which is encoded. Without columns, it returns to the default. */
export function keepChosenColumns(
  exchange: HttpExchange,
  columns: readonly string[],
  { path, secure }: { readonly path: string; readonly secure: boolean },
): string[] {
  // A link on another site does not change what the owner chose.
  if (exchange.header('sec-fetch-site') === 'cross-site') return [];
  const text = columns.map(encodeURIComponent).join('*');
  const isKept = text !== '' && text.length <= maxLength;
  return [
    'set-cookie',
    `${cookie}=${isKept ? text : ''}; Path=${path}; Max-Age=${isKept ? maxAgeSeconds : 0}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  ];
}

/** Cookies can be set by other pages of the host, so that an invalid one counts as no column. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
