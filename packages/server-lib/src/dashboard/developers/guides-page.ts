import { AskwellError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { icons } from '../../web/ui/icons.js';
import { pageHeading } from '../components.js';
import type { Guards } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { developersNav } from './developers-nav.js';
import { guideSteps } from './guide.js';
import { guides } from './index.js';
import { linkList } from './link-list.js';
import { findNewestAsks } from './newest-asks.js';

/** `/dashboard/developers/guides`: short guides whose examples contain the owner's own URL and IDs. */
export function guideRoutes(services: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: '/dashboard/developers/guides',
      get: guards.getAsOwner((request) => {
        const { base } = request;
        const body = html`${developersNav(base, 'guides')}
${pageHeading('Guides', 'The examples contain the URL of this server and the IDs of your newest poll, quiz and form.')}
${guideList(base)}`;
        return page(ownerPage(request, { title: 'Guides', entry: 'developers', body }));
      }),
    },
    {
      path: '/dashboard/developers/guides/{name}',
      get: guards.getAsOwner(async (request) => {
        const { base, exchange, params } = request;
        const guide = guides.find(({ name }) => name === params['name']);
        if (!guide) throw new AskwellError('not_found');
        const body = html`${developersNav(base, 'guides', false)}
<p class="crumb"><a href="${base}/dashboard/developers/guides">${icons.back}<span>Guides</span></a></p>
${pageHeading(guide.title, guide.summary)}
${guideSteps(
  guide.steps({
    base,
    url: baseUrl(services.urls, exchange),
    hasDocs: services.enabledPages.docs,
    ...(await findNewestAsks(services, request)),
  }),
)}`;
        return page(ownerPage(request, { title: guide.title, entry: 'developers', body }));
      }),
    },
  ];
}

/** The guides, as links. */
export function guideList(base: string): Html {
  return linkList(
    guides.map(({ name, title, summary }) => ({
      href: `${base}/dashboard/developers/guides/${name}`,
      title,
      text: summary,
    })),
  );
}
