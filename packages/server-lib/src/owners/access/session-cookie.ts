/** The scope of the session cookie. */
export interface CookieSettings {
  /** The base path of Askwell, empty at the root. */
  readonly base: string;
  /** Whether the site uses HTTPS only. */
  readonly secure: boolean;
}

/**
 * Returns the name of the session cookie. Over HTTPS, a prefix prevents that a page loaded over HTTP sets the cookie.
 * `__Host-` also prevents that another subdomain sets it, but requires the path `/`, so it cannot be used with a base path.
 */
export function sessionCookieName({ base, secure }: CookieSettings): string {
  if (!secure) return 'askwell';
  return base === '' ? '__Host-askwell' : '__Secure-askwell';
}

/** Returns the `Set-Cookie` header for a session. A `maxAgeSeconds` of 0 deletes the cookie. */
export function serializeSessionCookie(settings: CookieSettings, token: string, maxAgeSeconds: number): string {
  const secure = settings.secure ? '; Secure' : '';
  return `${sessionCookieName(settings)}=${token}; Path=${settings.base || '/'}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the value of a cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
