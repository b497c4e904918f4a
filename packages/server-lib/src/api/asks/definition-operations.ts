import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { documented } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import type { OwnedAsk } from '../../core/asks/ask-service.js';
import { copyDraft } from '../../core/asks/copy-schema.js';
import { exportBatchSize } from '../../core/asks/limits.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { maxTitleLength } from '../../core/schemas/ask-schema.js';
import { createdResponse, listResponse, noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import { idCursors, type List, listQuery } from '../../http/paging.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { versionTag } from '../headers/if-match.js';
import { defineList, defineOperation, noInput, type Target } from '../operations/operation.js';
import { listWeight } from '../overload/heavy-requests.js';
import { apiPathOf, askTarget } from './ask-target.js';

const asksQuery = z.strictObject({
  ...listQuery.shape,
  site_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: faultMessage(fault('invalid_site_id')) })
    .transform(Number)
    .optional()
    .register(documented, { type: 'integer', pattern: undefined, description: 'Only asks of this site.' }),
  status: z.enum(['draft', 'open', 'closed']).optional(),
  q: rawText(maxTitleLength).optional().register(documented, {
    description: 'Only asks whose title contains this text. The case of ASCII letters is ignored.',
  }),
});

/** Returns what an owner can do with the definitions of one kind of ask. */
export function definitionOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, asks, copyAsk, schemas } = services;
  const { a, Many, One, answers } = kindWords[kind.name];
  const all: Target<null> = { path: `/api/v1/${kind.plural}`, params: {}, find: async () => null };
  const one = askTarget(services);

  const versionOf = ({ ask }: OwnedAsk<Own>) => ask.version;
  const shown = (owned: OwnedAsk<Own>) => ({ data: asks.show(owned), tag: versionTag(owned.ask.version) });
  const created = (owned: OwnedAsk<Own>) => ({ ...shown(owned), location: apiPathOf(kind, owned.ask) });
  const replayed = async ({ scope }: { readonly scope: Scope }, id: string) =>
    created((await asks.find(scope, id)) ?? throwError('gone'));

  return {
    list: defineList({
      method: 'GET',
      target: all,
      doc: {
        id: `list${Many}`,
        summary: `List ${Many.toLowerCase()}`,
        responses: [listResponse(schemas.ask)],
        tool: { name: 'list_asks', title: 'List polls, quizzes or forms' },
      },
      effect: 'read',
      input: asksQuery,
      weight: listWeight,
      list: (
        { scope },
        { site_id = null, status = null, q = null },
      ): List<OwnedAsk<Own> & { id: number }, number, ReturnType<typeof asks.show>> => ({
        party: scope.account,
        cursors: idCursors,
        read: (page) => asks.list(scope, { site: site_id, status, q }, page),
        toResource: (owned) => asks.show(owned),
        batchSize: exportBatchSize,
      }),
    }),

    create: defineOperation({
      method: 'POST',
      target: all,
      doc: {
        id: `create${One}`,
        summary: `Create ${a}`,
        description: 'Returns 409 if the account would exceed a quota.',
        responses: [createdResponse(schemas.ask, ['ETag'])],
        errorCodes: ['gone', 'conflict'],
        tool: { name: `create_${kind.name}` },
      },
      effect: 'write',
      input: kind.draft,
      async run({ scope, idempotency }, draft) {
        const owned = await asks.create(scope, draft, { idempotency });
        return { ...created(owned), replayed: owned.replayed };
      },
      replay: replayed,
    }),

    get: defineOperation({
      method: 'GET',
      target: one,
      doc: {
        id: `get${One}`,
        summary: `Get ${a}`,
        responses: [resourceResponse(schemas.ask, ['ETag'])],
        tool: { name: 'get_ask', title: 'Get a poll, quiz or form' },
      },
      effect: 'read',
      input: noInput,
      // The entity tag is the version of the definition. The number of answers can change without the version.
      isConditional: false,
      run: async ({ found }) => shown(found),
    }),

    update: defineOperation({
      method: 'PATCH',
      target: one,
      doc: {
        id: `update${One}`,
        summary: `Update ${a}`,
        description:
          'Members that are not sent stay unchanged. Returns 409 if the update removes an item that answers refer to, changes a member that results depend on, or makes the account exceed its quota of bytes.',
        responses: [resourceResponse(schemas.ask, ['ETag'])],
        errorCodes: ['conflict'],
        tool: { name: `update_${kind.name}` },
      },
      effect: 'write',
      input: kind.changes,
      versionOf,
      async run({ scope, found: { ask }, onlyVersion }, changes) {
        await asks.update(scope, ask, changes, onlyVersion !== null);
        return shown((await asks.find(scope, asks.wireId(ask))) ?? throwError('not_found'));
      },
    }),

    delete: defineOperation({
      method: 'DELETE',
      target: one,
      doc: {
        id: `delete${One}`,
        summary: `Delete ${a}`,
        description: `Also deletes its ${answers}.`,
        responses: [noContentResponse],
        tool: { name: 'delete_ask', title: 'Delete a poll, quiz or form' },
      },
      effect: 'write',
      input: noInput,
      versionOf,
      async run({ scope, found: { ask }, onlyVersion }) {
        await asks.delete(scope, ask, onlyVersion);
        return { data: undefined };
      },
    }),

    copy: defineOperation({
      method: 'POST',
      target: askTarget(services, '/copy'),
      doc: {
        id: `copy${One}`,
        summary: `Copy ${a}`,
        description:
          'Creates a draft with the same definition, without answers, tickets and links to results. Returns 409 if the account would exceed a quota.',
        responses: [createdResponse(schemas.ask, ['ETag'])],
        errorCodes: ['gone', 'conflict'],
        tool: { name: 'copy_ask', title: 'Copy a poll, quiz or form' },
      },
      effect: 'write',
      input: copyDraft,
      inputMayBeAbsent: true,
      // The whole definition is checked again.
      weight: () => 'job',
      versionOf,
      async run({ scope, found: { ask }, idempotency }, draft) {
        const owned = await copyAsk(scope, ask, draft, idempotency);
        return { ...created(owned), replayed: owned.replayed };
      },
      replay: replayed,
    }),
  };
}

function throwError(code: 'gone' | 'not_found'): never {
  throw new AskwellError(code);
}
