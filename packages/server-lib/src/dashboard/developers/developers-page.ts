import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { code, count, pageHeading } from '../components.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { firstCall } from '../home/first-call.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { developersNav } from './developers-nav.js';
import { guides } from './index.js';
import { tiles } from './tiles.js';

/** `/dashboard/developers`: the first request, and links to everything that developers need. */
export function developersRoutes(services: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: '/dashboard/developers',
      get: guards.getAsOwner(async (request) => {
        const keys = await request.run(services.sessionOperations.keys.list, {});
        const body = overview(request, {
          url: baseUrl(services.urls, request.exchange),
          keys: keys.length,
          hasDocs: services.enabledPages.docs,
        });
        return page(ownerPage(request, { title: 'Developers', entry: 'developers', body }));
      }),
    },
  ];
}

interface Overview {
  readonly url: string;
  readonly keys: number;
  readonly hasDocs: boolean;
}

function overview({ base }: OwnerRequest, { url, keys, hasDocs }: Overview): Html {
  return html`${developersNav(base, 'overview')}
${pageHeading('Developers', 'Create polls, quizzes and forms from your code, show them on your pages, and read the answers.')}
<section aria-labelledby="first-call">
<h2 id="first-call">Create your first poll</h2>
<p class="help">${keys === 0 ? html`<a href="${base}/dashboard/keys#create">Create an API key</a>, and set` : 'Set'} the environment variable ASKWELL_KEY to ${keys === 0 ? 'it' : 'an API key'}. The response contains the ID of the poll.</p>
${code('call', firstCall(url))}
</section>
<section class="section">
<h2>Base URL</h2>
<p class="help">The REST API is below <code>/api/v1</code> at this URL.</p>
${code('base-url', url, 'the URL')}
</section>
<section class="section">
<h2>Tools</h2>
${tiles([
  { href: `${base}/dashboard/keys`, title: 'API keys', text: keysText(keys) },
  { href: `${base}/dashboard/webhooks`, title: 'Webhooks', text: 'Requests to your server when somebody answers.' },
  { href: `${base}/dashboard/developers/requests`, title: 'Requests', text: 'The last 100 requests with your keys.' },
  ...(hasDocs ? docs(base) : []),
])}
</section>
<section class="section">
<h2>Guides</h2>
${tiles(guides.map(({ name, title, summary }) => ({ href: `${base}/dashboard/developers/guides/${name}`, title, text: summary })))}
</section>`;
}

function keysText(keys: number): string {
  return keys === 0
    ? 'None yet. Create one for each site or integration.'
    : `${count(keys, 'key', 'keys')}. Use one for each site or integration.`;
}

function docs(base: string) {
  return [
    { href: `${base}/docs`, title: 'API reference', text: 'Every endpoint, with examples and test requests.' },
    {
      href: `${base}/openapi.json`,
      title: 'OpenAPI document',
      text: 'The API as OpenAPI 3.1, to generate clients from.',
    },
  ];
}
