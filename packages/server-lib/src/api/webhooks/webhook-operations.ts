import type { DeliveryService } from '../../events/webhooks/delivery-service.js';
import type { WebhookRow } from '../../events/webhooks/webhook-queries.js';
import { type OpenedWebhook, toWebhook, toWebhookWithSecret } from '../../events/webhooks/webhook-resource.js';
import {
  webhookChanges,
  webhookDraft,
  webhookIdParam,
  webhookSchema,
  webhookWithSecretSchema,
} from '../../events/webhooks/webhook-schema.js';
import type { WebhookService } from '../../events/webhooks/webhook-service.js';
import { createdResponse, listResponse, noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import { idList, listQuery } from '../../http/paging.js';
import { versionTag } from '../headers/if-match.js';
import { allAt, below, defineList, defineOperation, noInput, type OwnerCall, oneAt } from '../operations/operation.js';
import { deliveryOperations, testOperation } from './delivery-operations.js';

/** The services of webhooks. */
export interface WebhookServices {
  readonly webhooks: WebhookService;
  readonly deliveries: DeliveryService;
}

/** Returns the operations of webhooks and their deliveries. */
export function webhookOperations({ webhooks, deliveries }: WebhookServices) {
  const all = allAt('/api/v1/webhooks');
  const one = oneAt('/api/v1/webhooks/{id}', webhookIdParam, webhooks.find);
  const reopen = async ({ scope }: Pick<OwnerCall<unknown>, 'scope'>, reference: string) =>
    opened(await webhooks.reopen(scope, reference));

  return {
    list: defineList({
      method: 'GET',
      target: all,
      doc: { id: 'listWebhooks', summary: 'List webhooks', responses: [listResponse(webhookSchema)] },
      effect: 'read',
      input: listQuery,
      list: ({ scope }) => idList(scope.account, (page) => webhooks.list(scope, page), toWebhook),
    }),

    create: defineOperation({
      method: 'POST',
      target: all,
      doc: {
        id: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'The response has the secret, which is not shown again, except to a repetition of the request with the same `Idempotency-Key` until the secret is rotated. Events are sent from now on.',
        responses: [createdResponse(webhookWithSecretSchema, ['ETag'])],
        errorCodes: ['conflict', 'gone'],
      },
      effect: 'write',
      input: webhookDraft,
      isSecret: true,
      run: async ({ scope, idempotency, client }, draft) =>
        opened(await webhooks.create(scope, draft, { idempotency, client })),
      replay: reopen,
    }),

    get: defineOperation({
      method: 'GET',
      target: one,
      doc: { id: 'getWebhook', summary: 'Read a webhook', responses: [resourceResponse(webhookSchema, ['ETag'])] },
      effect: 'read',
      input: noInput,
      run: async ({ found }) => shown(found),
    }),

    update: defineOperation({
      method: 'PATCH',
      target: one,
      doc: {
        id: 'updateWebhook',
        summary: 'Change a webhook',
        responses: [resourceResponse(webhookSchema, ['ETag'])],
        errorCodes: ['conflict'],
      },
      effect: 'write',
      input: webhookChanges,
      versionOf,
      run: async ({ scope, found, onlyVersion, client }, changes) =>
        shown(await webhooks.update(scope, found, changes, { client, onlyVersion })),
    }),

    delete: defineOperation({
      method: 'DELETE',
      target: one,
      doc: {
        id: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Its deliveries are deleted too.',
        responses: [noContentResponse],
      },
      effect: 'write',
      input: noInput,
      versionOf,
      async run({ scope, found, onlyVersion, client }) {
        await webhooks.delete(scope, found, { client, onlyVersion });
        return { data: undefined };
      },
    }),

    rotate: defineOperation({
      method: 'POST',
      target: below(one, '/rotate'),
      doc: {
        id: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook',
        description:
          'The response has the new secret, which is not shown again, except to a repetition of the request with the same `Idempotency-Key` until the next rotation. For 24 hours, messages are signed with both secrets.',
        responses: [createdResponse(webhookWithSecretSchema, ['ETag'])],
        errorCodes: ['gone'],
      },
      effect: 'write',
      input: noInput,
      inputMayBeAbsent: true,
      isSecret: true,
      versionOf,
      run: async ({ scope, found, onlyVersion, idempotency, client }) =>
        opened(await webhooks.rotate(scope, found, { idempotency, onlyVersion, client })),
      replay: reopen,
    }),

    deliveries: deliveryOperations(one, deliveries),
    test: testOperation(one, deliveries),
  };
}

const versionOf = ({ version }: WebhookRow): number => version;
const shown = (row: WebhookRow) => ({ data: toWebhook(row), tag: versionTag(row.version) });

function opened(webhook: OpenedWebhook) {
  const { row, replayed } = webhook;
  const location = `/api/v1/webhooks/${row.id}`;
  return { data: toWebhookWithSecret(webhook), tag: versionTag(row.version), location, replayed };
}
