import { z } from 'zod';
import { versionTag } from '../api/headers/if-match.js';
import { type ApiEndpoint, apiEndpoint, collection, item } from '../api/keyed-endpoint.js';
import type { KeyedCall } from '../api/keyed-method.js';
import { change, create, read, remove } from '../api/keyed-methods.js';
import { idCursors, listQuery, replyWithList } from '../api/paging.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { createdResponse, listResponse, resourceResponse } from '../http/operation-docs.js';
import { resource, secretResource } from '../http/reply.js';
import type { Params } from '../http/router.js';
import type { Caller } from '../keys/authenticate-key.js';
import { parseId } from '../validation/id.js';
import type { WebhookRow } from './webhook-queries.js';
import { type OpenedWebhook, toWebhook, toWebhookWithSecret } from './webhook-resource.js';
import {
  webhookChanges,
  webhookDraft,
  webhookIdParam,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook-schema.js';
import type { WebhookService } from './webhook-service.js';

/** A body without members. */
export const emptyBody = z.strictObject({});

/** Returns a function that finds the webhook at a path. */
export function webhookFinder(webhooks: WebhookService) {
  return async (caller: Caller, { id: text = '' }: Params): Promise<WebhookRow | undefined> => {
    const id = parseId(text);
    return id === undefined ? undefined : webhooks.find(caller.scope, id);
  };
}

export const versionOf = ({ version }: WebhookRow): number => version;

/** Returns the REST endpoints of webhooks. */
export function webhookEndpoints(
  webhooks: WebhookService,
  clientKeyOf: (exchange: HttpExchange) => string,
): ApiEndpoint[] {
  const find = webhookFinder(webhooks);
  const reopen = async ({ caller, exchange }: KeyedCall<unknown>, reference: string) =>
    showSecret(exchange, await webhooks.reopen(caller.scope, reference));
  return [
    apiEndpoint(collection('/api/v1/webhooks'), {
      GET: read(
        { id: 'listWebhooks', summary: 'List webhooks', responses: [listResponse(webhookSchema)] },
        ({ caller }, query) =>
          replyWithList(query, {
            party: caller.scope.account,
            cursors: idCursors,
            read: (page) => webhooks.list(caller.scope, page),
            toResource: toWebhook,
          }),
        listQuery,
      ),
      POST: create({
        doc: {
          id: 'createWebhook',
          summary: 'Create a webhook',
          description:
            'The response has the secret, which is not shown again, except to a repetition of the request with the same `Idempotency-Key` until the secret is rotated. Events are sent from now on.',
          responses: [createdResponse(webhookWithSecretSchema, ['ETag'])],
          errorCodes: ['conflict', 'gone'],
        },
        body: webhookDraft,
        create: async ({ caller, exchange }, draft, idempotency) => {
          const made = await webhooks.create(caller.scope, draft, { idempotency, client: clientKeyOf(exchange) });
          return { result: showSecret(exchange, made), replayed: made.replayed };
        },
        replay: reopen,
      }),
    }),
    apiEndpoint(item('/api/v1/webhooks/{id}', { id: webhookIdParam }, find), {
      GET: read(
        { id: 'getWebhook', summary: 'Read a webhook', responses: [resourceResponse(webhookSchema, ['ETag'])] },
        async ({ found }) => show(found),
      ),
      PATCH: change(
        {
          id: 'updateWebhook',
          summary: 'Change a webhook',
          responses: [resourceResponse(webhookSchema, ['ETag'])],
          errorCodes: ['conflict'],
        },
        webhookChanges,
        async ({ caller, found, exchange, onlyVersion }, body) =>
          show(await webhooks.update(caller.scope, found, body, { client: clientKeyOf(exchange), onlyVersion })),
        { versionOf },
      ),
      DELETE: remove(
        { id: 'deleteWebhook', summary: 'Delete a webhook', description: 'Its deliveries are deleted too.' },
        ({ caller, found, exchange, onlyVersion }) =>
          webhooks.delete(caller.scope, found, { client: clientKeyOf(exchange), onlyVersion }),
        { versionOf },
      ),
    }),
    apiEndpoint(item('/api/v1/webhooks/{id}/rotate', { id: webhookIdParam }, find), {
      POST: {
        ...create<WebhookRow, object>({
          doc: {
            id: 'rotateWebhookSecret',
            summary: 'Rotate the secret of a webhook',
            description:
              'The response has the new secret, which is not shown again, except to a repetition of the request with the same `Idempotency-Key` until the next rotation. For 24 hours, messages are signed with both secrets.',
            responses: [createdResponse(webhookWithSecretSchema, ['ETag'])],
            errorCodes: ['gone'],
          },
          body: emptyBody,
          versionOf,
          create: async ({ caller, found, exchange, onlyVersion }, _body, idempotency) => {
            const request = { idempotency, onlyVersion, client: clientKeyOf(exchange) };
            const rotated = await webhooks.rotate(caller.scope, found, request);
            return { result: showSecret(exchange, rotated), replayed: rotated.replayed };
          },
          replay: reopen,
        }),
        bodyMayBeAbsent: true,
      },
    }),
  ];
}

function show(row: WebhookRow): Reply {
  return resource(200, toWebhook(row), ['etag', versionTag(row.version)]);
}

function showSecret({ base }: HttpExchange, opened: OpenedWebhook): Reply {
  const { id, version } = opened.row;
  const headers = ['etag', versionTag(version), 'location', `${base}/api/v1/webhooks/${id}`];
  return secretResource(201, toWebhookWithSecret(opened), headers);
}
