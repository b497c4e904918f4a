import { type Html, html } from '../../base/html.js';

/** An entry of the navigation inside the developers' section. */
export type DevelopersEntry = 'overview' | 'keys' | 'webhooks' | 'requests' | 'guides';

const entries: readonly { entry: DevelopersEntry; path: string; label: string }[] = [
  { entry: 'overview', path: '/dashboard/developers', label: 'Overview' },
  { entry: 'keys', path: '/dashboard/keys', label: 'API keys' },
  { entry: 'webhooks', path: '/dashboard/webhooks', label: 'Webhooks' },
  { entry: 'requests', path: '/dashboard/developers/requests', label: 'Requests' },
  { entry: 'guides', path: '/dashboard/developers/guides', label: 'Guides' },
];

/**
 * The navigation inside the developers' section.
 *
 * @param isPage Whether the current page is the page of the entry, not a page below it.
 */
export function developersNav(base: string, current: DevelopersEntry, isPage = true): Html {
  const links = entries.map(
    ({ entry, path, label }) =>
      html`<li><a href="${base}${path}"${entry === current && html` aria-current="${isPage ? 'page' : 'true'}"`}>${label}</a></li>`,
  );
  return html`<nav class="tabs" aria-label="Developers"><ul>${links}</ul></nav>`;
}
