import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AskwellError } from '../errors.js';
import { encodingFor } from '../http/compression/accepted-encoding.js';
import { conditionalGet } from '../http/conditional-get.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { type EnabledPages, homeOf } from '../web/enabled-pages.js';
import { html } from '../web/html.js';
import { icons } from '../web/icons.js';
import mark from '../web/logo.js';
import { loadViewer, type Viewer, type ViewerFile } from './viewer-files.js';

const decompress = promisify(gunzip);

/** Allows no inline code and no other origins. "Try it out" sends requests to the origin of the page. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = [
  ...['content-type', 'text/html; charset=utf-8', 'content-security-policy', contentPolicy],
  ...['cross-origin-opener-policy', 'same-origin', 'cross-origin-resource-policy', 'same-origin'],
  ...['referrer-policy', 'same-origin', 'cache-control', 'no-cache'],
];

/** Returns the reference page at `/docs` and the files that it loads. */
export function viewerEndpoints(enabledPages: EnabledPages): PageEndpoint[] {
  return [
    {
      path: '/docs',
      get: async ({ base }) => ({
        status: 200,
        headers: pageHeaders,
        body: pageOf(base, homeOf(enabledPages, base), await loadViewer()),
        compressible: true,
      }),
    },
    {
      path: '/docs/assets/{name}',
      async get(exchange, { name }) {
        const file = Object.values(await loadViewer()).find((candidate) => candidate.name === name);
        if (!file) throw new AskwellError('not_found');
        return sendFile(exchange, file);
      },
    },
  ];
}

/** Sends the gzipped file, or decompresses it for clients that do not accept gzip. */
async function sendFile(exchange: HttpExchange, { gzipped, type, version }: ViewerFile): Promise<Reply> {
  const encoding = encodingFor(exchange.header('accept-encoding'), ['gzip']);
  return conditionalGet(exchange, {
    type,
    body: encoding === null ? await decompress(gzipped) : gzipped,
    // Each encoding of a body has its own tag.
    etag: `"${version}${encoding === null ? '' : `-${encoding}`}"`,
    encoding,
    cacheControl: 'public, max-age=31536000, immutable',
    headers: ['vary', 'Accept-Encoding', 'cross-origin-resource-policy', 'same-origin'],
  });
}

/** The `#main` element is not a `<main>`, since the viewer renders one. */
function pageOf(base: string, home: string | null, { script, styles }: Viewer): string {
  const document = `${base}/openapi.json`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>REST API · Askwell</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(mark)}">
<link rel="stylesheet" href="${base}/docs/assets/${styles.name}">
<script src="${base}/docs/assets/${script.name}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="docs-top">
${home === null ? html`<span class="brand">${icons.poll} Askwell</span>` : html`<a class="brand" href="${home}">${icons.poll} Askwell</a>`}
<a href="${document}">openapi.json</a>
</header>
<div id="main" tabindex="-1">
<noscript><p class="docs-note">This page needs JavaScript. <a href="${document}">The OpenAPI document</a> does not.</p></noscript>
<div data-document="${document}"></div>
</div>
</body>
</html>`.markup;
}
