import type { Micros } from '../clock.js';
import { deleteWebhookRows } from '../removal/remove-access.js';
import { createOnce, type IdempotentRequest } from '../store/idempotency.js';
import { type Operation, write } from '../store/operation.js';
import { one } from '../store/sql/statement.js';
import { referenceTo } from './secret-reference.js';
import {
  lockTarget,
  type WebhookRefusal,
  type WebhookRow,
  type WebhookTarget,
  webhookColumns,
} from './webhook-queries.js';

export interface SecretRotation extends WebhookTarget {
  readonly secret: Uint8Array;
  readonly at: Micros;
  /** Until when the previous secret signs too. */
  readonly until: Micros;
  readonly idempotency: IdempotentRequest | null;
}

/** Gives a webhook another secret. The previous one signs too for a while. */
export const rotateWebhook = write('webhooks.rotate', (input: SecretRotation) =>
  createOnce<WebhookRefusal['refused'], WebhookRow>(input.idempotency, function* () {
    const { id, secret, at, until } = input;
    const found = yield* lockTarget(input);
    if ('refused' in found) return found;
    const row = yield* one<WebhookRow>`
      update askwell_webhooks set old_secret = secret, old_secret_until = ${until}, secret = ${secret}, updated_at = ${at},
        version = version + 1
      where id = ${id} returning ${webhookColumns}`;
    return row ? { resource: referenceTo(row), row } : { refused: 'unknown' };
  }),
);

/**
 * Deletes a webhook, and its deliveries in batches: first it is disabled, so that nothing is sent any more. Returns whether some
 * are left.
 */
export const deleteWebhook = write('webhooks.delete', function* (input: WebhookTarget): Operation<
  { isAnyLeft: boolean } | WebhookRefusal
> {
  const found = yield* lockTarget(input);
  if ('refused' in found) return found;
  return { isAnyLeft: yield* deleteWebhookRows([input.id]) };
});
