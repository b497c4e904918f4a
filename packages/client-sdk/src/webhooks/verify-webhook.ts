import { WebhookVerificationError } from '../errors/webhook-error.js';
import type { WebhookEvent } from '../events/event-types.js';
import { parse } from '../transport/json.js';

/** The headers of a request: an object as in Node, or `Headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const tolerance = 5 * 60;
const secretPrefix = 'whsec_';

/**
 * Verifies a message of a webhook, as Standard Webhooks defines it, and returns its event. Needs no API key.
 *
 * @param body The body as it was received. Parsed and serialized again, it has another signature.
 * @param headers The headers of the request.
 * @param secret The secret of the webhook: `whsec_…`.
 * @throws TypeError if the body is not a string or bytes, or if the secret is missing or invalid.
 * @throws {@link WebhookVerificationError} if the message is not authentic, or more than five minutes old.
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, process.env.ASKWELL_WEBHOOK_SECRET);
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
  return verifyWebhookAt(Date.now(), body, headers, secret);
}

/** Verifies a message that arrived at a time, in milliseconds since 1970. */
export async function verifyWebhookAt(
  now: number,
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
  checkArguments(body, secret);
  const key = await importSecret(secret);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  checkTimestamp(timestamp, now);
  const message = join(new TextEncoder().encode(`${id}.${timestamp}.`), toBytes(body));
  if (!(await isSigned(key, signatures, message))) throw new WebhookVerificationError('no_match');
  const event = parse<WebhookEvent>(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (!event) throw new WebhookVerificationError('invalid_body');
  return event;
}

/** Checks the types of the arguments, for callers in JavaScript. */
function checkArguments(body: unknown, secret: unknown): void {
  if (secret === undefined || secret === null || secret === '') {
    throw new TypeError(
      '`secret` is missing. Pass the secret of the webhook: `whsec_…`. Is its environment variable set?',
    );
  }
  if (typeof secret !== 'string') throw new TypeError('`secret` must be a string: `whsec_…`.');
  if (typeof body === 'string' || body instanceof Uint8Array) return;
  throw new TypeError(
    '`body` must be the body as it was received, a string or a Uint8Array. A body that was parsed, such as by ' +
      '`express.json()`, has another signature. In Express, mount `express.raw({ type: "application/json" })` for this route.',
  );
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (!bytes || bytes.length === 0) throw new TypeError('`secret` is not the secret of a webhook: `whsec_…`.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const [text] = [value].flat();
  if (!text) throw new WebhookVerificationError('missing_header');
  return text;
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function checkTimestamp(text: string, now: number): void {
  if (!/^\d{1,12}$/.test(text)) throw new WebhookVerificationError('invalid_timestamp');
  const age = now / 1000 - Number(text);
  if (age > tolerance) throw new WebhookVerificationError('too_old');
  if (age < -tolerance) throw new WebhookVerificationError('too_new');
}

/** Checks all signatures. During a rotation of the secret, a message has several. `verify` compares in constant time. */
async function isSigned(key: CryptoKey, signatures: readonly string[], message: Uint8Array): Promise<boolean> {
  for (const signature of signatures) {
    const [version, text = ''] = signature.split(',');
    const bytes = version === 'v1' ? fromBase64(text) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, message))) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function join(head: Uint8Array, rest: Uint8Array): Uint8Array {
  const joined = new Uint8Array(head.length + rest.length);
  joined.set(head);
  joined.set(rest, head.length);
  return joined;
}
