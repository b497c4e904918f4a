import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { OpenApiDocument } from '../../api/openapi/openapi-types.js';
import { sha256 } from '../../base/crypto/hash.js';
import { AskwellError } from '../../base/errors.js';
import { encodingFor, encodings } from '../../http/compression/accepted-encoding.js';
import { CachedText } from '../../http/compression/cached-text.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { conditionalGet, type Representation } from '../../http/headers/conditional-get.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { type ReferenceHeader, renderReference } from './reference-page.js';

let loading: Promise<Viewer> | undefined;

const decompress = promisify(gunzip);

/** Allows no inline code and no other origins. The script sends requests to the origin of the page. */
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
  ...['content-security-policy', contentPolicy],
  ...['cross-origin-opener-policy', 'same-origin', 'cross-origin-resource-policy', 'same-origin'],
  ...['referrer-policy', 'same-origin'],
];

/** Returns the reference page at `/docs` and the files that it loads. */
export function referenceEndpoints(
  headerOf: (exchange: HttpExchange) => Promise<ReferenceHeader>,
  documentAt: (base: string) => OpenApiDocument,
): PageEndpoint[] {
  // There are three headers: for people who are not signed in, for owners, and for users of the host app.
  let cached: { readonly base: string; readonly pages: Map<string, Representation> } | undefined;

  /** Renders the page at the first request, and again if the same server is also mounted at another path. */
  async function pageFor(exchange: HttpExchange): Promise<Representation> {
    const { base } = exchange;
    const header = await headerOf(exchange);
    if (cached?.base !== base) cached = { base, pages: new Map() };
    const { pages } = cached;
    const known = pages.get(header.content.markup);
    if (known) return known;
    const { script, styles } = await loadViewer();
    const { markup } = renderReference(documentAt(base), { base, header, script: script.name, styles: styles.name });
    const body = new CachedText(markup, encodings, 'most');
    const page = {
      body,
      etag: `"${sha256(body.bytes).toString('base64url').slice(0, 22)}"`,
      type: 'text/html; charset=utf-8',
      // The header depends on who is signed in.
      cacheControl: 'private, no-cache',
      headers: pageHeaders,
    };
    pages.set(header.content.markup, page);
    return page;
  }

  return [
    { path: '/docs', get: async (exchange) => conditionalGet(exchange, await pageFor(exchange)) },
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

/** A file of the viewer. */
interface ViewerFile {
  /** Contains a hash of the content, so that browsers can cache the file forever. */
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly gzipped: Uint8Array;
}

/** The files that the page at `/docs` loads. */
interface Viewer {
  readonly script: ViewerFile;
  readonly styles: ViewerFile;
}

/** Loads the viewer at the first call. */
function loadViewer(): Promise<Viewer> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Viewer> {
  const { script, styles } = await import('@askwell/server/viewer');
  return {
    script: toFile('viewer', 'js', 'text/javascript; charset=utf-8', script),
    styles: toFile('viewer', 'css', 'text/css; charset=utf-8', styles),
  };
}

function toFile(name: string, extension: string, type: string, base64: string): ViewerFile {
  const version = sha256(base64).toString('hex').slice(0, 12);
  return { name: `${name}-${version}.${extension}`, type, version, gzipped: Buffer.from(base64, 'base64') };
}
