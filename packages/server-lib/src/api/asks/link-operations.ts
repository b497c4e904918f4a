import type { OwnedAsk } from '../../core/asks/ask-service.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { resultsLink } from '../../core/schemas/results-link-schema.js';
import { noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation, noInput } from '../operations/operation.js';
import { askTarget } from './ask-target.js';

/** Returns what an owner can do with the link that shows the results of an ask to anyone. */
export function resultLinkOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, resultLinks, publicUrl } = services;
  const { One } = kindWords[kind.name];
  const target = askTarget(services, '/results/link');
  const versionOf = ({ ask }: OwnedAsk<Own>) => ask.version;
  const show = async ({ seq }: StoredAsk<Own>) => {
    const token = await resultLinks.find(seq);
    return { data: { url: token === null ? null : publicUrl(`/r/${token}`) } };
  };

  return {
    get: defineOperation({
      method: 'GET',
      target,
      doc: {
        id: `get${One}ResultsLink`,
        summary: 'Get the link to the results',
        responses: [resourceResponse(resultsLink)],
      },
      effect: 'read',
      input: noInput,
      isSecret: true,
      run: ({ found }) => show(found.ask),
    }),

    create: defineOperation({
      method: 'POST',
      target,
      doc: {
        id: `create${One}ResultsLink`,
        summary: 'Create the link to the results',
        description: 'The link shows the results to anyone who has it. Returns the link that exists, if there is one.',
        responses: [resourceResponse(resultsLink)],
      },
      effect: 'write',
      input: noInput,
      inputMayBeAbsent: true,
      isSecret: true,
      versionOf,
      async run({ scope, found: { ask }, onlyVersion, idempotency }) {
        const { replayed } = await resultLinks.create(scope, ask.seq, { onlyVersion, idempotency });
        return { ...(await show(ask)), replayed };
      },
      replay: ({ found }) => show(found.ask),
    }),

    delete: defineOperation({
      method: 'DELETE',
      target,
      doc: {
        id: `delete${One}ResultsLink`,
        summary: 'Withdraw the link to the results',
        description: 'Its URL never works again.',
        responses: [noContentResponse],
      },
      effect: 'write',
      input: noInput,
      versionOf,
      async run({ scope, found: { ask }, onlyVersion }) {
        await resultLinks.withdraw(scope, ask.seq, { onlyVersion });
        return { data: undefined };
      },
    }),
  };
}
