import { scriptPath } from '../embed/files/widget-files.js';
import { type Html, html } from '../web/html.js';
import { icons } from '../web/icons.js';
import { assets } from './assets.js';
import type { DashboardRequest } from './guards.js';
import { notice } from './notice.js';
import type { PageLinks } from './page-links.js';
import { queryParam } from './query.js';

/** Which entry of the navigation a page belongs to. */
export type NavigationEntry = 'overview' | 'keys' | 'sites' | 'account';

const places: readonly { entry: NavigationEntry; path: string; label: string }[] = [
  { entry: 'overview', path: '/dashboard', label: 'Overview' },
  { entry: 'keys', path: '/dashboard/keys', label: 'API keys' },
  { entry: 'sites', path: '/dashboard/sites', label: 'Sites' },
  { entry: 'account', path: '/dashboard/account', label: 'Account' },
];

/** The whole of a page. Scripts only add comfort: everything works without. */
export function document(base: string, title: string, body: Html, kind: 'owner' | 'narrow' | 'landing'): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === 'Askwell' ? title : `${title} · Askwell`}</title>
<link rel="icon" href="${base}${assets.mark.path}" type="image/svg+xml">
<link rel="stylesheet" href="${base}${assets.styles.path}">
<script src="${base}${assets.script.path}" defer></script>
${kind === 'landing' && html`<script async src="${base}${scriptPath}"></script>`}
</head>
<body class="${kind}">
<a class="skip" href="#main">Skip to the content</a>
${body}
</body>
</html>`;
}

/** The mark and the name, as a link where there is a page to lead to. */
export function brand(href: string | null): Html {
  const mark = html`<span class="mark">${icons.poll}</span>Askwell`;
  return href === null ? html`<span class="brand">${mark}</span>` : html`<a class="brand" href="${href}">${mark}</a>`;
}

export interface OwnerPage {
  readonly title: string;
  readonly entry: NavigationEntry;
  readonly body: Html;
  /** Put before the title, so that it is the first thing heard. */
  readonly isProblem?: boolean;
  /** A page that shows a secret holds no forms. */
  readonly showsSecret?: boolean;
}

/** A page of the dashboard, with its navigation. */
export function ownerPage(
  request: DashboardRequest,
  { title, entry, body, isProblem = false, showsSecret = false }: OwnerPage,
): Html {
  const { base } = request;
  const links = places.map(
    (link) =>
      html`<li><a href="${base}${link.path}"${link.entry === entry && html` aria-current="page"`}>${link.label}</a></li>`,
  );
  return document(
    base,
    isProblem ? `Problem: ${title}` : title,
    html`<header class="top"><div class="column">
${brand(`${base}/dashboard`)}
<nav aria-label="Dashboard"><ul>${links}</ul></nav>
${showsSecret ? html`<a class="leave" href="${base}/logout">Log out</a>` : html`<form class="leave" method="post" action="${base}/logout"><button>Log out</button></form>`}
</div></header>
<main id="main" class="column" tabindex="-1">
${notice(queryParam(request, 'notice'))}
${body}
</main>`,
    'owner',
  );
}

/** A page with one thing to do and nothing beside it. */
export function narrowPage({ base, home }: PageLinks, title: string, body: Html, isProblem = false): Html {
  return document(
    base,
    isProblem ? `Problem: ${title}` : title,
    html`<header class="narrow-top">${brand(home)}</header>
<main id="main" tabindex="-1">${body}</main>`,
    'narrow',
  );
}
