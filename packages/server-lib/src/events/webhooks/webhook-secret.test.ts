import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createSecret } from '../../base/crypto/secret.js';
import { createSecretBox, createWebhookSecret, signMessage } from './webhook-secret.js';

const seconds = Math.floor(Date.now() / 1000);
const body = '{"type":"answer.created","data":{"text":"ü, 😀 and \\u0000"}}';

test('signatures are verified by the official library, with each secret of a rotation', () => {
  const [current, previous, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
  const headers = signMessage({ id: 'a', seconds, body }, [current, previous]);
  for (const secret of [current, previous]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
  for (const changed of [{ 'webhook-id': 'b' }, { 'webhook-timestamp': String(seconds + 1) }])
    expect(() => new Webhook(current).verify(body, { ...headers, ...changed })).toThrow('No matching signature');
  expect(() => new Webhook(current).verify(body.replace('ü', 'u'), headers)).toThrow('No matching signature');
});

test('secrets have 24 random bytes', () => {
  const secrets = Array.from({ length: 20 }, createWebhookSecret);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(new Set(secrets).size).toBe(20);
});

test('sealed secrets can be opened only with the secret of the service', () => {
  const boxOf = (secret: string) =>
    createSecretBox(createSecret({ secret, file: undefined, requireCreatable: () => {} }));
  const [box, other] = [boxOf('abcdefgh'.repeat(4)), boxOf('ijklmnop'.repeat(4))];
  const sealed = box.seal('whsec_x');
  expect(Buffer.from(sealed).includes('whsec_x')).toBe(false);
  expect([box.open(sealed), other.open(sealed)]).toEqual(['whsec_x', undefined]);
});
