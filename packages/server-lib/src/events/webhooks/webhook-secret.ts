import { createHash, createHmac, randomBytes } from 'node:crypto';
import { decryptText, encryptText } from '../../base/crypto/encrypt.js';
import type { Secret } from '../../base/crypto/secret.js';

const prefix = 'whsec_';
const secretBytes = 24;

/** Returns a new secret of a webhook, in the form of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** Encrypts the secrets of webhooks. They are not hashed like keys, because messages are signed with them. */
export type SecretBox = ReturnType<typeof createSecretBox>;

export function createSecretBox(secret: Secret) {
  const token = () => createHmac('sha256', secret.key).update('secrets of webhooks').digest('hex');
  return {
    seal: (text: string): Uint8Array => encryptText(token(), text),
    /** Returns undefined if the secret of the service is not the one that sealed it. */
    open: (sealed: Uint8Array): string | undefined => decryptText(token(), sealed),
  };
}

/**
 * Returns the headers of a message, as Standard Webhooks defines them.
 *
 * @param secrets The current secret, and the previous one after a rotation.
 * @param seconds The time of the attempt, in seconds since 1970.
 */
export function signMessage(
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')).update(`${id}.${seconds}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret).digest('base64')}`).join(' '),
  };
}

/**
 * Returns a reference to a webhook with its current secret. The reply to a repeated request uses the reference, so that it never
 * shows a secret that another request has created.
 */
export function referenceTo({ id, secret }: { readonly id: number; readonly secret: Uint8Array }): string {
  return `${id}.${createHash('sha256').update(secret).digest('base64url')}`;
}

/** Returns the ID of the webhook that a reference names. */
export function webhookIdOf(reference: string): number {
  return Number.parseInt(reference, 10);
}
