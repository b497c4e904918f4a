import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { truncate } from '../../base/truncate.js';
import { designSheetPath } from '../../core/design-sheet.js';
import type { Design } from '../../shared/contract/resources.js';
import { parseRichText, plainBlocks } from '../../shared/presentation/rich-text.js';
import { icons } from '../ui/icons.js';
import { tokensFor } from '../ui/rich-text.js';
import { pageAssets } from './page-assets.js';

/** The parts of a hosted page. */
export interface Document {
  readonly base: string;
  readonly localizer: Localizer;
  readonly title: string;
  /** Whether the title starts with "Problem", which screen readers announce first. */
  readonly isProblem?: boolean;
  readonly description?: string | null;
  /** The URL of the page, for link previews. */
  readonly url?: string;
  /** Whether the page loads the widget. */
  readonly hasWidget?: boolean;
  /** The design of the ask, with the defaults of its site. */
  readonly design?: Design | null | undefined;
  readonly body: Html;
  /** Whether the page shows one field at a time. */
  readonly isOneField?: boolean;
  readonly footer?: HtmlPart;
  /** Whether the page says that it is made with Askwell. Default: true. */
  readonly hasBranding?: boolean | undefined;
}

/** A complete HTML document. Everything works without JavaScript. */
export function pageDocument(parts: Document): Html {
  const { base, localizer, title, isProblem = false, hasWidget = false, body, footer, hasBranding = true } = parts;
  const { words, lang, dir, withLang } = localizer;
  const designSheet = designSheetPath(parts.design ?? null);
  const branding =
    hasBranding &&
    html`<p class="made"><a href="${base}/"><span class="mark">${icons.poll}</span>${withLang(words.share.madeWith)}</a></p>`;
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isProblem ? words.problem(title) : title}</title>
${linkPreview(parts)}<link rel="icon" href="${base}${pageAssets.mark.path}" type="image/svg+xml">
<link rel="stylesheet" href="${base}${pageAssets.styles.path}">${
    designSheet &&
    html`
<link rel="stylesheet" href="${base}${designSheet}">`
  }
<script src="${base}${pageAssets.script.path}" defer></script>
${hasWidget && html`<script async src="${base}/widget.js"></script>`}
</head>
<body class="visitor${parts.isOneField && ' one-field'}">
<a class="skip" href="#main">${withLang(words.skip)}</a>
<main id="main" tabindex="-1"><div class="card">${body}</div></main>
<footer class="foot">${footer}${branding}</footer>
</body>
</html>`;
}

/** The length of descriptions in link previews. */
const maxPreviewLength = 200;

/** The metadata for link previews. Search engines must not list the page: only people with the link should find it. */
function linkPreview({ title, description, url, localizer }: Document): Html {
  const summary = description
    ? truncate(
        plainBlocks(parseRichText(description, tokensFor(localizer)))
          .replace(/\s+/gu, ' ')
          .trim(),
        maxPreviewLength,
      )
    : null;
  return html`<meta name="robots" content="noindex">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
${
  summary &&
  html`<meta name="description" content="${summary}">
<meta property="og:description" content="${summary}">
`
}${
  url &&
  html`<meta property="og:url" content="${url}">
`
}<meta name="twitter:card" content="summary">
`;
}
