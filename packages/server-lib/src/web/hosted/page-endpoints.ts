import { AskwellError } from '../../base/errors.js';
import { designSheetRoute } from '../../core/design-sheet.js';
import type { PageEndpoint, PageHandler } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { withBrandAccent } from '../../instance/options/brand.js';
import { assetRoutes } from '../ui/asset.js';
import { type AskPages, createAskPages } from './ask-page.js';
import { errorPage } from './error-page.js';
import { formRenderer } from './form-renderer.js';
import { MarkupCache } from './markup-cache.js';
import { pageAssets } from './page-assets.js';
import { pollRenderer } from './poll-renderer.js';
import { quizRenderer } from './quiz-renderer.js';

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
