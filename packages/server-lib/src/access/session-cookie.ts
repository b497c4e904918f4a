/** Where the session cookie is valid, and whether it may travel in clear. */
export interface CookieSettings {
  /** The base path, empty at the root. */
  readonly base: string;
  readonly secure: boolean;
}

/**
 * Over https a prefix keeps plain http from planting the cookie. `__Host-` binds it to one host too; it demands the path
 * `/`, which a base path forbids.
 */
export function sessionCookieName({ base, secure }: CookieSettings): string {
  if (!secure) return 'askwell';
  return base === '' ? '__Host-askwell' : '__Secure-askwell';
}

export function serializeSessionCookie(place: CookieSettings, token: string, maxAgeSeconds: number): string {
  const secure = place.secure ? '; Secure' : '';
  return `${sessionCookieName(place)}=${token}; Path=${place.base || '/'}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
