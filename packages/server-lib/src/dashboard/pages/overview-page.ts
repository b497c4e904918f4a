import type { Services } from '../../assemble-services.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { OwnedKey } from '../../keys/key-service.js';
import { baseUrl } from '../../web/base-url.js';
import { type Html, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import { code, count, empty, heading, time } from '../components.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout.js';
import { page } from '../page-reply.js';
import { embedding } from './embedding.js';
import { firstCall } from './first-call.js';
import { allSites } from './sites/all-sites.js';

/** `/dashboard`: the number of keys and sites, and the next step. */
export function overviewRoutes(services: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: '/dashboard',
      get: guards.getAsOwner(async (request) => {
        const [keys, sites] = await Promise.all([
          services.keys.list(request.session),
          allSites(services, request.session),
        ]);
        const url = baseUrl(services.urls, request.exchange);
        const call = firstCall(url);
        const body =
          keys.length === 0
            ? welcome(request, call)
            : html`${summary(request, keys, sites.length, call)}${embedding(url)}`;
        return page(ownerPage(request, { title: 'Overview', entry: 'asks', body }));
      }),
    },
  ];
}

function welcome({ base, session }: OwnerRequest, call: string): Html {
  return html`${heading(`Welcome, ${session.account.name}`, 'Two steps to your first API request.')}
${empty({
  icon: icons.key,
  title: 'Create your first API key',
  text: 'With an API key, your server creates polls, quizzes and forms, and reads the answers.',
  action: html`<a class="button primary" href="${base}/dashboard/keys#create">Create API key</a>`,
})}
<section class="section">
<h2>Then send your first request</h2>
<p class="help">It returns your account and its keys.</p>
${code('call', call)}
</section>`;
}

function summary({ base }: OwnerRequest, keys: readonly OwnedKey[], sites: number, call: string): Html {
  const lastUsed = keys
    .map((key) => key.last_used_at)
    .filter((at) => at !== null)
    .sort()
    .at(-1);
  return html`${heading('Overview')}
<ul class="figures">
${figure(`${base}/dashboard/keys`, count(keys.length, 'API key', 'API keys'), lastUsed ? html`Last used ${time(lastUsed)}` : 'Not used yet')}
${figure(`${base}/dashboard/sites`, count(sites, 'site', 'sites'), sites === 0 ? 'A site limits which web pages may send answers' : 'Each with its own API keys and allowed origins')}
</ul>
<section class="section">
<h2>${lastUsed ? 'Test an API key' : 'Send your first request'}</h2>
<p class="help">Set the environment variable ASKWELL_KEY to the key. The request returns your account and its keys.</p>
${code('call', call)}
</section>`;
}

/** A number with its noun, as a link to the list. */
function figure(href: string, text: string, detail: Html | string): Html {
  const [number, ...noun] = text.split(' ');
  return html`<li><a class="figure" href="${href}"><span class="figure-number">${number}</span> <span class="figure-words">${noun.join(' ')}</span><span class="figure-detail">${detail}</span></a></li>`;
}
