import { type ApiEndpoint, apiEndpoint, item } from '../../api/keyed-endpoint.js';
import type { KeyedCall } from '../../api/keyed-method.js';
import { create, read } from '../../api/keyed-methods.js';
import { idCursors, listQuery, replyWithList } from '../../api/paging.js';
import { AskwellError } from '../../errors.js';
import type { Reply } from '../../http/exchange.js';
import { createdResponse, listResponse, resourceResponse } from '../../http/operation-docs.js';
import { secretResource, uncompressed } from '../../http/reply.js';
import { parseId } from '../../validation/id.js';
import { emptyBody, versionOf, webhookFinder } from '../webhook-endpoints.js';
import type { WebhookRow } from '../webhook-queries.js';
import { webhookIdParam } from '../webhook-schema.js';
import type { WebhookService } from '../webhook-service.js';
import type { DeliveryRow } from './delivery-queries.js';
import { deliveryIdParam, deliverySchema } from './delivery-schema.js';
import { type DeliveryService, toDelivery } from './delivery-service.js';

/** A delivery with its webhook. */
interface Found {
  readonly webhook: WebhookRow;
  readonly delivery: DeliveryRow;
}

/** Returns the REST endpoints of what is sent to webhooks. */
export function deliveryEndpoints(webhooks: WebhookService, deliveries: DeliveryService): ApiEndpoint[] {
  const findWebhook = webhookFinder(webhooks);
  const params = { id: webhookIdParam, delivery: deliveryIdParam };

  async function replayOf(call: KeyedCall<unknown>, webhook: WebhookRow, id: string): Promise<Reply> {
    const row = await deliveries.find(webhook, Number(id));
    if (!row) throw new AskwellError('gone');
    return showCreated(call, webhook, row);
  }

  const find = async (...[caller, { delivery = '', ...rest }]: Parameters<typeof findWebhook>) => {
    const id = parseId(delivery);
    const webhook = id === undefined ? undefined : await findWebhook(caller, rest);
    const row = webhook && id !== undefined ? await deliveries.find(webhook, id) : undefined;
    return webhook && row ? { webhook, delivery: row } : undefined;
  };

  return [
    apiEndpoint(item('/api/v1/webhooks/{id}/deliveries', { id: webhookIdParam }, findWebhook), {
      GET: read(
        {
          id: 'listWebhookDeliveries',
          summary: 'List the deliveries of a webhook',
          description: 'The latest 500 that ended in the last 30 days, and all that are pending.',
          responses: [listResponse(deliverySchema)],
        },
        // Shows IDs of answers next to what the receiver replied.
        async ({ found, caller }, query) =>
          uncompressed(
            await replyWithList(query, {
              party: caller.scope.account,
              cursors: idCursors,
              read: (page) => deliveries.list(found, page),
              toResource: toDelivery,
            }),
          ),
        listQuery,
      ),
    }),
    apiEndpoint(item('/api/v1/webhooks/{id}/deliveries/{delivery}', params, find), {
      GET: read(
        { id: 'getWebhookDelivery', summary: 'Read a delivery', responses: [resourceResponse(deliverySchema)] },
        async ({ found }) => secretResource(200, toDelivery(found.delivery)),
      ),
    }),
    apiEndpoint(item('/api/v1/webhooks/{id}/deliveries/{delivery}/replay', params, find), {
      POST: {
        ...create<Found, object>({
          doc: {
            id: 'replayWebhookDelivery',
            summary: 'Send an event again',
            description: 'The event is sent once, with its content as it is now, and in no order with other events.',
            responses: [createdResponse(deliverySchema)],
            errorCodes: ['conflict', 'gone'],
          },
          body: emptyBody,
          versionOf: ({ webhook }) => versionOf(webhook),
          create: async (call, _body, idempotency) => {
            const { caller, onlyVersion } = call;
            const { webhook, delivery } = call.found;
            const request = { idempotency, onlyVersion };
            const { row, replayed } = await deliveries.replay(caller.scope, webhook, delivery, request);
            return { result: showCreated(call, webhook, row), replayed };
          },
          replay: (call, id) => replayOf(call, call.found.webhook, id),
        }),
        bodyMayBeAbsent: true,
      },
    }),
    apiEndpoint(item('/api/v1/webhooks/{id}/test', { id: webhookIdParam }, findWebhook), {
      POST: {
        ...create<WebhookRow, object>({
          doc: {
            id: 'testWebhook',
            summary: 'Send a test message',
            description:
              'Sends a message of the type `webhook.test` once. The response comes after the outcome, or after 3 seconds.',
            responses: [createdResponse(deliverySchema)],
            errorCodes: ['conflict', 'gone'],
          },
          body: emptyBody,
          versionOf,
          // One at a time for each account.
          weight: () => 'job',
          create: async (call, _body, idempotency) => {
            const { onlyVersion, found } = call;
            const { row, replayed } = await deliveries.test(call.caller.scope, found, { idempotency, onlyVersion });
            return { result: showCreated(call, found, row), replayed };
          },
          replay: (call, id) => replayOf(call, call.found, id),
        }),
        bodyMayBeAbsent: true,
      },
    }),
  ];
}

function showCreated({ exchange }: KeyedCall<unknown>, { id }: WebhookRow, row: DeliveryRow): Reply {
  return secretResource(201, toDelivery(row), [
    'location',
    `${exchange.base}/api/v1/webhooks/${id}/deliveries/${row.id}`,
  ]);
}
