import { invalidOption } from '../../base/validation/option-error.js';
import type { UrlSettings } from '../../http/base-path.js';
import { isPathOrUrl } from '../../http/path-or-url.js';

/** What the URL of the page to return to replaces. */
const nextPlaceholder = '{next}';

/**
 * Parses the URL of the host app's sign-in page: an http or https URL, or a path on the same host. It may contain `{next}`, which
 * stands for the percent-encoded URL to return to.
 *
 * @returns The URL with `{next}`, which is added as the parameter `next` if it is missing.
 * @throws OptionError if the URL is invalid.
 */
export function parseSignInUrl(text: string): string {
  const filled = text.replaceAll(nextPlaceholder, 'next');
  if (!isPathOrUrl(filled)) {
    throw invalidOption('signInUrl', 'a path or an http or https URL, such as "/login?next={next}"', text);
  }
  if (text.includes(nextPlaceholder)) return text;
  const [page = '', hash] = text.split('#', 2);
  const separator = page.includes('?') ? '&' : '?';
  return `${page}${separator}next=${nextPlaceholder}${hash === undefined ? '' : `#${hash}`}`;
}

/** Returns the URL of the sign-in page for pages of other origins: a path becomes a URL, if the origin of the host is known. */
export function absoluteSignInUrl(signInUrl: string, origin: string | undefined): string {
  // The parser of URLs would encode the braces of the placeholder.
  return signInUrl.startsWith('/') && origin !== undefined ? origin + signInUrl : signInUrl;
}

/** Returns the URL of the sign-in page from which the user returns to a page. */
export function signInUrlFor(signInUrl: string, next: string): string {
  return signInUrl.replaceAll(nextPlaceholder, () => encodeURIComponent(next));
}

/** Where the host app signs users in, and where Askwell is. */
interface HostSignIn {
  readonly signInUrl: string | undefined;
  readonly urls: Pick<UrlSettings, 'origin'>;
}

/**
 * Returns the URL of the host app's sign-in page, from which the user returns to a page. Null without the option `signInUrl`.
 *
 * @param next The path of the page. A sign-in page of another origin gets a URL.
 */
export function hostSignInUrl({ signInUrl, urls }: HostSignIn, next: string): string | null {
  if (signInUrl === undefined) return null;
  const isForeign = hostSignInOrigin({ signInUrl, urls }) !== null;
  return signInUrlFor(signInUrl, isForeign ? `${urls.origin ?? ''}${next}` : next);
}

/** Returns the origin of the host app's sign-in page; null if it is this one, or there is no such page. */
export function hostSignInOrigin({ signInUrl, urls }: HostSignIn): string | null {
  if (signInUrl === undefined || signInUrl.startsWith('/')) return null;
  const { origin } = new URL(signInUrl.replaceAll('{next}', 'next'));
  return origin === urls.origin ? null : origin;
}
