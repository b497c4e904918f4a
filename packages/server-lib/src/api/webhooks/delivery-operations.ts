import { AskwellError } from '../../base/errors.js';
import { parseId } from '../../base/validation/id.js';
import type { DeliveryRow } from '../../events/webhooks/delivery-queries.js';
import { deliveryIdParam, deliverySchema } from '../../events/webhooks/delivery-schema.js';
import { type DeliveryService, toDelivery } from '../../events/webhooks/delivery-service.js';
import type { WebhookRow } from '../../events/webhooks/webhook-queries.js';
import { createdResponse, listResponse, resourceResponse } from '../../http/operation-docs.js';
import { idList, listQuery } from '../../http/paging.js';
import { below, defineList, defineOperation, noInput, type Target } from '../operations/operation.js';

/** Returns what an owner can do with the deliveries of a webhook. */
export function deliveryOperations(webhook: Target<WebhookRow>, deliveries: DeliveryService) {
  const all = below(webhook, '/deliveries');
  const one = {
    path: `${all.path}/{delivery}`,
    params: { ...webhook.params, delivery: deliveryIdParam },
    async find(scope, ids) {
      const id = parseId(ids['delivery'] ?? '');
      const found = id === undefined ? undefined : await webhook.find(scope, ids);
      const delivery = found && id !== undefined ? await deliveries.find(found, id) : undefined;
      return found && delivery && { webhook: found, delivery };
    },
  } satisfies Target<object>;

  return {
    list: defineList({
      method: 'GET',
      target: all,
      doc: {
        id: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook',
        description: 'The latest 500 that ended in the last 30 days, and all that are pending.',
        responses: [listResponse(deliverySchema)],
      },
      effect: 'read',
      input: listQuery,
      // The data has IDs of answers next to the responses of the receiver.
      isSecret: true,
      list: ({ scope, found }) => idList(scope.account, (page) => deliveries.list(found, page), toDelivery),
    }),

    get: defineOperation({
      method: 'GET',
      target: one,
      doc: { id: 'getWebhookDelivery', summary: 'Read a delivery', responses: [resourceResponse(deliverySchema)] },
      effect: 'read',
      input: noInput,
      isSecret: true,
      run: async ({ found }) => ({ data: toDelivery(found.delivery) }),
    }),

    replay: defineOperation({
      method: 'POST',
      target: below(one, '/replay'),
      doc: {
        id: 'replayWebhookDelivery',
        summary: 'Send an event again',
        description: 'The event is sent once, with its content as it is now, and in no order with other events.',
        responses: [createdResponse(deliverySchema)],
        errorCodes: ['conflict', 'gone'],
      },
      effect: 'write',
      input: noInput,
      inputMayBeAbsent: true,
      isSecret: true,
      versionOf: (found) => found.webhook.version,
      async run({ scope, found: { webhook, delivery }, onlyVersion, idempotency }) {
        return created(webhook, await deliveries.replay(scope, webhook, delivery, { idempotency, onlyVersion }));
      },
      replay: ({ found }, id) => findCreated(deliveries, found.webhook, id),
    }),
  };
}

/** Returns the operation that sends a test message to a webhook. */
export function testOperation(target: Target<WebhookRow>, deliveries: DeliveryService) {
  return defineOperation({
    method: 'POST',
    target: below(target, '/test'),
    doc: {
      id: 'testWebhook',
      summary: 'Send a test message',
      description:
        'Sends a message of the type `webhook.test` once. The response comes after the outcome, or after 3 seconds.',
      responses: [createdResponse(deliverySchema)],
      errorCodes: ['conflict', 'gone'],
    },
    effect: 'write',
    input: noInput,
    inputMayBeAbsent: true,
    isSecret: true,
    // One at a time for each account.
    weight: () => 'job',
    versionOf: ({ version }) => version,
    run: async ({ scope, found, onlyVersion, idempotency }) =>
      created(found, await deliveries.test(scope, found, { idempotency, onlyVersion })),
    replay: ({ found }, id) => findCreated(deliveries, found, id),
  });
}

async function findCreated(deliveries: DeliveryService, webhook: WebhookRow, id: string) {
  const row = await deliveries.find(webhook, Number(id));
  if (!row) throw new AskwellError('gone');
  return created(webhook, { row, replayed: true });
}

function created({ id }: WebhookRow, { row, replayed }: { readonly row: DeliveryRow; readonly replayed: boolean }) {
  return { data: toDelivery(row), location: `/api/v1/webhooks/${id}/deliveries/${row.id}`, replayed };
}
