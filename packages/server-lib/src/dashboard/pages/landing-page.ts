import { signInRequest } from '../../access/resolve-sign-in.js';
import type { Services } from '../../assemble-services.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { baseUrl } from '../../web/base-url.js';
import type { EnabledPages } from '../../web/enabled-pages.js';
import { type Html, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import { code } from '../components.js';
import { firstCall } from '../first-call.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { brand, document } from '../layout.js';
import { page } from '../page-reply.js';
import { embedTags } from './embedding.js';
import { samplePoll } from './sample-poll.js';

/** `/`: what Askwell is, and the ways in. */
export function landingRoutes(services: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: '/',
      get: guards.get(async (request) => {
        const { enabledPages, accounts, signIn } = services;
        const isByHost = signIn.isByHost(signInRequest(request.exchange));
        const canRegister = enabledPages.register && !isByHost && (await accounts.isOpen());
        const url = baseUrl(services.urls, request.exchange);
        return page(landing(request, { ...enabledPages, register: canRegister }, url), { hasWidget: true });
      }),
    },
  ];
}

function landing(request: DashboardRequest, surfaces: EnabledPages, url: string): Html {
  const { base } = request;
  const docs = (label: string) => (surfaces.docs ? html`<a href="${base}/docs">${label}</a>` : html`${label}`);
  const body = html`<header class="top"><div class="column">
${brand(`${base}/`)}
<nav aria-label="Account"><ul>
${surfaces.dashboard && html`<li><a href="#quick-start">Quick start</a></li>`}
${surfaces.docs && html`<li><a href="${base}/docs">Docs</a></li>`}
${surfaces.dashboard && html`<li>${signInLink(request)}</li>`}
</ul></nav>
</div></header>
<main id="main" tabindex="-1">
<section class="hero column">
<div class="hero-words">
<h1>Ask people.<br>Keep the answers.</h1>
<p class="hero-lead">Askwell puts polls, quizzes and forms into your own product, and what people answer into your own database.</p>
<p class="actions">${surfaces.dashboard && wayIn(request, surfaces.register)}${surfaces.docs && html`<a class="button large" href="${base}/docs">Read the docs</a>`}</p>
</div>
${samplePoll(base)}
</section>
${kinds}
${surfaces.dashboard && quickStart(request, surfaces.register, docs('the REST interface'), url)}
</main>
<footer class="column foot"><p>Askwell: polls, quizzes and forms. ${docs('The REST interface')}</p></footer>`;
  return document(base, 'Askwell', body, 'landing');
}

function signInLink({ base, session }: DashboardRequest): Html {
  return session ? html`<a href="${base}/dashboard">Dashboard</a>` : html`<a href="${base}/login">Log in</a>`;
}

function wayIn({ base, session }: DashboardRequest, isOpen: boolean): Html {
  if (session) return html`<a class="button primary large" href="${base}/dashboard">Open your dashboard</a>`;
  if (isOpen) return html`<a class="button primary large" href="${base}/register">Create an account</a>`;
  return html`<a class="button primary large" href="${base}/login">Log in</a>`;
}

const kinds = html`<section class="column kinds" aria-labelledby="kinds">
<h2 id="kinds" class="unseen">What you can ask</h2>
<ul>
<li>${icons.poll}<h3>Polls</h3><p>One choice or many, rankings and ratings. Results count themselves while people vote.</p></li>
<li>${icons.quiz}<h3>Quizzes</h3><p>Marked on the server. The right answers stay there until you want them shown.</p></li>
<li>${icons.form}<h3>Forms</h3><p>Every kind of field, pages and conditions, checked again where it counts.</p></li>
</ul>
</section>`;

function quickStart({ base, session }: DashboardRequest, isOpen: boolean, docs: Html, url: string): Html {
  const account =
    session || !isOpen
      ? html`<a href="${base}/login">Log in</a> with the account you have.`
      : html`<a href="${base}/register">Create an account</a> with your name, e-mail and a password.`;
  return html`<section class="column quick-start" id="quick-start" aria-labelledby="quick-start-title">
<h2 id="quick-start-title">Quick start</h2>
<ol class="steps">
<li><h3>Get in</h3><p>${account}</p></li>
<li><h3>Create an API key</h3><p>You find it under <a href="${base}/dashboard/keys">API keys</a>. It is shown once: keep it where your server keeps its secrets.</p></li>
<li><h3>Make the first call</h3><p>Put the key into ASKWELL_KEY. The call answers with your account and its keys.</p>${code('call', firstCall(url))}</li>
<li><h3>Ask on your own page</h3><p>Make a poll over ${docs}, and put its id into these two lines.</p>${code('tags', embedTags(url), 'the tags')}</li>
</ol>
</section>`;
}
