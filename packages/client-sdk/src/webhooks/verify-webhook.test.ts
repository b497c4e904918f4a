import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { stubbedClient } from '../../test/support/stub-fetch.js';
import { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from '../index.js';
import { verifyWebhookAt } from './verify-webhook.js';

/** Returns a secret that consists of the same byte. */
const secretOf = (byte: number) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`;
const secret = secretOf(1);
const event = { type: 'answer.deleted', id: 'evt_1', ask_id: 'poll_1', answer_id: 'vote_1', data: null };
const body = JSON.stringify({ ...event, note: 'Ü 😀' });

/** Returns the headers that the library of Standard Webhooks sends. */
function sign(body: string, { at = new Date(), key = secret, id = 'evt_1' } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  };
}

async function reasonOf(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  key = secret,
  now = Date.now(),
): Promise<unknown> {
  const error = await rejectionOf(verifyWebhookAt(now, body, headers, key));
  return error instanceof WebhookVerificationError ? error.reason : error;
}

describe('a message that the library of Standard Webhooks signed', () => {
  test('is verified, from text and from bytes', async () => {
    expect(await verifyWebhook(body, sign(body), secret)).toEqual(JSON.parse(body));
    expect(await verifyWebhook(new TextEncoder().encode(body), sign(body), secret)).toMatchObject(event);
    expect(await stubbedClient([]).client.webhooks.verify(body, sign(body), secret)).toMatchObject(event);
  });

  test('is verified with any body, id and secret', async () => {
    const key = fc.uint8Array({ minLength: 24, maxLength: 64 });
    const id = fc.stringMatching(/^[\w-]{1,40}$/);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), id, key, async (value, id, bytes) => {
        const [text, key] = [JSON.stringify({ value }), Buffer.from(bytes).toString('base64')];
        expect(await verifyWebhook(text, sign(text, { key, id }), key)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('is verified with the headers of fetch and of Node', async () => {
    const headers = sign(body);
    expect(await verifyWebhook(body, new Headers(headers), secret)).toMatchObject(event);
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]);
    expect(await verifyWebhook(body, Object.fromEntries(upper), secret)).toMatchObject(event);
  });

  test('is verified if one of several signatures fits, in any place', async () => {
    const other = sign(body, { key: secretOf(2) })['webhook-signature'];
    const headers = sign(body);
    const own = headers['webhook-signature'];
    for (const signatures of [`${other} ${own}`, `${own} ${other}`, `v1a,AAAA v1,### ${own}`])
      expect(await verifyWebhook(body, { ...headers, 'webhook-signature': signatures }, secret)).toMatchObject(event);
    expect(await reasonOf(body, { ...headers, 'webhook-signature': other })).toBe('no_match');
  });
});

describe('a message is refused', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    expect(await reasonOf(body, { ...sign(body), [name]: undefined })).toBe('missing_header');
  });

  test('if the body, the id, the time or the secret differs, as by the library', async () => {
    const headers = sign(body);
    const wrong: [string, Record<string, string>, string][] = [
      [body.replace('vote_1', 'vote_2'), headers, secret],
      [`${body} `, headers, secret],
      [body, { ...headers, 'webhook-id': 'evt_2' }, secret],
      [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }, secret],
      [body, { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }, secret],
      [body, headers, secretOf(2)],
    ];
    for (const [text, given, key] of wrong) {
      expect(await reasonOf(text, given, key)).toBe('no_match');
      expect(() => new Webhook(key).verify(text, given)).toThrow();
    }
  });

  test('if it is more than five minutes away, in both directions', async () => {
    const now = Date.UTC(2026, 0, 31);
    const reasonAfter = (seconds: number) =>
      reasonOf(body, sign(body, { at: new Date(now - seconds * 1000) }), secret, now);
    expect(await Promise.all([300, 301, -300, -301].map(reasonAfter))).toEqual([
      undefined,
      'too_old',
      undefined,
      'too_new',
    ]);
  });

  test('if the time is not a number, or the body not JSON', async () => {
    expect(await reasonOf(body, { ...sign(body), 'webhook-timestamp': '1e9' })).toBe('invalid_timestamp');
    expect(await reasonOf('text', sign('text'))).toBe('invalid_body');
  });
});

test('an invalid secret causes a TypeError that does not contain it', async () => {
  for (const key of ['', 'whsec_', 'whsec_***secret***']) {
    const error = await reasonOf(body, sign(body), key);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('***secret***');
  }
});

test.each([
  ['a parsed body', JSON.parse(body), secret, /^`body` must be the body as it was received/],
  ['no body', undefined, secret, /^`body` must be/],
  ['no secret', body, undefined, /^`secret` is missing/],
  ['a secret that is not a string', body, 1, /^`secret` must be a string/],
])('%s causes a TypeError that says what to pass', async (_what, givenBody, givenSecret, message) => {
  const error = await rejectionOf(Reflect.apply(verifyWebhook, undefined, [givenBody, sign(body), givenSecret]));
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toHaveProperty('message', expect.stringMatching(message));
});
