import { type Html, html } from '../../base/html.js';
import { templates } from '../../kinds/templates/index.js';
import { pageHeading } from '../components.js';
import type { OwnerRequest } from '../guards.js';
import { blankChoices } from './new-ask-view.js';
import { templateCard } from './template-card.js';

/** What an owner without polls, quizzes and forms sees. */
export function welcomeView({ base, session }: OwnerRequest): Html {
  const cards = templates.filter(({ featured }) => featured).map((template) => templateCard(base, template));
  return html`${pageHeading(`Welcome, ${session.account.name}`, 'Create your first poll, quiz or form.')}
<section class="section"><h2>Start from nothing</h2>${blankChoices(base)}</section>
<section class="section"><h2>Or from a template</h2><ul class="templates">${cards}</ul>
<p class="actions templates-more"><a class="button" href="${base}/dashboard/asks/new">All templates</a><a class="button" href="${base}/dashboard/asks/new#json">Paste JSON</a></p></section>
<section class="section"><h2>For developers</h2><p><a href="${base}/dashboard/keys#create">Create an API key</a>, and follow the <a href="${base}/dashboard/developers">guides</a>.</p></section>`;
}
