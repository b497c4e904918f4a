import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Brand } from '../../instance/options/brand.js';
import { scriptPath } from '../../web/embed/widget-files.js';
import { icons } from '../../web/ui/icons.js';
import type { DashboardRequest } from '../guards.js';
import { queryParam } from '../query.js';
import { dashboardAssets } from './assets.js';
import { notice } from './notice.js';
import type { PageLinks } from './page-links.js';

/** An entry of the dashboard's navigation. */
export type NavigationEntry = 'asks' | 'answers' | 'sites' | 'developers' | 'account' | 'help' | 'docs';

/** The path of the help for owners. */
export const helpPath = '/dashboard/guide';

const navigation: readonly { entry: NavigationEntry; path: string; label: string }[] = [
  { entry: 'asks', path: '/dashboard', label: 'Home' },
  { entry: 'answers', path: '/dashboard/answers', label: 'Answers' },
  { entry: 'sites', path: '/dashboard/sites', label: 'Sites' },
  { entry: 'developers', path: '/dashboard/developers', label: 'Developers' },
  { entry: 'account', path: '/dashboard/account', label: 'Account' },
];

/** A complete HTML document. Everything works without JavaScript. */
export function dashboardDocument(
  { base, brand }: Pick<PageLinks, 'base' | 'brand'>,
  title: string,
  body: Html,
  kind: 'owner' | 'narrow' | 'landing' | 'screen-page' | 'shared-page',
  hasWidget = kind === 'landing',
  designSheet: string | null = null,
): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${
  kind === 'shared-page' &&
  html`<meta name="robots" content="noindex">
`
}<title>${kind === 'landing' ? title : `${title} · ${brand.name ?? ownName}`}</title>
${brand.logo === null ? html`<link rel="icon" href="${base}${dashboardAssets.mark.path}" type="image/svg+xml">` : html`<link rel="icon" href="${brand.logo}">`}
<link rel="stylesheet" href="${base}${dashboardAssets.styles.path}">${[brand.sheet, designSheet].map(
    (sheet) =>
      sheet &&
      html`
<link rel="stylesheet" href="${base}${sheet}">`,
  )}
<script src="${base}${dashboardAssets.script.path}" defer></script>
${hasWidget && html`<script async src="${base}${scriptPath}"></script>`}
</head>
<body class="${kind}${(kind === 'narrow' || kind === 'landing') && ' public'}">
<a class="skip" href="#main">Skip to content</a>
${body}
</body>
</html>`;
}

/** The name in pages of an instance without a brand. */
const ownName = 'Askwell';

/** The logo and name of the host app, or of Askwell, as a link if there is a home page. */
export function brandMark({ name, logo }: Pick<Brand, 'name' | 'logo'>, href: string | null): Html {
  const ownMark = html`<span class="mark">${icons.poll}</span>`;
  const mark = html`${logo !== null ? html`<img class="logo" src="${logo}" alt="">` : name === null && ownMark}<bdi>${name ?? ownName}</bdi>`;
  return href === null ? html`<span class="brand">${mark}</span>` : html`<a class="brand" href="${href}">${mark}</a>`;
}

/** The link back to the host app; null without the option `homeUrl`. */
export function homeLink({ brand: { name, homeUrl } }: Pick<PageLinks, 'brand'>, className: string): Html | null {
  if (homeUrl === null) return null;
  return html`<a class="${className}" href="${homeUrl}"><span>Back to ${name === null ? 'the app' : html`<bdi>${name}</bdi>`}</span></a>`;
}

/** The parts of a dashboard page. */
export interface OwnerPage {
  readonly title: string;
  readonly entry: NavigationEntry;
  readonly body: Html;
  /** Whether the title starts with "Problem", which screen readers announce first. */
  readonly isProblem?: boolean;
  /** Whether the page shows a secret. Such a page has no forms, so "Sign out" is a link. */
  readonly showsSecret?: boolean;
  /** How much of the window the page uses: the column of text, the whole width, or the whole width for its title and tabs only. */
  readonly width?: keyof typeof widths;
  /** Whether the page contains the widget. */
  readonly hasWidget?: boolean;
}

const widths = { column: '', window: ' wide', title: ' wide wide-title' };

/** A dashboard page with its navigation. */
export function ownerPage(
  request: DashboardRequest,
  { title, entry, body, isProblem = false, showsSecret = false, width = 'column', hasWidget = false }: OwnerPage,
): Html {
  const { base, session } = request;
  return dashboardDocument(
    request,
    isProblem ? `Problem: ${title}` : title,
    // The host app signs its users out.
    html`${topHeader(request, entry, session?.id != null && signOut(base, !showsSecret))}
<main id="main" class="column${widths[width]}" tabindex="-1">
${notice(queryParam(request, 'notice'), queryParam(request, 'changed'))}
${body}
</main>`,
    'owner',
    hasWidget,
  );
}

/** The header of pages for everyone. */
export function publicHeader(brand: Html, entries: readonly HtmlPart[]): Html {
  const shown = entries.filter((entry) => entry !== null && entry !== false);
  return html`<header class="top"><div class="column">
${brand}
${shown.length > 0 && html`<nav aria-label="Pages"><ul>${shown}</ul></nav>`}
</div></header>`;
}

/** The entry of the documentation in the header of pages for everyone. */
export function docsEntry({ base, hasDocs }: Pick<PageLinks, 'base' | 'hasDocs'>, isCurrent = false): HtmlPart {
  return hasDocs && html`<li><a href="${base}/docs"${isCurrent && html` aria-current="page"`}>API docs</a></li>`;
}

/** The entry that leads to the dashboard, by signing in if nobody is signed in. */
export function enterEntry(base: string, isSignedIn: boolean): Html {
  return isSignedIn
    ? html`<li><a class="enter" href="${base}/dashboard">Dashboard</a></li>`
    : html`<li><a class="enter" href="${base}/login">Sign in</a></li>`;
}

/** The navigation of the dashboard. */
export function topHeader(links: PageLinks, entry: NavigationEntry | null, exit: HtmlPart): Html {
  const { base, brand, hasDocs } = links;
  const entries = navigation.map(
    (link) =>
      html`<li><a href="${base}${link.path}"${link.entry === entry && html` aria-current="page"`}>${link.label}</a></li>`,
  );
  return html`<header class="top"><div class="column wide">
${brandMark(brand, `${base}/dashboard`)}
<nav aria-label="Dashboard"><ul>${entries}</ul></nav>
<a class="leave" href="${base}${helpPath}"${entry === 'help' && html` aria-current="page"`}>Help</a>
${hasDocs && html`<a class="leave" href="${base}/docs"${entry === 'docs' && html` aria-current="page"`}>API docs</a>`}
${homeLink(links, 'leave')}
${exit}
</div></header>`;
}

/** The page of an error inside the dashboard. Nobody may be signed in. */
export function dashboardErrorPage(links: PageLinks, title: string, body: Html): Html {
  return dashboardDocument(
    links,
    title,
    html`${topHeader(links, null, null)}
<main id="main" class="column" tabindex="-1">${body}</main>`,
    'owner',
  );
}

/** The way to sign out. Without forms, it is a link to the page that asks. */
export function signOut(base: string, hasForms: boolean): Html {
  return hasForms
    ? html`<form class="leave" method="post" action="${base}/logout"><button>Sign out</button></form>`
    : html`<a class="leave" href="${base}/logout">Sign out</a>`;
}

/** A page with a single task, such as signing in. */
export function narrowPage(links: PageLinks, title: string, body: Html, isProblem = false): Html {
  const { home, brand } = links;
  return dashboardDocument(
    links,
    isProblem ? `Problem: ${title}` : title,
    html`${publicHeader(brandMark(brand, brand.homeUrl ?? home), [docsEntry(links)])}
<main id="main" tabindex="-1">${body}</main>`,
    'narrow',
  );
}
