import { z } from 'zod';
import { versionTag } from '../api/headers/if-match.js';
import { type ApiEndpoint, apiEndpoint, collection, item } from '../api/keyed-endpoint.js';
import type { KeyedCall } from '../api/keyed-method.js';
import { change, create, read, remove, unconditional } from '../api/keyed-methods.js';
import { idCursors, listQuery, listWeight, replyWithList } from '../api/paging.js';
import type { AskDraft } from '../contract/resources.js';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { resource, secretResource } from '../http/reply.js';
import type { Params } from '../http/router.js';
import type { Caller } from '../keys/authenticate-key.js';
import { documented } from '../validation/documented.js';
import { rawText } from '../validation/text.js';
import { answerMethods } from './answers/answer-methods.js';
import { batchEndpoint } from './batch/batch-endpoint.js';
import { copyDraft } from './copy/copy-schema.js';
import type { OwnedAsk } from './definition/ask-service.js';
import { exportBatchSize } from './definition/list/list-asks.js';
import type { StoredAsk } from './definition/stored-ask.js';
import type { KindServices } from './kind-services.js';
import { kindOperationDocs } from './operation-docs.js';
import type { RouteContext } from './route-context.js';
import { answerIdParam, askIdParam } from './schemas/examples.js';
import type { KindSchemas } from './schemas/kind-schemas.js';
import { createPreflight } from './submit/preflight.js';
import { createSubmitHandler } from './submit/submit-handler.js';
import { ticketEndpoints } from './tickets/ticket-endpoints.js';

/** A search for the longest title. */
const maxSearchLength = 300;

const asksQuery = z.strictObject({
  ...listQuery.shape,
  site_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: faultMessage(fault('invalid_site_id')) })
    .transform(Number)
    .optional()
    .register(documented, { type: 'integer', pattern: undefined, description: 'Only asks of this site.' }),
  status: z.enum(['draft', 'open', 'closed']).optional(),
  q: rawText(maxSearchLength).optional().register(documented, {
    description: 'Only asks whose title contains this text. The case of ASCII letters is ignored.',
  }),
});

/** Returns the REST endpoints of one kind of ask, and the public endpoint that accepts answers. */
export function kindEndpoints<Draft extends AskDraft, Own, Body>(
  kindServices: KindServices<Draft, Own, Body>,
  context: RouteContext,
  schemas: KindSchemas,
): ApiEndpoint[] {
  const { kind, asks, copyAsk, answers, submitService } = kindServices;
  const root = `/api/v1/${kind.plural}` as const;
  const doc = kindOperationDocs(kind.name, schemas);
  const methods = answerMethods(kindServices, doc);
  const params = { id: askIdParam(kind.name) };
  const find = (caller: Caller, { id = '' }: Params) => asks.find(caller.scope, id);
  const versionOf = ({ ask }: OwnedAsk<Own>) => ask.version;
  const show = (owned: OwnedAsk<Own>) => resource(200, asks.show(owned), ['etag', versionTag(owned.ask.version)]);
  const pathOf = ({ exchange }: KeyedCall<unknown>, ask: StoredAsk<Own>) =>
    `${exchange.base}${root}/${asks.wireId(ask)}`;
  const showCreated = (call: KeyedCall<unknown>, owned: OwnedAsk<Own>) =>
    resource(201, asks.show(owned), ['etag', versionTag(owned.ask.version), 'location', pathOf(call, owned.ask)]);
  const reload = async ({ caller }: KeyedCall<unknown>, id: string, code: 'gone' | 'not_found') =>
    (await asks.find(caller.scope, id)) ?? throwError(code);

  return [
    apiEndpoint(collection(root), {
      GET: read(
        doc.list,
        ({ caller }, { site_id, status, q, ...query }) =>
          replyWithList(query, {
            party: caller.scope.account,
            cursors: idCursors,
            read: (page) =>
              asks.list(caller.scope, { site: site_id ?? null, status: status ?? null, q: q ?? null }, page),
            toResource: (owned) => asks.show(owned),
            batchSize: exportBatchSize,
          }),
        asksQuery,
        listWeight,
      ),
      POST: create({
        doc: doc.create,
        body: kind.draft,
        async create(call, draft, idempotency) {
          const { replayed, ...owned } = await asks.create(call.caller.scope, draft, { idempotency });
          return { result: showCreated(call, owned), replayed };
        },
        replay: async (call, id) => showCreated(call, await reload(call, id, 'gone')),
      }),
    }),
    apiEndpoint(item(`${root}/{id}`, params, find), {
      // Its `ETag` is the version of the definition. The number of answers changes without it.
      GET: unconditional(read(doc.read, async ({ found }) => show(found))),
      PATCH: change(
        doc.update,
        kind.changes,
        async (call, changes) => {
          await asks.update(call.caller.scope, call.found.ask, changes, call.onlyVersion !== null);
          return show(await reload(call, asks.wireId(call.found.ask), 'not_found'));
        },
        { versionOf },
      ),
      DELETE: remove(
        doc.delete,
        ({ caller, found, onlyVersion }) => asks.delete(caller.scope, found.ask, onlyVersion),
        { versionOf },
      ),
    }),
    apiEndpoint(item(`${root}/{id}/copy`, params, find), {
      POST: {
        ...create({
          doc: doc.copy,
          body: copyDraft,
          versionOf,
          // The whole definition is checked again.
          weight: () => 'job',
          async create(call, draft, idempotency) {
            const { replayed, ...owned } = await copyAsk(call.caller.scope, call.found.ask, draft, idempotency);
            return { result: showCreated(call, owned), replayed };
          },
          replay: async (call, id) => showCreated(call, await reload(call, id, 'gone')),
        }),
        bodyMayBeAbsent: true,
      },
    }),
    apiEndpoint(item(`${root}/{id}/results`, params, find), {
      GET: methods.results,
    }),
    ...ticketEndpoints(kindServices, doc),
    apiEndpoint(
      item(`${root}/{id}/${kind.answers}`, params, find),
      {
        GET: methods.list,
        DELETE: methods.deleteMatching,
      },
      {
        doc: doc.answer,
        body: schemas.body,
        form: schemas.form,
        handle: createSubmitHandler(kindServices, context),
        preflight: createPreflight(
          'POST',
          async (id) => submitService.findCached(id) ?? (await submitService.find(id)),
          context,
        ),
      },
    ),
    batchEndpoint(kindServices, {
      doc: doc.recordBatch,
      body: schemas.batch,
      path: item(`${root}/{id}/${kind.answers}/batch`, params, find),
      context,
    }),
    apiEndpoint(
      item(
        `${root}/{id}/${kind.answers}/{answer}`,
        { ...params, answer: answerIdParam(kind.name) },
        async (caller, pathParams) => {
          const owned = await find(caller, pathParams);
          const row = owned && (await answers.find(owned.ask, pathParams['answer'] ?? ''));
          return row && { ask: owned.ask, row };
        },
      ),
      {
        GET: read(doc.readAnswer, async ({ found: { ask, row } }) =>
          secretResource(200, answers.show(ask, row), ['etag', answers.tagOf(ask, row)]),
        ),
        DELETE: remove(
          doc.deleteAnswer,
          ({ found: { ask, row }, onlyVersion }) => answers.delete(ask, row.id, onlyVersion),
          {
            effect: 'write_answers',
            versionOf: ({ row }) => row.updated_at,
            tagOf: ({ ask, row }) => answers.tagOf(ask, row),
          },
        ),
      },
    ),
  ];
}

function throwError(code: 'gone' | 'not_found'): never {
  throw new AskwellError(code);
}
