import type { ApiEndpoint } from '../../api/keyed-endpoint.js';
import { buildDocument } from '../../api/openapi/document.js';
import type { OpenApiDocument } from '../../api/openapi/openapi-types.js';
import { documentOperation } from '../../api/openapi/operation-docs.js';
import type { UrlSettings } from '../../http/base-path.js';
import { encodings } from '../../http/compression/accepted-encoding.js';
import { CachedText } from '../../http/compression/cached-text.js';
import type { HttpExchange } from '../../http/exchange.js';
import { conditionalGet, jsonRepresentation, type Representation } from '../../http/headers/conditional-get.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { errorReply } from '../../http/reply.js';
import { referenceEndpoints } from './reference-endpoints.js';
import type { ReferenceHeader } from './reference-page.js';

/** Returns the endpoints that serve the OpenAPI document and the reference page. */
export function openApiEndpoints(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  { origin }: Pick<UrlSettings, 'origin'>,
  headerOf: (exchange: HttpExchange) => Promise<ReferenceHeader>,
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
  return [...endpoints, ...referenceEndpoints(headerOf, documentAt)];
}
