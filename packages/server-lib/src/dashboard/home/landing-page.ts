import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import type { EnabledPages } from '../../instance/options/enabled-pages.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import { optionId, sample, sampleId, samplePath } from '../../web/sample/sample-poll.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { icons } from '../../web/ui/icons.js';
import { code } from '../components.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { brandMark, dashboardDocument, docsEntry, enterEntry, publicHeader } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { embedTags } from './embed-tags.js';
import { firstCall } from './first-call.js';

/** `/`: introduces Askwell and links to registration, sign-in and the docs. */
export function landingRoutes(services: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: '/',
      get: guards.get(async (request) => {
        const { enabledPages, accounts, signIn } = services;
        const isHostManaged = signIn.isHostManaged(toSignInRequest(request.exchange));
        const canRegister = enabledPages.register && !isHostManaged && (await accounts.isOpen());
        const url = baseUrl(services.urls, request.exchange);
        return page(landing(request, { ...enabledPages, register: canRegister }, url), { isListed: true });
      }),
    },
  ];
}

function landing(request: DashboardRequest, enabledPages: EnabledPages, url: string): Html {
  const { base } = request;
  const docs = (label: string) => (enabledPages.docs ? html`<a href="${base}/docs">${label}</a>` : html`${label}`);
  const entries = [
    enabledPages.dashboard && html`<li class="jump"><a href="#quick-start">Quick start</a></li>`,
    docsEntry(request),
    enabledPages.dashboard && enterEntry(base, request.session !== null),
  ];
  const body = html`${publicHeader(brandMark({ name: null, logo: null }, `${base}/`), entries)}
<main id="main" tabindex="-1">
<section class="hero column">
<div class="hero-words">
<h1>Ask people.<br>Keep the answers.</h1>
<p class="hero-lead">Askwell adds polls, quizzes and forms to your own product and stores the answers in your own database.</p>
<p class="actions">${enabledPages.dashboard && primaryAction(request, enabledPages.register)}${enabledPages.docs && html`<a class="button large" href="${base}/docs">Read the docs</a>`}</p>
</div>
${samplePoll(base)}
</section>
${kinds}
${enabledPages.dashboard && quickStart(request, enabledPages.register, docs('The REST API'), url)}
</main>
<footer class="column foot"><p>Askwell: polls, quizzes and forms. ${docs('The REST API')}</p></footer>`;
  return dashboardDocument(request, 'Askwell', body, 'landing');
}

function primaryAction({ base, session }: DashboardRequest, canRegister: boolean): Html {
  if (session) return html`<a class="button primary large" href="${base}/dashboard">Open your dashboard</a>`;
  if (canRegister) return html`<a class="button primary large" href="${base}/register">Create account</a>`;
  return html`<a class="button primary large" href="${base}/login">Sign in</a>`;
}

const kinds = html`<section class="column kinds" aria-labelledby="kinds">
<h2 id="kinds" class="unseen">What you can ask</h2>
<ul>
<li>${icons.poll}<h3>Polls</h3><p>Single and multiple choice, rankings and ratings. Results update live while people vote.</p></li>
<li>${icons.quiz}<h3>Quizzes</h3><p>Scored on the server. Correct answers stay there until you choose to show them.</p></li>
<li>${icons.form}<h3>Forms</h3><p>All common field types, pages and conditions. Answers are validated on the server.</p></li>
</ul>
</section>`;

function quickStart({ base, session }: DashboardRequest, canRegister: boolean, docs: Html, url: string): Html {
  const account = canRegister
    ? html`<li><h3>Create an account</h3><p><a href="${base}/register">Create it</a> with your name, your email and a password.</p></li>`
    : html`<li><h3>Sign in</h3><p><a href="${base}/login">Sign in</a> with your account.</p></li>`;
  return html`<section class="column quick-start" id="quick-start" aria-labelledby="quick-start-title">
<h2 id="quick-start-title">Quick start</h2>
<ol class="steps">
${!session && account}
<li><h3>Create a poll, quiz or form</h3><p>Write the questions in the dashboard, or begin with a template.</p>${
    session &&
    html`<p class="actions"><a class="button" href="${base}/dashboard/asks/new">New poll, quiz or form</a></p>`
  }</li>
<li><h3>Share it</h3><p>Send the link, print the QR code, or put these two lines into your website. The Share tab has them with the ID of your poll.</p>${code('tags', embedTags(url), 'the tags')}</li>
<li><h3>Or create it from your server</h3><p>Create a key under <a href="${base}/dashboard/keys">API keys</a>, and set the environment variable ASKWELL_KEY to it. This request creates a poll. ${docs} also creates quizzes and forms.</p>${code('call', firstCall(url))}</li>
</ol>
</section>`;
}

/** The sample poll: the widget, with an equivalent plain form until the widget loads or if JavaScript is off. */
function samplePoll(base: string): Html {
  const server = `${base}${samplePath}`;
  const options = sample.options.map(
    (label, index) =>
      html`<li><label><input type="radio" name="choices" value="${optionId(index)}" required>${label}</label></li>`,
  );
  return html`<figure class="sample">
<askwell-poll server="${server}" poll-id="${sampleId}">
<form method="post" action="${server}/api/v1/polls/${sampleId}/votes">
<fieldset><legend><h2>${sample.title}</h2></legend><ul>${options}</ul></fieldset>
<p class="actions"><button class="button primary">Vote</button><a class="button" href="${server}/p/${sampleId}">Show results</a></p>
</form>
</askwell-poll>
<figcaption>A working sample. The bars move as others vote, and are reset when the server restarts.</figcaption>
</figure>`;
}
