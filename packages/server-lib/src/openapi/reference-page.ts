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

const unpack = promisify(gunzip);

/** Nothing inline and nothing from elsewhere; what is tried out is sent to where the page came from. */
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

/** The document as people read it, and what that takes. */
export function viewerEndpoints(surfaces: EnabledPages): PageEndpoint[] {
  return [
    {
      path: '/docs',
      get: async ({ base }) => ({
        status: 200,
        headers: pageHeaders,
        body: pageOf(base, homeOf(surfaces, base), await loadViewer()),
        compressible: true,
      }),
    },
    {
      path: '/docs/assets/{name}',
      async get(exchange, { name }) {
        const file = Object.values(await loadViewer()).find((known) => known.name === name);
        if (!file) throw new AskwellError('not_found');
        return sendPacked(exchange, file);
      },
    },
  ];
}

/** It is kept packed; who can't unpack it gets it unpacked. */
async function sendPacked(exchange: HttpExchange, { packed, type, version }: ViewerFile): Promise<Reply> {
  const encoding = encodingFor(exchange.header('accept-encoding'), ['gzip']);
  return conditionalGet(exchange, {
    type,
    body: encoding === null ? await unpack(packed) : packed,
    // Packed or not, each is a body of its own.
    etag: `"${version}${encoding === null ? '' : `-${encoding}`}"`,
    encoding,
    cacheControl: 'public, max-age=31536000, immutable',
    headers: ['vary', 'Accept-Encoding', 'cross-origin-resource-policy', 'same-origin'],
  });
}

/** The viewer brings a main landmark of its own. */
function pageOf(base: string, home: string | null, { script, styles }: Viewer): string {
  const document = `${base}/openapi.json`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>REST interface · Askwell</title>
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
<noscript><p class="docs-note">This page needs JavaScript. <a href="${document}">The document itself</a> does not.</p></noscript>
<div data-document="${document}"></div>
</div>
</body>
</html>`.markup;
}
