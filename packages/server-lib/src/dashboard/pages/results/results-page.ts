import type { Services } from '../../../assemble-services.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { renderResults } from '../../../pages/results/render-blocks.js';
import { html } from '../../../web/html.js';
import { createOwnerAsks } from '../../asks/owner-asks.js';
import type { Guards } from '../../guards.js';
import { page } from '../../page-reply.js';
import { askPage } from '../ask-frame.js';

/** `/dashboard/asks/{id}/results`: the results of an ask. */
export function resultRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  return [
    {
      path: '/dashboard/asks/{id}/results',
      get: guards.getAsOwner(async (request) => {
        const ask = await asks.find(request.session, request.params['id'] ?? '');
        const body = html`<div class="card">${renderResults(ask.localizer, await ask.presentResults())}</div>`;
        return page(askPage(request, ask, { tab: 'results', body }));
      }),
    },
  ];
}
