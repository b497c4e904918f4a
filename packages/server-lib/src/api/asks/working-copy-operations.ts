import { formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { OwnedAsk } from '../../core/asks/ask-service.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { toJsonDraft } from '../../core/drafts/working-copy-service.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { discardedRevision, workingCopyChanges, workingCopySchema } from '../../core/schemas/working-copy-schema.js';
import { noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { defineOperation, noInput } from '../operations/operation.js';
import { askTarget } from './ask-target.js';

/** Returns what an owner can do with the changes of an ask that are not published. */
export function workingCopyOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, asks, workingCopies } = services;
  const { One } = kindWords[kind.name];
  const target = askTarget(services, '/working-copy');
  const versionOf = ({ ask }: OwnedAsk<Own>) => ask.version;
  const show = async (ask: StoredAsk<Own>) => {
    const { draft, revision, isChanged, isOutdated, savedAt } = await workingCopies.open(ask);
    const saved_at = savedAt === null ? null : formatTimestamp(savedAt);
    return { data: { definition: draft, revision, changed: isChanged, outdated: isOutdated, saved_at } };
  };

  return {
    get: defineOperation({
      method: 'GET',
      target,
      doc: {
        id: `get${One}WorkingCopy`,
        summary: 'Get the changes that are not published',
        responses: [resourceResponse(workingCopySchema)],
      },
      effect: 'read',
      input: noInput,
      run: ({ found }) => show(found.ask),
    }),

    update: defineOperation({
      method: 'PATCH',
      target,
      doc: {
        id: `update${One}WorkingCopy`,
        summary: 'Save or publish changes',
        description: `Visitors see the changes when they are published. Valid changes of a draft are published at once. Returns 412 if \`revision\` is not the current one, and 409 if existing ${kind.answers} do not allow a change that is to be published.`,
        responses: [resourceResponse(workingCopySchema)],
        errorCodes: ['conflict'],
      },
      effect: 'write',
      input: workingCopyChanges,
      // The whole definition is checked.
      weight: () => 'job',
      versionOf,
      async run({ scope, found, onlyVersion }, { revision, definition, publish = false, status }) {
        if (definition && 'status' in definition) throw invalidField('definition.status', fault('unknown_field'));
        let current = revision;
        if (definition)
          current = await workingCopies.save(scope, found, toJsonDraft(definition), revision, onlyVersion);
        if (publish) {
          const { draft } = definition ? { draft: toJsonDraft(definition) } : await workingCopies.open(found.ask);
          await workingCopies.publish(scope, found.ask, { draft, revision: current, status });
        }
        const changed = await asks.find(scope, asks.wireId(found.ask));
        if (!changed) throw new AskwellError('not_found');
        return show(changed.ask);
      },
    }),

    delete: defineOperation({
      method: 'DELETE',
      target,
      doc: {
        id: `delete${One}WorkingCopy`,
        summary: 'Discard the changes that are not published',
        description: 'Returns 412 if `revision` is not the current one.',
        responses: [noContentResponse],
      },
      effect: 'write',
      input: discardedRevision,
      versionOf,
      async run({ scope, found, onlyVersion }, { revision }) {
        await workingCopies.discard(scope, found.ask, revision, onlyVersion);
        return { data: undefined };
      },
    }),
  };
}
