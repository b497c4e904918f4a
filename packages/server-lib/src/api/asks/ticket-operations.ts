import { z } from 'zod';
import { documented } from '../../base/validation/documented.js';
import { text } from '../../base/validation/text.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import {
  issuedTickets,
  maxReferenceLength,
  referencesIn,
  ticketCount,
  ticketDraft,
  ticketIdSchema,
  ticketSchema,
} from '../../core/schemas/ticket-schema.js';
import { type ListedTicket, showTicket } from '../../core/tickets/list-tickets.js';
import { createdResponse, listResponse, noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import { createCursors, type List, listQuery } from '../../http/paging.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineList, defineOperation, noInput, type Target } from '../operations/operation.js';
import { listWeight } from '../overload/heavy-requests.js';
import { apiPathOf, askTarget } from './ask-target.js';

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

/** Returns what an owner can do with the tickets of one kind of ask. */
export function ticketOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, tickets } = services;
  const { One } = kindWords[kind.name];
  const all = askTarget(services, '/tickets');
  const one = {
    path: `${all.path}/{ticket}`,
    params: { ...all.params, ticket: ticketParam },
    async find(scope, ids) {
      const owned = await all.find(scope, ids);
      const ticket = owned && (await tickets.find(owned.ask, ids['ticket'] ?? ''));
      return ticket && { ask: owned.ask, ticket };
    },
  } satisfies Target<object>;

  const showIssued = async (ask: StoredAsk<Own>, issueRef: string) => ({
    data: await tickets.show(ask, issueRef),
    location: `${apiPathOf(kind, ask)}/tickets`,
  });

  return {
    create: defineOperation({
      method: 'POST',
      target: all,
      doc: {
        id: `create${One}Tickets`,
        summary: 'Create tickets',
        description:
          'Creates codes that allow one answer each, either `count` or one for each of `tickets`. Returns 409 if `one_per` is not `"ticket"`, or if the quota of tickets would be exceeded.',
        responses: [createdResponse(issuedTickets)],
        errorCodes: ['conflict'],
      },
      effect: 'write',
      input: ticketDraft,
      argument: {
        parameter: {
          name: 'tickets',
          expected: 'a number or an array',
          accepts: (value) => typeof value === 'number' || Array.isArray(value),
        },
        toInput: (tickets) => (typeof tickets === 'number' ? { count: tickets } : { tickets }),
      },
      isSecret: true,
      weight: () => 'job',
      versionOf: ({ ask }) => ask.version,
      async run({ found: { ask }, onlyVersion, idempotency }, draft) {
        const { issueRef, replayed } = await tickets.issue(ask, referencesIn(draft), idempotency, onlyVersion);
        return { ...(await showIssued(ask, issueRef)), replayed };
      },
      replay: ({ found: { ask } }, issueRef) => showIssued(ask, issueRef),
    }),

    count: defineOperation({
      method: 'GET',
      target: all,
      doc: { id: `count${One}Tickets`, summary: 'Count the tickets', responses: [resourceResponse(ticketCount)] },
      effect: 'read',
      input: noInput,
      run: async ({ found }) => ({ data: await tickets.count(found.ask) }),
    }),

    list: defineList({
      method: 'GET',
      target: askTarget(services, '/tickets/list'),
      doc: {
        id: `list${One}Tickets`,
        summary: 'List the tickets',
        responses: [listResponse(ticketSchema)],
      },
      effect: 'read',
      input: ticketsQuery,
      isSecret: true,
      // A filter may read all tickets.
      weight: ({ used = '', ...query }) => listWeight({ ...query, q: used }),
      list: ({ found: { ask } }, { used = null, reference = null }): List<ListedTicket, string> => ({
        party: ask.account,
        cursors: ticketCursors,
        read: (page) => tickets.list(ask, { used, reference }, page),
        toResource: showTicket,
      }),
    }),

    get: defineOperation({
      method: 'GET',
      target: one,
      doc: { id: `get${One}Ticket`, summary: 'Get a ticket', responses: [resourceResponse(ticketSchema)] },
      effect: 'read',
      input: noInput,
      isSecret: true,
      run: async ({ found: { ticket } }) => ({ data: ticket }),
    }),

    delete: defineOperation({
      method: 'DELETE',
      target: one,
      doc: {
        id: `delete${One}Ticket`,
        summary: 'Withdraw a ticket',
        description: 'The ticket is then rejected. Returns 409 if an answer has used it: delete the answer first.',
        responses: [noContentResponse],
        errorCodes: ['conflict'],
      },
      effect: 'write',
      input: noInput,
      versionOf: ({ ask }) => ask.version,
      async run({ found: { ask, ticket }, onlyVersion }) {
        await tickets.delete(ask, ticket.id, onlyVersion);
        return { data: undefined };
      },
    }),
  };
}
