import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { code, pageHeading } from '../components.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { firstCall } from '../home/first-call.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { developersNav } from './developers-nav.js';
import { guideList } from './guides-page.js';
import { linkList } from './link-list.js';

/** `/dashboard/developers`: the first steps, and links to the guides and the reference. */
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
  const first = keys === 0 && createKey(base);
  return html`${developersNav(base, 'overview')}
${pageHeading('Developers', 'Create polls, quizzes and forms from your code, show them on your pages, and read the answers.')}
${first}
<section${first && html` class="section"`} aria-labelledby="base-url-title">
<h2 id="base-url-title">Base URL</h2>
<p>The REST API is below <code>/api/v1</code> at this URL.</p>
${code('base-url', url, 'the URL')}
</section>
<section class="section" aria-labelledby="first-call">
<h2 id="first-call">Create a poll</h2>
<p>Set the environment variable <code>ASKWELL_KEY</code> to an <a href="${base}/dashboard/keys">API key</a>. The response contains the ID of the poll.</p>
${code('call', firstCall(url))}
</section>
<section class="section">
<h2>Guides</h2>
${guideList(base)}
</section>
${hasDocs && reference(base)}`;
}

/** The first step of an owner without a key. */
function createKey(base: string): Html {
  return html`<section>
<h2>Create an API key</h2>
<p class="help">Your server sends it with every request. Create one for each site or integration.</p>
<p class="actions"><a class="button primary" href="${base}/dashboard/keys#create">Create an API key</a></p>
</section>`;
}

function reference(base: string): Html {
  return html`<section class="section">
<h2>Reference</h2>
${linkList([
  { href: `${base}/docs`, title: 'API reference', text: 'Every endpoint, with examples and test requests.' },
  {
    href: `${base}/openapi.json`,
    title: 'OpenAPI document',
    text: 'The API as OpenAPI 3.1, to generate clients from.',
  },
])}
</section>`;
}
