import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { ticketCount } from '../../core/schemas/ticket-schema.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation, noInput } from '../operations/operation.js';
import { askTarget } from './ask-target.js';

/** Returns the operation that withdraws all tickets that no answer has used. */
export function withdrawUnusedOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, tickets } = services;
  return defineOperation({
    method: 'POST',
    target: askTarget(services, '/tickets/withdraw-unused'),
    doc: {
      id: `withdrawUnused${kindWords[kind.name].One}Tickets`,
      summary: 'Withdraw all unused tickets',
      description:
        'They are then rejected. Tickets that an answer has used stay. Returns the number of tickets that are left.',
      responses: [resourceResponse(ticketCount)],
    },
    effect: 'write',
    input: noInput,
    inputMayBeAbsent: true,
    weight: () => 'job',
    versionOf: ({ ask }) => ask.version,
    async run({ found: { ask }, onlyVersion, idempotency }) {
      const { left, replayed } = await tickets.withdrawUnused(ask, onlyVersion, idempotency);
      return { data: tickets.showLeft(ask, left), replayed };
    },
    replay: async ({ found: { ask } }, left) => ({ data: tickets.showLeft(ask, left) }),
  });
}
