import type { ApiEndpoint } from '../api/keyed-endpoint.js';
import { encodings } from '../http/compression/accepted-encoding.js';
import { CachedText } from '../http/compression/cached-text.js';
import { conditionalGet, jsonRepresentation, type Representation } from '../http/conditional-get.js';
import type { HttpExchange } from '../http/exchange.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { errorReply } from '../http/reply.js';
import type { UrlSettings } from '../options/base-path.js';
import type { EnabledPages } from '../web/enabled-pages.js';
import { buildDocument } from './document.js';
import { documentOperation } from './operation-docs.js';
import { viewerEndpoints } from './reference-page.js';

/** The OpenAPI document of some endpoints and of itself, for programs and for people. */
export function openApiEndpoints(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  {
    urls: { origin },
    enabledPages: surfaces,
  }: { readonly urls: Pick<UrlSettings, 'origin'>; readonly enabledPages: EnabledPages },
): PageEndpoint[] {
  let kept: { base: string; document: Representation } | undefined;

  /** Made when it is first asked for, and again where the same server is mounted elsewhere too. */
  function documentAt(base: string): Representation {
    if (kept?.base === base) return kept.document;
    const url = origin === undefined ? base || '/' : origin + base;
    const written = JSON.stringify(buildDocument(api, [...pages, ...routes], [{ url }]));
    const document = jsonRepresentation(new CachedText(written, encodings, 'most'));
    kept = { base, document };
    return document;
  }

  const routes: PageEndpoint[] = [
    {
      path: '/openapi.json',
      operation: { doc: documentOperation },
      onError: (error) => errorReply(error),
      get: (exchange: HttpExchange) => conditionalGet(exchange, documentAt(exchange.base)),
    },
  ];
  return [...routes, ...viewerEndpoints(surfaces)];
}
