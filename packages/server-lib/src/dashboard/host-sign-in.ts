import type { Services } from '../assemble-services.js';
import { signInUrlFor } from '../web/sign-in-url.js';

/**
 * Returns the URL of the host app's sign-in page, from which the user returns to a page. Null without the option `signInUrl`.
 *
 * @param next The path of the page. A sign-in page of another origin gets a URL.
 */
export function hostSignInUrl({ signInUrl, urls }: Pick<Services, 'signInUrl' | 'urls'>, next: string): string | null {
  if (signInUrl === undefined) return null;
  const isForeign = hostSignInOrigin({ signInUrl, urls }) !== null;
  return signInUrlFor(signInUrl, isForeign ? `${urls.origin ?? ''}${next}` : next);
}

/** Returns the origin of the host app's sign-in page; null if it is this one, or there is no such page. */
export function hostSignInOrigin({ signInUrl, urls }: Pick<Services, 'signInUrl' | 'urls'>): string | null {
  if (signInUrl === undefined || signInUrl.startsWith('/')) return null;
  const { origin } = new URL(signInUrl.replaceAll('{next}', 'next'));
  return origin === urls.origin ? null : origin;
}
