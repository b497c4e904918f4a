import { type Html, html } from '../../base/html.js';
import { count, pageHeading } from '../components.js';
import { kindNames } from '../home/ask-frame.js';
import type { OwnerAsk } from './owner-ask.js';

/** Asks for confirmation before asks are deleted, and says what goes with them. */
export async function deleteView(base: string, asks: readonly OwnerAsk[]): Promise<Html> {
  const codeKeys = await Promise.all(asks.map((ask) => ask.codeKey()));
  const answers = asks.reduce((sum, { shown }) => sum + shown.answers_count, 0);
  const items = asks.map(
    ({ id, kind, shown }) =>
      html`<li><input type="hidden" name="id" value="${id}"><span class="name" dir="auto">${shown.title}</span> <span class="muted">${kindNames[kind]}, ${count(shown.answers_count, 'answer', 'answers')}</span></li>`,
  );
  return html`${pageHeading(asks.length === 1 ? 'Delete this?' : `Delete these ${asks.length}?`)}
<form class="form" method="post" action="${base}/dashboard/asks/delete">
<ul class="delete-list">${items}</ul>
<p class="warning">${answers === 0 ? 'There are no answers.' : `${count(answers, 'answer is', 'answers are')} deleted too, with the results.`} Links and embedded widgets stop working. This cannot be undone.</p>
${
  codeKeys.some((key) => key !== null) &&
  html`<p>${asks.length === 1 ? 'This is' : 'Some of these are'} defined in the code of the app, which may create ${asks.length === 1 ? 'it' : 'them'} again, without answers.</p>`
}<div class="actions"><button class="button danger">Delete</button><a class="button" href="${base}/dashboard">Cancel</a></div>
</form>`;
}
