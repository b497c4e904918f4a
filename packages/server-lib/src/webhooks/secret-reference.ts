import { createHash } from 'node:crypto';
import type { WebhookRow } from './webhook-queries.js';

/** What identifies a secret: the webhook, and the secret as it is stored. */
type StoredSecret = Pick<WebhookRow, 'id' | 'secret'>;

/**
 * Returns a reference to a webhook with its current secret. A request that is repeated is answered with what it refers to, so that it
 * never shows a secret that another request has created.
 */
export function referenceTo({ id, secret }: StoredSecret): string {
  return `${id}.${createHash('sha256').update(secret).digest('base64url')}`;
}

/** Returns the ID of the webhook that a reference names. */
export function webhookIdOf(reference: string): number {
  return Number.parseInt(reference, 10);
}
