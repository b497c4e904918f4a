import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { check } from '../../base/validation/check.js';
import { referencesIn, ticketDraft } from '../../core/schemas/ticket-schema.js';
import { withdrawalError } from '../../core/tickets/withdrawal-error.js';
import type { PageReply, Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import { csvRow } from '../../http/spreadsheets/csv.js';
import type { Services } from '../../instance/assemble-services.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { type Notice, withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm, formText } from '../read-form.js';
import type { SubmittedForm } from '../submitted-form.js';
import { readShareContext, type ShareContext } from './share-context.js';
import { sharePath } from './share-parts.js';
import { showShare } from './share-reply.js';
import { ticketList } from './ticket-list.js';
import { type CreatedTicket, createdTicketsView, ticketLink } from './ticket-view.js';

const noFields = z.strictObject({});
const createForm = z.strictObject({ count: formText, tickets: formText.default('') });
const withdrawForm = z.strictObject({ ticket: formText });

/** The forms that create and withdraw tickets. */
export function ticketRoutes(services: Services, guards: Guards, path: string): PageEndpoint[] {
  const asks = ownerAsksOf(services);

  /** Wraps the handler of a form. If there are errors, the tab is shown with the form `name`. */
  const post = (
    name: 'create' | 'withdraw',
    handle: (context: ShareContext, form: SubmittedForm) => Promise<PageReply>,
  ) =>
    guards.postAsOwner(async (request, form) => {
      const ask = await asks.find(request.session, request.params['id'] ?? '');
      const readContext = () => readShareContext(services, request, ask);
      const showProblem = async (problem: FormError) =>
        showShare(await readContext(), { [name]: { values: form.values, problem } });
      return showErrors(async () => handle(await readContext(), form), showProblem);
    });

  return [
    {
      path: `${path}/tickets`,
      get: guards.getAsOwner(async (request) => {
        const ask = await asks.find(request.session, request.params['id'] ?? '');
        const body = await ticketList(await readShareContext(services, request, ask));
        return page(askPage(request, ask, { tab: 'share', body }), { echoesInput: true });
      }),
      post: post('create', async (context, form) => showTickets(context, await issue(context, form))),
    },
    {
      path: `${path}/tickets/{ticket}/withdraw`,
      post: post('withdraw', async (context, form) => {
        checkForm(noFields, form);
        const { ask, request } = context;
        await ask.run(ask.operations.tickets.delete, {}, { ticket: request.params['ticket'] ?? '' });
        return seeOther(withNotice(sharePath(context, '/tickets'), 'ticket-withdrawn'));
      }),
    },
    {
      path: `${path}/tickets.csv`,
      post: post('create', async (context, form) => ticketsFile(context, await issue(context, form))),
    },
    {
      path: `${path}/tickets/withdraw`,
      post: post('withdraw', async (context, form) => {
        const outcome = await context.ask.tickets.withdraw(codeIn(checkForm(withdrawForm, form).ticket));
        if (outcome === 'withdrawn') return backToShare(context, 'ticket-withdrawn');
        if (outcome !== 'unknown') throw withdrawalError(outcome);
        throw new AskwellError('conflict', 'There is no such ticket. Check the code.');
      }),
    },
    {
      path: `${path}/tickets/withdraw-unused`,
      post: post('withdraw', async (context, form) => {
        checkForm(noFields, form);
        const { ask } = context;
        await ask.run(ask.operations.tickets.withdrawUnused, {});
        return backToShare(context, 'tickets-withdrawn');
      }),
    },
  ];
}

async function issue({ ask }: ShareContext, form: SubmittedForm): Promise<readonly CreatedTicket[]> {
  const fields = checkForm(createForm, form);
  const text = fields.count.trim();
  const count = /^\d{1,9}$/.test(text) ? Number(text) : text;
  const lines = fields.tickets.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 0 && text !== '')
    throw new AskwellError('conflict', 'Enter either the number of tickets or a list of people, not both.');
  const draft = lines.length > 0 ? { tickets: lines.map((reference) => ({ reference })) } : { count };
  const checked = check(ticketDraft, draft);
  const { tickets } = await ask.run(ask.operations.tickets.create, checked);
  const references = referencesIn(checked);
  return tickets.map((code, at) => ({ code, reference: references[at] ?? null }));
}

function backToShare(context: ShareContext, name: Notice): Reply {
  return seeOther(withNotice(sharePath(context), name));
}

function showTickets(context: ShareContext, tickets: readonly CreatedTicket[]): PageReply {
  const body = createdTicketsView(context, tickets);
  return page(askPage(context.request, context.ask, { tab: 'share', body, showsSecret: true }), {
    status: 201,
    showsSecret: true,
  });
}

/** Returns a file with the tickets and their links. Only this response contains the codes. */
function ticketsFile(context: ShareContext, tickets: readonly CreatedTicket[]): Reply {
  const rows = tickets.map(({ code, reference }) => csvRow([code, ticketLink(context, code), reference]));
  return {
    // Browsers do not save a reply with another status.
    status: 200,
    headers: [
      ...['content-type', 'text/csv; charset=utf-8'],
      ...['content-disposition', `attachment; filename="${context.ask.id}-tickets.csv"`],
      ...['cache-control', 'no-store', 'referrer-policy', 'no-referrer'],
      ...['cross-origin-resource-policy', 'same-origin'],
    ],
    body: csvRow(['ticket', 'link', 'reference']) + rows.join(''),
  };
}

/** Returns the code in what an owner enters: the code itself, or a link with the parameter `ticket`. */
function codeIn(text: string): string {
  const entered = text.trim();
  const url = URL.canParse(entered) ? new URL(entered) : undefined;
  return url?.searchParams.get('ticket') ?? entered;
}
