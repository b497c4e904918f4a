import { type Html, html } from '../../base/html.js';
import { type ListedTicket, showTicket } from '../../core/tickets/list-tickets.js';
import type { Ticket } from '../../shared/contract/resources.js';
import { actionsColumn, confirm, table, time } from '../components.js';
import type { OwnerRequest } from '../guards.js';
import { pageSize } from '../limits.js';
import { queryParam } from '../query.js';
import type { ShareContext } from './share-context.js';
import { backToShare, sharePath } from './share-parts.js';

/** The tickets of one page, as its URL names them. Values that are not valid count as absent. */
interface TicketQuery {
  readonly used: 'yes' | 'no' | null;
  /** The position of the last ticket of the page before. */
  readonly after: string | null;
}

function readQuery(request: OwnerRequest): TicketQuery {
  const used = queryParam(request, 'used');
  const after = queryParam(request, 'after') ?? '';
  return {
    used: used === 'yes' || used === 'no' ? used : null,
    after: /^\d{1,15}\.[0-9a-f]{32}$/.test(after) ? after : null,
  };
}

/** Reads one page of tickets, newest first, and returns it with its filter and links. */
export async function ticketList(context: ShareContext): Promise<Html> {
  const query = readQuery(context.request);
  const { ask } = context;
  const filter = query.used === null ? {} : { used: query.used === 'yes' };
  const list = await ask.list(ask.operations.tickets.list, filter);
  const found = await list.read({ after: query.after, limit: pageSize + 1, order: 'desc' });
  const shown = found.slice(0, pageSize);
  return html`${backToShare(context, '#tickets')}
<section class="section" id="tickets">
<h2>All tickets</h2>
<p class="help">Codes are not stored, so that only their first characters show.</p>
${filterLinks(context, query)}
${shown.length === 0 ? html`<p class="muted">No tickets.</p>` : ticketTable(context, shown)}
${pager(context, query, found.length > pageSize ? (shown.at(-1)?.id ?? null) : null)}
</section>`;
}

function linkTo(context: ShareContext, { used, after }: TicketQuery): string {
  const params = new URLSearchParams();
  if (used !== null) params.set('used', used);
  if (after !== null) params.set('after', after);
  return sharePath(context, `/tickets${params.size > 0 ? `?${params}` : ''}`);
}

function filterLinks(context: ShareContext, { used }: TicketQuery): Html {
  const choices = [
    { value: null, label: 'All' },
    { value: 'yes', label: 'Used' },
    { value: 'no', label: 'Not used' },
  ] as const;
  return html`<nav class="actions" aria-label="Which tickets">${choices.map(
    ({ value, label }) =>
      html`<a class="button small" href="${linkTo(context, { used: value, after: null })}"${value === used && html` aria-current="page"`}>${label}</a>`,
  )}</nav>`;
}

function ticketTable(context: ShareContext, tickets: readonly ListedTicket[]): Html {
  const columns = [{ label: 'Ticket' }, { label: 'Reference' }, { label: 'Used' }, { label: 'Created' }, actionsColumn];
  const rows = tickets
    .map(showTicket)
    .map((ticket) => [
      html`<code class="mask">${ticket.masked_code ?? '••••••••••'}</code>`,
      ticket.reference === null ? html`<span class="muted">None</span>` : html`<bdi>${ticket.reference}</bdi>`,
      usedCell(ticket),
      ticket.created_at === null ? html`<span class="muted">Unknown</span>` : time(ticket.created_at),
      ticket.used ? html`<span class="muted">None</span>` : withdrawButton(context, ticket),
    ]);
  return table('Tickets', columns, rows);
}

function usedCell({ used, used_at }: Ticket): Html {
  if (!used) return html`<span class="muted">No</span>`;
  return used_at === null ? html`<span>Yes</span>` : time(used_at);
}

function withdrawButton(context: ShareContext, { id, masked_code, reference }: Ticket): Html {
  return confirm({
    action: sharePath(context, `/tickets/${id}/withdraw`),
    label: 'Withdraw',
    of: reference ?? masked_code ?? 'the ticket',
    question: 'Its link does not work any more. A person who has opened it cannot answer.',
    submit: 'Withdraw ticket',
  });
}

function pager(context: ShareContext, { used, after }: TicketQuery, next: string | null): Html | null {
  if (after === null && next === null) return null;
  return html`<nav class="actions pager" aria-label="Pages">${after !== null && html`<a class="button" href="${linkTo(context, { used, after: null })}">First page</a>`}${next !== null && html`<a class="button" href="${linkTo(context, { used, after: next })}" rel="next">Next page</a>`}</nav>`;
}
