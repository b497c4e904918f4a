import { type Html, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';
import { confirm, copyButton, count } from '../components.js';
import { renderForm } from '../form.js';
import type { FormError } from '../form-error.js';
import { askPath } from '../home/ask-path.js';
import type { ShareContext } from './share-context.js';
import { sharePath } from './share-parts.js';

/** The forms about tickets, with the submitted values and their errors. */
export interface TicketForms {
  readonly create?: { readonly values: Readonly<Record<string, string>>; readonly problem: FormError };
  readonly withdraw?: { readonly values: Readonly<Record<string, string>>; readonly problem: FormError };
}

/** The tickets of an ask: their numbers, and forms to create and withdraw some. */
export function ticketSection(context: ShareContext, forms: TicketForms): Html {
  const { request, ask, tickets } = context;
  if (!tickets) {
    return html`<section class="section stacked" id="tickets">
<h2>Tickets</h2>
<p class="help">To invite people one by one, <a href="${askPath(request.base, ask.id, 'settings')}">allow one answer for each ticket in the settings</a>.</p>
</section>`;
  }
  const path = sharePath(context, '/tickets');
  return html`<section class="section stacked" id="tickets">
<h2>Tickets</h2>
<p>Each person answers with their own ticket. Create tickets, and send each person the link with theirs.</p>
<p>${count(tickets.count, 'ticket', 'tickets')}, ${tickets.used} used${tickets.count > 0 && html` · <a href="${path}">Show all tickets</a>`}</p>
${renderForm({
  id: 'create-tickets',
  action: path,
  fields: [
    {
      name: 'count',
      label: 'Number of tickets',
      help: 'From 1 to 10,000. Their links are shown only once.',
      isConditional: true,
      autocomplete: 'off',
    },
    {
      name: 'tickets',
      label: 'Or a list of people',
      kind: 'lines',
      isConditional: true,
      help: 'A line for each ticket, such as a name or an ID of yours. Only you see them.',
    },
  ],
  submit: 'Create tickets',
  values: forms.create?.values ?? {},
  problem: forms.create?.problem,
  secondaryAction: html`<button class="button" formaction="${path}.csv" data-downloads>Create and download CSV</button>`,
})}
${tickets.count > 0 && withdrawal(context, forms, Math.max(0, tickets.count - tickets.used))}
</section>`;
}

function withdrawal(context: ShareContext, forms: TicketForms, unused: number): Html {
  const path = sharePath(context, '/tickets');
  const problem = forms.withdraw?.problem;
  return html`<div class="ways"><details class="way"${problem && html` open`}><summary>Withdraw tickets</summary>
<div class="way-body"><p class="help">Links with a withdrawn ticket do not work any more. Tickets that were used stay, and their answers too.</p>
${renderForm({
  id: 'withdraw-ticket',
  action: `${path}/withdraw`,
  fields: [
    {
      name: 'ticket',
      label: 'Ticket',
      required: true,
      autocomplete: 'off',
      help: 'Its code, or the link that contains it.',
    },
  ],
  submit: 'Withdraw ticket',
  look: 'plain',
  values: forms.withdraw?.values ?? {},
  problem,
})}
${
  unused > 0 &&
  html`<p>Or withdraw all tickets that nobody has used:</p>${confirm({
    action: `${path}/withdraw-unused`,
    label: `Withdraw ${count(unused, 'unused ticket', 'unused tickets')}`,
    of: '',
    question: `People who have ${unused === 1 ? 'it' : 'them'} cannot answer any more, even if they have opened the page.`,
    submit: `Withdraw ${count(unused, 'ticket', 'tickets')}`,
  })}`
}
</div></details></div>`;
}

/** A ticket that was just created, with its code. */
export interface CreatedTicket {
  readonly code: string;
  readonly reference: string | null;
}

/** New tickets. This page is the only one that shows them. */
export function createdTicketsView(context: ShareContext, tickets: readonly CreatedTicket[]): Html {
  // Tabs, so that spreadsheets paste two columns.
  const links = tickets.map(
    ({ code, reference }) => html`<li>${reference !== null && `${reference}\t`}${ticketLink(context, code)}</li>`,
  );
  return html`<div class="secret" id="new-tickets">
<h2>${count(tickets.length, 'ticket', 'tickets')} created</h2>
<p class="warning">${icons.alert}<span>Copy the links now. They will not be shown again. Each link allows one answer.</span></p>
<p class="actions">${copyButton('ticket-links', count(tickets.length, 'link', 'links'), 'named')}</p>
<div class="ticket-links mono" tabindex="0" role="region" aria-label="Links with tickets"><ul id="ticket-links">${links}</ul></div>
</div>
<p class="actions"><a class="button" href="${sharePath(context)}">Done</a></p>`;
}

/** Returns the link of the hosted page with a ticket. */
export function ticketLink({ link }: Pick<ShareContext, 'link'>, ticket: string): string {
  return `${link}?ticket=${ticket}`;
}
