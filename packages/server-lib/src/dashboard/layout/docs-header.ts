import type { HttpExchange } from '../../http/exchange.js';
import type { Services } from '../../instance/assemble-services.js';
import { homeOf } from '../../instance/options/enabled-pages.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import type { ReferenceHeader } from '../../web/reference/reference-page.js';
import { brandMark, docsEntry, enterEntry, publicHeader, signOut, topHeader } from './layout.js';

/** Returns the function that renders the header of the docs: the navigation of the dashboard if an owner is signed in. */
export function createDocsHeader({ enabledPages, brand, signIn }: Services) {
  /** The docs are readable without a database, so that a failed look-up counts as signed out. */
  async function find(exchange: HttpExchange) {
    if (!enabledPages.dashboard) return null;
    return signIn.find(toSignInRequest(exchange)).catch(() => null);
  }

  return async (exchange: HttpExchange): Promise<ReferenceHeader> => {
    const { base } = exchange;
    // The policy of the docs allows no images of other servers, and no forms.
    const links = { base, home: homeOf(enabledPages, base), hasDocs: true, brand: { ...brand, logo: null } };
    const session = await find(exchange);
    if (session)
      return { isOwner: true, content: topHeader(links, 'docs', session.id != null && signOut(base, false)) };
    const mark = brandMark({ name: null, logo: null }, links.home);
    const entries = [docsEntry(links, true), enabledPages.dashboard && enterEntry(base, false)];
    return { isOwner: false, content: publicHeader(mark, entries) };
  };
}
