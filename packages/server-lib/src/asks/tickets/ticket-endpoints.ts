import { z } from 'zod';
import { type ApiEndpoint, apiEndpoint, item } from '../../api/keyed-endpoint.js';
import type { KeyedCall } from '../../api/keyed-method.js';
import { create, read, remove } from '../../api/keyed-methods.js';
import { createCursors, type List, listQuery, listWeight, replyWithList } from '../../api/paging.js';
import type { AskDraft } from '../../contract/resources.js';
import { resource, secretResource, uncompressed } from '../../http/reply.js';
import type { Params } from '../../http/router.js';
import type { Caller } from '../../keys/authenticate-key.js';
import { documented } from '../../validation/documented.js';
import { text } from '../../validation/text.js';
import type { OwnedAsk } from '../definition/ask-service.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import type { KindOperationDocs } from '../operation-docs.js';
import { askIdParam } from '../schemas/examples.js';
import { maxReferenceLength, referencesIn, ticketDraft, ticketIdSchema } from '../schemas/ticket-schema.js';
import { type ListedTicket, showTicket } from './list-tickets.js';

const ticketsQuery = z.strictObject({
  ...listQuery.shape,
  used: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .register(documented, { description: 'Only tickets that were used, or only those that were not.' }),
  reference: text(maxReferenceLength)
    .optional()
    .register(documented, { description: 'Only tickets with exactly this reference.' }),
});

const ticketCursors = createCursors('ticket', /^\d{1,15}\.[0-9a-f]{32}$/, String);

const ticketParam = ticketIdSchema.register(documented, {
  description: 'The ID of the ticket.',
  examples: ['5f0c2d1e9b8a7c6d5e4f3a2b1c0d9e8f'],
});

/** Returns the endpoints for the tickets of one kind of ask. */
export function ticketEndpoints<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, asks, tickets }: KindServices<Draft, Own, Body, W>,
  doc: KindOperationDocs,
): ApiEndpoint[] {
  const root = `/api/v1/${kind.plural}` as const;
  const params = { id: askIdParam(kind.name) };
  const find = (caller: Caller, { id = '' }: Params) => asks.find(caller.scope, id);
  const showIssued = async ({ exchange, found: { ask } }: KeyedCall<OwnedAsk<Own>>, issueRef: string) =>
    secretResource(201, await tickets.show(ask, issueRef), [
      'location',
      `${exchange.base}${root}/${asks.wireId(ask)}/tickets`,
    ]);

  return [
    apiEndpoint(item(`${root}/{id}/tickets`, params, find), {
      GET: read(doc.countTickets, async ({ found }) => resource(200, await tickets.count(found.ask))),
      POST: create({
        doc: doc.createTickets,
        body: ticketDraft,
        versionOf: ({ ask }) => ask.version,
        weight: () => 'job',
        async create(call, draft, idempotency) {
          const references = referencesIn(draft);
          const { issueRef, replayed } = await tickets.issue(call.found.ask, references, idempotency, call.onlyVersion);
          return { result: await showIssued(call, issueRef), replayed };
        },
        replay: showIssued,
      }),
    }),
    apiEndpoint(item(`${root}/{id}/tickets/list`, params, find), {
      GET: read(
        doc.listTickets,
        async ({ found: { ask } }, { used = null, reference = null, ...query }) => {
          const list: List<ListedTicket, string> = {
            party: ask.account,
            cursors: ticketCursors,
            read: (page) => tickets.list(ask, { used, reference }, page),
            toResource: showTicket,
          };
          return uncompressed(await replyWithList(query, list));
        },
        ticketsQuery,
        // A filter may look at all tickets.
        ({ used = '', ...query }) => listWeight({ ...query, q: used }),
      ),
    }),
    apiEndpoint(
      item(`${root}/{id}/tickets/{ticket}`, { ...params, ticket: ticketParam }, async (caller, pathParams) => {
        const owned = await find(caller, pathParams);
        const ticket = owned && (await tickets.find(owned.ask, pathParams['ticket'] ?? ''));
        return ticket && { ask: owned.ask, ticket };
      }),
      {
        GET: read(doc.readTicket, async ({ found: { ticket } }) => uncompressed(resource(200, ticket))),
        DELETE: remove(
          doc.deleteTicket,
          ({ found: { ask, ticket }, onlyVersion }) => tickets.delete(ask, ticket.id, onlyVersion),
          { versionOf: ({ ask }) => ask.version },
        ),
      },
    ),
  ];
}
