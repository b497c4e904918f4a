import type { Localizer } from '../messages/localizer.js';
import { truncate } from '../validation/text.js';
import { type Html, type HtmlPart, html } from '../web/html.js';
import { icons } from '../web/icons.js';
import { assets } from './page-assets.js';

export interface Document {
  readonly base: string;
  readonly localizer: Localizer;
  readonly title: string;
  /** What is put before the title, so that it is the first thing heard. */
  readonly isProblem?: boolean;
  readonly description?: string | null;
  /** The page's own address, for those who share it. */
  readonly url?: string;
  /** Whether the widget makes more of the page. */
  readonly hasWidget?: boolean;
  readonly body: Html;
  readonly foot?: HtmlPart;
}

/** The whole of a page. Scripts only add comfort: everything works without. */
export function document(parts: Document): Html {
  const { base, localizer, title, isProblem = false, hasWidget = false, body, foot } = parts;
  const { words, lang, dir, withLang } = localizer;
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isProblem ? words.problem(title) : title}</title>
${preview(parts)}<link rel="icon" href="${base}${assets.mark.path}" type="image/svg+xml">
<link rel="stylesheet" href="${base}${assets.styles.path}">
<script src="${base}${assets.script.path}" defer></script>
${hasWidget && html`<script async src="${base}/widget.js"></script>`}
</head>
<body class="visitor">
<a class="skip" href="#main">${withLang(words.skip)}</a>
<main id="main" tabindex="-1"><div class="card">${body}</div></main>
<footer class="foot">${foot}<p class="made"><a href="${base}/"><span class="mark">${icons.poll}</span>${withLang(words.share.madeWith)}</a></p></footer>
</body>
</html>`;
}

/** What chats and the like show of a description. */
const longestPreview = 200;

/** How the page looks where its link is shared. It is for those who have the link, and for no search engine. */
function preview({ title, description, url }: Document): Html {
  const told = description ? truncate(description.replace(/\s+/gu, ' ').trim(), longestPreview) : null;
  return html`<meta name="robots" content="noindex">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
${
  told &&
  html`<meta name="description" content="${told}">
<meta property="og:description" content="${told}">
`
}${
  url &&
  html`<meta property="og:url" content="${url}">
`
}<meta name="twitter:card" content="summary">
`;
}
