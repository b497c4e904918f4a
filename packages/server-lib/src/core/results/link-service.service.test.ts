import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createSecret } from '../../base/crypto/secret.js';
import { createResultLinks } from './link-service.js';

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

async function createPoll(): Promise<number> {
  const draft = { title: 'Lunch?', options: ['a', 'b'] };
  return (await server.services.polls.asks.create(owner.session.scope, draft)).ask.seq;
}

test('a token resolves to its ask until the link is withdrawn', async () => {
  const { resultLinks } = server.services;
  const { scope } = owner.session;
  const [ask, other] = [await createPoll(), await createPoll()];
  expect(await resultLinks.find(ask)).toBeNull();
  await Promise.all([resultLinks.create(scope, ask), resultLinks.create(scope, other)]);
  const token = (await resultLinks.find(ask)) ?? '';
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(token).not.toBe(await resultLinks.find(other));
  expect(await resultLinks.resolve(token)).toMatchObject({ seq: ask, kind: 'poll' });
  await resultLinks.withdraw(scope, ask);
  expect([await resultLinks.find(ask), await resultLinks.resolve(token)]).toEqual([null, undefined]);
});

test('the API creates, shows and withdraws the link', async () => {
  const { polls } = server.askwell;
  const { account } = owner.session;
  const { id } = await polls.create(account, { title: 'Lunch?', options: ['a', 'b'] });
  const key = await owner.key();
  const send = (method: string) => call(server, method, `/api/v1/polls/${id}/results/link`, { key });
  expect((await send('GET')).body).toEqual({ data: { url: null } });
  const created = await send('POST');
  const url = created.id('data.url');
  expect([created.status, url]).toEqual([200, expect.stringMatching(/\/r\/[0-9a-f]{32}$/)]);
  expect((await send('POST')).text).toBe(created.text);
  expect(await polls.resultsLink.get(account, id)).toEqual({ url });
  const page = url.slice(url.indexOf('/r/'));
  expect((await call(server, 'GET', page)).status).toBe(200);
  expect((await send('DELETE')).status).toBe(204);
  expect((await call(server, 'GET', page)).status).toBe(404);
  expect(await polls.resultsLink.create(account, id)).not.toEqual({ url });
});

test('another account cannot create or withdraw a link', async () => {
  const { resultLinks } = server.services;
  const ask = await createPoll();
  const { scope } = (await createOwner(server.services)).session;
  await expect(resultLinks.create(scope, ask)).rejects.toMatchObject({ code: 'not_found' });
  await resultLinks.create(owner.session.scope, ask);
  await expect(resultLinks.withdraw(scope, ask)).rejects.toMatchObject({ code: 'not_found' });
  expect(await resultLinks.find(ask)).not.toBeNull();
});

test('with a new secret, earlier tokens do not work, and the owner gets a new one', async () => {
  const { resultLinks, store, clock } = server.services;
  const ask = await createPoll();
  await resultLinks.create(owner.session.scope, ask);
  const token = (await resultLinks.find(ask)) ?? '';
  const secret = createSecret({
    secret: 'another secret of more than 32 characters',
    file: undefined,
    requireCreatable() {},
  });
  const links = createResultLinks({ store, clock, secret });
  expect([await links.find(ask), await links.resolve(token)]).toEqual([null, undefined]);
  await links.create(owner.session.scope, ask);
  const next = (await links.find(ask)) ?? '';
  expect(await links.resolve(next)).toMatchObject({ seq: ask });
  expect(await resultLinks.resolve(token)).toBeUndefined();
});
