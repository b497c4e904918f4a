import type { ApiEndpoint } from '../api/keyed-endpoint.js';
import { encodings } from '../http/compression/accepted-encoding.js';
import { CachedText } from '../http/compression/cached-text.js';
import { conditionalGet, type Representation, taggedJson } from '../http/conditional-get.js';
import type { HttpExchange } from '../http/exchange.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { errorReply } from '../http/reply.js';
import type { BasePath } from '../web/base-path.js';
import type { EnabledPages } from '../web/enabled-pages.js';
import { documentOf } from './document.js';
import { aboutDocument } from './operation-docs.js';
import { viewerRoutes } from './reference-page.js';

/** The OpenAPI document of some endpoints and of itself, for programs and for people. */
export function openApiRoutes(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  { place: { origin }, surfaces }: { readonly place: Pick<BasePath, 'origin'>; readonly surfaces: EnabledPages },
): PageEndpoint[] {
  let kept: { base: string; document: Representation } | undefined;

  /** Made when it is first asked for, and again where the same server is mounted elsewhere too. */
  function documentAt(base: string): Representation {
    if (kept?.base === base) return kept.document;
    const url = origin === undefined ? base || '/' : origin + base;
    const written = JSON.stringify(documentOf(api, [...pages, ...routes], [{ url }]));
    const document = taggedJson(new CachedText(written, encodings, 'most'));
    kept = { base, document };
    return document;
  }

  const routes: PageEndpoint[] = [
    {
      path: '/openapi.json',
      told: { doc: aboutDocument },
      fail: (error) => errorReply(error),
      get: (exchange: HttpExchange) => conditionalGet(exchange, documentAt(exchange.base)),
    },
  ];
  return [...routes, ...viewerRoutes(surfaces)];
}
