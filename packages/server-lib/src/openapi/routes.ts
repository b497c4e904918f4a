import type { ApiEndpoint } from '../api/keyed-endpoint.js';
import { encodings } from '../http/compression/accepted-encoding.js';
import { CachedText } from '../http/compression/cached-text.js';
import type { HttpExchange } from '../http/exchange.js';
import { conditionalGet, jsonRepresentation, type Representation } from '../http/headers/conditional-get.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { errorReply } from '../http/reply.js';
import type { UrlSettings } from '../web/base-path.js';
import type { EnabledPages } from '../web/enabled-pages.js';
import { buildDocument } from './document.js';
import type { OpenApiDocument } from './openapi-types.js';
import { documentOperation } from './operation-docs.js';
import { referenceEndpoints } from './reference/reference-endpoints.js';

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

  function documentAt(base: string): OpenApiDocument {
    const url = origin === undefined ? base || '/' : origin + base;
    return buildDocument(api, [...pages, ...endpoints], [{ url }]);
  }

  /** Builds the document at the first request, and again if the same server is also mounted at another path. */
  function representationAt(base: string): Representation {
    if (cached?.base === base) return cached.document;
    const document = jsonRepresentation(new CachedText(JSON.stringify(documentAt(base)), encodings, 'most'));
    cached = { base, document };
    return document;
  }

  const endpoints: PageEndpoint[] = [
    {
      path: '/openapi.json',
      operation: { doc: documentOperation },
      onError: (error) => errorReply(error),
      get: (exchange: HttpExchange) => conditionalGet(exchange, representationAt(exchange.base)),
    },
  ];
  return [...endpoints, ...referenceEndpoints(enabledPages, documentAt)];
}
