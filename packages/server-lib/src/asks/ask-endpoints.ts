import { z } from 'zod';
import { versionTag } from '../api/if-match.js';
import { type ApiEndpoint, apiEndpoint, collection, item } from '../api/keyed-endpoint.js';
import { change, create, type KeyedCall, read, remove } from '../api/keyed-methods.js';
import { idCursors, listQuery, listWeight, replyWithList } from '../api/paging.js';
import type { AskDraft } from '../contract/resources.js';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { resource, secretResource } from '../http/reply.js';
import type { Params } from '../http/router.js';
import type { Caller } from '../keys/authenticate-key.js';
import { documented } from '../validation/documented.js';
import { answersQuery, replyWithAnswers } from './answers/list-answers.js';
import type { OwnedAsk } from './definition/ask-service.js';
import { askBatchSize } from './definition/list-asks.js';
import type { StoredAsk } from './definition/stored-ask.js';
import type { KindServices } from './kind-services.js';
import { kindOperationDocs } from './operation-docs.js';
import type { RouteContext } from './route-context.js';
import { answerIdParam, askIdParam } from './schemas/examples.js';
import type { KindSchemas } from './schemas/kind-schemas.js';
import { ticketDraft } from './schemas/ticket-schema.js';
import { createSubmitHandler } from './submit/submit-handler.js';

const asksQuery = z.strictObject({
  ...listQuery.shape,
  site_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: faultMessage(fault('invalid_site_id')) })
    .transform(Number)
    .optional()
    .register(documented, { type: 'integer', pattern: undefined, description: 'Only asks of this site.' }),
  status: z.enum(['draft', 'open', 'closed']).optional(),
  q: z.string().optional().register(documented, {
    description: 'Only asks whose title contains this text. The case of ASCII letters is ignored.',
  }),
});

const deleteAllQuery = z.strictObject({
  all: z
    .literal('true', { error: faultMessage(fault('needs_true')) })
    .register(documented, { description: 'Confirms that all answers are to be deleted.' }),
});

/** Returns the REST endpoints of one kind of ask, and the public endpoint that accepts answers. */
export function kindEndpoints<Draft extends AskDraft, Own, Body>(
  kindServices: KindServices<Draft, Own, Body>,
  context: RouteContext,
  schemas: KindSchemas,
): ApiEndpoint[] {
  const { kind, asks, answers, results, tickets } = kindServices;
  const root = `/api/v1/${kind.plural}` as const;
  const doc = kindOperationDocs(kind.name, schemas);
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
  const showTickets = async (call: KeyedCall<OwnedAsk<Own>>, issueRef: string) =>
    secretResource(201, await tickets.show(call.found.ask, issueRef), [
      'location',
      `${pathOf(call, call.found.ask)}/tickets`,
    ]);

  return [
    apiEndpoint(collection(root), {
      GET: read(
        doc.list,
        ({ caller }, { site_id, status, q, ...query }) =>
          replyWithList(query, {
            cursors: idCursors,
            read: (page) =>
              asks.list(caller.scope, { site: site_id ?? null, status: status ?? null, q: q ?? null }, page),
            toResource: (owned) => asks.show(owned),
            batchSize: askBatchSize,
          }),
        asksQuery,
        listWeight,
      ),
      POST: create({
        doc: doc.create,
        body: kind.draft,
        async create(call, draft, idempotency) {
          const { replayed, ...owned } = await asks.create(call.caller.scope, draft, idempotency);
          return { result: showCreated(call, owned), replayed };
        },
        replay: async (call, id) => showCreated(call, await reload(call, id, 'gone')),
      }),
    }),
    apiEndpoint(item(`${root}/{id}`, params, find), {
      GET: read(doc.read, async ({ found }) => show(found)),
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
    apiEndpoint(item(`${root}/{id}/results`, params, find), {
      GET: read(doc.results, async ({ found }) => resource(200, await results.exact(found.ask))),
    }),
    apiEndpoint(item(`${root}/{id}/tickets`, params, find), {
      GET: read(doc.countTickets, async ({ found }) => resource(200, await tickets.count(found.ask))),
      POST: create({
        doc: doc.createTickets,
        body: ticketDraft,
        versionOf,
        weight: () => 'job',
        async create(call, { count }, idempotency) {
          const { issueRef, replayed } = await tickets.issue(call.found.ask, count, idempotency, call.onlyVersion);
          return { result: await showTickets(call, issueRef), replayed };
        },
        replay: showTickets,
      }),
    }),
    apiEndpoint(
      item(`${root}/{id}/${kind.answers}`, params, find),
      {
        GET: read(
          doc.listAnswers,
          ({ found: { ask } }, query) =>
            replyWithAnswers(query, {
              read: (filter, page) => answers.list(ask, filter, page),
              show: (row) => answers.show(ask, row),
              csvColumns: answers.csvColumns(ask),
              csvCells: (row) => answers.csvCells(ask, row),
              fileName: `${asks.wireId(ask)}-${kind.answers}`,
            }),
          answersQuery,
          listWeight,
        ),
        DELETE: remove(doc.deleteAnswers, ({ found, onlyVersion }) => answers.deleteAll(found.ask, onlyVersion), {
          versionOf,
          effect: 'write_answers',
          query: deleteAllQuery,
          weight: () => 'job',
        }),
      },
      { doc: doc.answer, body: schemas.body, form: schemas.form, handle: createSubmitHandler(kindServices, context) },
    ),
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
        GET: read(doc.readAnswer, async ({ found: { ask, row } }) => secretResource(200, answers.show(ask, row))),
        DELETE: remove(doc.deleteAnswer, ({ found: { ask, row } }) => answers.delete(ask, row.id), {
          effect: 'write_answers',
        }),
      },
    ),
  ];
}

function throwError(code: 'gone' | 'not_found'): never {
  throw new AskwellError(code);
}
