import type { ApiEndpoint } from '../api/keyed-endpoint.js';
import { encodings } from '../http/compression/accepted-encoding.js';
import { CachedText } from '../http/compression/cached-text.js';
import { conditionalGet, jsonRepresentation, type Representation } from '../http/conditional-get.js';
import type { HttpExchange } from '../http/exchange.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { errorReply } from '../http/reply.js';
import type { UrlSettings } from '../web/base-path.js';
import type { EnabledPages } from '../web/enabled-pages.js';
import { buildDocument } from './document.js';
import { documentOperation } from './operation-docs.js';
import { viewerEndpoints } from './reference-page.js';

/** Returns the endpoints that serve the OpenAPI document and the reference page. */
export function openApiEndpoints(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  {
    urls: { origin },
    enabledPages,
  }: { readonly urls: Pick<UrlSettings, 'origin'>; readonly enabledPages: EnabledPages },
): PageEndpoint[] {
  let cached: { base: string; document: Representation } | undefined;

  /** Builds the document at the first request, and again if the same server is also mounted at another path. */
  function documentAt(base: string): Representation {
    if (cached?.base === base) return cached.document;
    const url = origin === undefined ? base || '/' : origin + base;
    const text = JSON.stringify(buildDocument(api, [...pages, ...endpoints], [{ url }]));
    const document = jsonRepresentation(new CachedText(text, encodings, 'most'));
    cached = { base, document };
    return document;
  }

  const endpoints: PageEndpoint[] = [
    {
      path: '/openapi.json',
      operation: { doc: documentOperation },
      onError: (error) => errorReply(error),
      get: (exchange: HttpExchange) => conditionalGet(exchange, documentAt(exchange.base)),
    },
  ];
  return [...endpoints, ...viewerEndpoints(enabledPages)];
}
