import type { House } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { PageEndpoint, PageHandler } from '../http/page-endpoint.js';
import { assetRoutes } from '../web/asset.js';
import { type AskPages, createAskPages } from './ask-page.js';
import { failPage } from './error-page.js';
import { formDress } from './kinds/form-renderer.js';
import { pollDress } from './kinds/poll-renderer.js';
import { quizDress } from './kinds/quiz-renderer.js';
import { KeptParts } from './markup-cache.js';
import { assets } from './page-assets.js';

/** The hosted pages, where visitors answer without any script. */
export function pageRoutes(house: House): PageEndpoint[] {
  const kept = new KeptParts();
  const kinds: readonly (readonly [prefix: string, pages: AskPages])[] = [
    ['poll_', createAskPages(house, house.polls, pollDress, kept)],
    ['quiz_', createAskPages(house, house.quizzes, quizDress(house), kept)],
    ['form_', createAskPages(house, house.forms, formDress, kept)],
  ];
  const by =
    (what: keyof AskPages): PageHandler =>
    (exchange, { id = '' }) => {
      const pages = kinds.find(([prefix]) => id.startsWith(prefix))?.[1];
      if (!pages) throw new AskwellError('not_found');
      return pages[what](exchange, id);
    };
  const fail: PageEndpoint['fail'] = (error, exchange) => failPage(error, exchange);
  return [
    { path: '/p/{id}', get: by('show'), fail },
    { path: '/p/{id}/start', get: by('start'), fail },
    { path: '/p/{id}/qr.svg', get: by('qr'), fail },
    ...assetRoutes(Object.values(assets)),
  ];
}
