import type { Services } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { PageEndpoint, PageHandler } from '../http/page-endpoint.js';
import { assetRoutes } from '../web/asset.js';
import { withBrandAccent } from '../web/brand.js';
import { designSheetRoute } from '../web/design-sheet.js';
import { type AskPages, createAskPages } from './ask-page.js';
import { errorPage } from './document/error-page.js';
import { pageAssets } from './document/page-assets.js';
import { formRenderer } from './kinds/form-renderer.js';
import { pollRenderer } from './kinds/poll-renderer.js';
import { quizRenderer } from './kinds/quiz-renderer.js';
import { MarkupCache } from './markup-cache.js';

/** The hosted pages, where visitors answer without JavaScript. */
export function pageRoutes(services: Services): PageEndpoint[] {
  const cache = new MarkupCache();
  const kinds: readonly (readonly [prefix: string, pages: AskPages])[] = [
    ['poll_', createAskPages(services, services.polls, pollRenderer, cache)],
    ['quiz_', createAskPages(services, services.quizzes, quizRenderer(services), cache)],
    ['form_', createAskPages(services, services.forms, formRenderer, cache)],
  ];
  const handlerFor =
    (action: keyof AskPages): PageHandler =>
    (exchange, { id = '' }) => {
      const pages = kinds.find(([prefix]) => id.startsWith(prefix))?.[1];
      if (!pages) throw new AskwellError('not_found');
      return pages[action](exchange, id);
    };
  const onError: PageEndpoint['onError'] = (error, exchange) =>
    errorPage(error, exchange, {
      hasBranding: services.options.branding,
      design: withBrandAccent(null, services.brand),
    });
  return [
    { path: '/p/{id}', get: handlerFor('show'), onError },
    { path: '/p/{id}/step', get: handlerFor('show'), post: handlerFor('step'), onError },
    { path: '/p/{id}/start', get: handlerFor('startPage'), post: handlerFor('start'), onError, isPublicPost: true },
    { path: '/p/{id}/check', post: handlerFor('check'), onError, isPublicPost: true },
    { path: '/p/{id}/qr.svg', get: handlerFor('qr'), onError },
    { ...designSheetRoute, onError },
    ...assetRoutes(Object.values(pageAssets)),
  ];
}
