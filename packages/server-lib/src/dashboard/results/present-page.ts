import { html } from '../../base/html.js';
import { imageSources } from '../../core/asks/image-hosts.js';
import { designSheetPath } from '../../core/design-sheet.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import type { Guards } from '../guards.js';
import { askPath } from '../home/ask-path.js';
import { dashboardDocument } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { slideShow } from './big-results.js';
import { isCurrent, livePart } from './live-part.js';
import { notModified } from './not-modified.js';

/** `/dashboard/asks/{id}/results/present`: the results for an audience, on the whole window. */
export function presentRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  return [
    {
      path: '/dashboard/asks/{id}/results/present',
      get: guards.getAsOwner(async (request) => {
        const { exchange, base } = request;
        const ask = await asks.find(request.session, request.params['id'] ?? '');
        const designSheet = designSheetPath(await ask.design());
        // The design of a site has no version.
        const state = `${await ask.results.state()}${designSheet ?? ''}`;
        if (isCurrent(exchange.header('if-none-match'), state)) return notModified(state);
        const { model } = await ask.results.view(null, ask.localizer);
        const results = askPath(base, ask.id, 'results');
        const address = `${baseUrl(services.urls, exchange)}/p/${ask.id}`.replace(/^https?:\/\//, '');
        const join =
          ask.shown.status === 'draft'
            ? null
            : html`<aside class="screen-join" aria-label="How to answer"><img class="qr" src="${base}/p/${ask.id}/qr.svg" alt="QR code of the page to answer" width="240" height="240"><p>Scan to ${ask.kind === 'poll' ? 'vote' : 'answer'}</p><p class="muted" dir="ltr">${address.split('/').map((part, at) => [at > 0 && html`/<wbr>`, part])}</p></aside>`;
        const content = slideShow({ title: ask.shown.title, localizer: ask.localizer, model, join });
        const body = html`<header class="screen-exit"><a href="${results}" data-exit>Exit</a><span class="muted" data-keys hidden>Arrow keys: next and back. F: full screen. Escape: exit.</span></header>
<main id="main" class="slides" tabindex="-1">${livePart(state, content, `${results}/present`)}</main>`;
        return page(
          dashboardDocument(request, `Results: ${ask.shown.title}`, body, 'screen-page', false, designSheet),
          {
            imageSources: imageSources(services.options.imageHosts, services.urls.secure),
            headers: ['etag', `"${state}"`],
          },
        );
      }),
    },
  ];
}
