import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import type { WebhookApi } from './webhook-api.js';

let server: TestServer;
let owner: Owner;
let account: AccountObject;
let webhooks: WebhookApi;
beforeAll(async () => {
  server = await startService({
    webhooks: { send: false, lookup: async (host) => (host === 'public.example' ? ['8.8.8.8'] : []) },
  });
  webhooks = server.askwell.webhooks;
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await createOwner(server.services);
  account = owner.session.account;
});

const url = 'https://public.example/events';

test('creates, reads, lists, updates, rotates and deletes webhooks as the REST interface does', async () => {
  const { secret, ...webhook } = await webhooks.create(account, { url, types: ['answer.created'] });
  expect(secret).toMatch(/^whsec_/);
  const overHttp = await call(server, 'GET', `/api/v1/webhooks/${webhook.id}`, { key: await owner.key() });
  expect(overHttp.at('data')).toEqual(webhook);
  expect(await webhooks.get(account, webhook.id)).toEqual(webhook);

  const second = await webhooks.create(account, { url: `${url}/2` });
  const ids = async (order?: 'asc') => (await collect(webhooks.list(account, { order }))).map(({ id }) => id);
  expect([await ids(), await ids('asc')]).toEqual([
    [second.id, webhook.id],
    [webhook.id, second.id],
  ]);

  const changed = await webhooks.update(account, webhook.id, { description: 'Shop' });
  expect(changed).toMatchObject({ description: 'Shop', types: ['answer.created'], version: 2 });
  const rotated = await webhooks.rotate(account, webhook.id);
  expect(rotated).toMatchObject({ id: webhook.id, version: 3 });
  expect(rotated.secret).not.toBe(secret);

  await webhooks.delete(account, webhook.id);
  await expect(webhooks.get(account, webhook.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('sends tests, lists deliveries, and sends events again', async () => {
  const { id } = await webhooks.create(account, { url });
  const tested = await webhooks.test(account, id);
  expect(tested).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: 0 });
  expect(await webhooks.deliveries.get(account, id, tested.id)).toEqual(tested);
  const replayed = await webhooks.deliveries.replay(account, id, tested.id);
  expect(replayed).toMatchObject({ event_id: tested.event_id, status: 'pending' });
  expect(await collect(webhooks.deliveries.list(account, id))).toEqual([replayed, tested]);
  await expect(webhooks.deliveries.get(account, id, 999)).rejects.toMatchObject({ code: 'not_found' });
  await webhooks.update(account, id, { enabled: false });
  await expect(webhooks.test(account, id)).rejects.toMatchObject({ code: 'conflict' });
});

test('requires the version that `ifMatch` names', async () => {
  const { id } = await webhooks.create(account, { url });
  await webhooks.update(account, id, { description: 'A' }, { ifMatch: 1 });
  const stale = { code: 'precondition_failed' };
  await expect(webhooks.update(account, id, { description: 'B' }, { ifMatch: 1 })).rejects.toMatchObject(stale);
  await expect(webhooks.rotate(account, id, { ifMatch: 1 })).rejects.toMatchObject(stale);
  await expect(webhooks.test(account, id, { ifMatch: 1 })).rejects.toMatchObject(stale);
  await expect(webhooks.delete(account, id, { ifMatch: 1 })).rejects.toMatchObject(stale);
  expect(await webhooks.get(account, id)).toMatchObject({ description: 'A', version: 2 });
  await webhooks.delete(account, id, { ifMatch: 2 });
});

test('hides webhooks and deliveries from other accounts', async () => {
  const { id } = await webhooks.create(account, { url });
  const { id: delivery } = await webhooks.test(account, id);
  const { account: other } = (await createOwner(server.services)).session;
  const missing = { code: 'not_found' };
  for (const attempt of [
    () => webhooks.get(other, id),
    () => webhooks.update(other, id, { enabled: false }),
    () => webhooks.rotate(other, id),
    () => webhooks.test(other, id),
    () => webhooks.delete(other, id),
    () => webhooks.deliveries.get(other, id, delivery),
    () => webhooks.deliveries.replay(other, id, delivery),
    () => collect(webhooks.deliveries.list(other, id)),
  ]) {
    await expect(attempt()).rejects.toMatchObject(missing);
  }
  expect(await collect(webhooks.list(other))).toEqual([]);
  expect(await webhooks.get(account, id)).toMatchObject({ enabled: true, version: 1 });
});

test('reports invalid arguments and invalid values', async () => {
  const wrong: readonly (readonly [() => unknown, string])[] = [
    [
      () => Reflect.apply(webhooks.get, webhooks, [account, '1']),
      'askwell.webhooks.get: id: expected the ID of the webhook, a whole number, got "1".',
    ],
    [
      () => Reflect.apply(webhooks.create, webhooks, [account, url]),
      `askwell.webhooks.create: draft: expected an object, got "${url}".`,
    ],
    [
      () => Reflect.apply(webhooks.deliveries.replay, webhooks, [account, 1, undefined]),
      'askwell.webhooks.deliveries.replay: delivery: expected the ID of the delivery, a whole number, got undefined.',
    ],
  ];
  for (const [attempt, message] of wrong) await expect(attempt()).rejects.toMatchObject({ message });
  await expect(webhooks.create(account, { url: 'http://private.example/' })).rejects.toMatchObject({
    code: 'invalid',
    issues: [{ path: 'url', code: 'needs_https' }],
  });
});
