import type { House } from '../../assemble.js';
import type { PageEndpoint } from '../../http/pages.js';
import { baseUrl } from '../../web/base-url.js';
import { type Html, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import { firstCall } from '../api-url.js';
import type { Doors, Visit } from '../doors.js';
import { brand, document } from '../layout.js';
import { code } from '../pieces.js';
import { page } from '../reply.js';
import { embedTags } from './embedding.js';
import { samplePoll } from './sample-poll.js';

/** `/`: what Askwell is, and the ways in. */
export function landingRoutes(house: House, doors: Doors): PageEndpoint[] {
  return [
    {
      path: '/',
      get: doors.look(async (visit) => {
        const isOpen = await house.accounts.isOpen();
        const url = baseUrl(house.place, visit.exchange);
        return page(landing(visit, isOpen, url), { hasWidget: true });
      }),
    },
  ];
}

function landing(visit: Visit, isOpen: boolean, url: string): Html {
  const { base, session } = visit;
  const body = html`<header class="top"><div class="column">
${brand(`${base}/`)}
<nav aria-label="Account"><ul>
<li><a href="#quick-start">Quick start</a></li>
<li><a href="${base}/docs">Docs</a></li>
<li>${session ? html`<a href="${base}/dashboard">Dashboard</a>` : html`<a href="${base}/login">Log in</a>`}</li>
</ul></nav>
</div></header>
<main id="main" tabindex="-1">
<section class="hero column">
<div class="hero-words">
<h1>Ask people.<br>Keep the answers.</h1>
<p class="hero-lead">Askwell puts polls, quizzes and forms into your own product, and what people answer into your own database.</p>
<p class="actions">${wayIn(visit, isOpen)}<a class="button large" href="${base}/docs">Read the docs</a></p>
</div>
${samplePoll(base)}
</section>
${kinds}
${quickStart(visit, isOpen, url)}
</main>
<footer class="column foot"><p>Askwell: polls, quizzes and forms. <a href="${base}/docs">The REST interface</a></p></footer>`;
  return document(base, 'Askwell', body, 'landing');
}

function wayIn({ base, session }: Visit, isOpen: boolean): Html {
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

function quickStart({ base, session }: Visit, isOpen: boolean, url: string): Html {
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
<li><h3>Ask on your own page</h3><p>Make a poll over <a href="${base}/docs">the REST interface</a>, and put its id into these two lines.</p>${code('tags', embedTags(url), 'the tags')}</li>
</ol>
</section>`;
}
