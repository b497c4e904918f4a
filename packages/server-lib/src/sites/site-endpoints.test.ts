import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call } from '../../test/support/client.js';
import { createOwner, type Owner } from '../../test/support/owner.js';
import { codeIn, faultsIn, idIn } from '../../test/support/replies.js';
import { startServer, type TestServer } from '../../test/support/server.js';

let now = Date.UTC(2026, 0, 31);
let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startServer({ clock: () => now });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const at = (id: number) => `/api/v1/sites/${id}`;
const ask = (method: string, path: string, options: CallOptions = {}) =>
  call(server, method, path, { key, ...options });
const create = (body: object) => ask('POST', '/api/v1/sites', { body });

test('a site is created, read, changed and deleted', async () => {
  const made = await create({ name: '  Shop ', origins: ['HTTPS://Example.com/'] });
  const site = {
    id: idIn(made),
    name: 'Shop',
    origins: ['https://example.com'],
    created_at: '2026-01-31T00:00:00.000000Z',
    updated_at: '2026-01-31T00:00:00.000000Z',
  };
  expect([made.status, made.body]).toEqual([201, { data: site }]);

  const read = await ask('GET', at(site.id));
  expect([read.status, read.body]).toEqual([200, { data: site }]);

  now += 1.5;
  const changed = await ask('PATCH', at(site.id), { body: { name: 'Market' } });
  const expected = { ...site, name: 'Market', updated_at: '2026-01-31T00:00:00.001500Z' };
  expect([changed.status, changed.body]).toEqual([200, { data: expected }]);
  expect((await ask('GET', at(site.id))).body).toEqual({ data: expected });

  const deleted = await ask('DELETE', at(site.id));
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect((await ask(method, at(site.id), method === 'PATCH' ? { body: {} } : {})).status).toBe(404);
  }
});

test('origins are none unless given, are replaced as a whole, and are cleared by null', async () => {
  const id = idIn(await create({ name: 'A' }));
  const originsAfter = async (body: object) => (await ask('PATCH', at(id), { body })).body;
  const having = (origins: string[]) => ({ data: expect.objectContaining({ name: 'A', origins }) });
  expect(await originsAfter({})).toEqual(having([]));
  expect(await originsAfter({ origins: ['https://a.example', 'https://b.example'] })).toEqual(
    having(['https://a.example', 'https://b.example']),
  );
  expect(await originsAfter({ origins: ['https://c.example'] })).toEqual(having(['https://c.example']));
  expect(await originsAfter({ name: 'A' })).toEqual(having(['https://c.example']));
  expect(await originsAfter({ origins: null })).toEqual(having([]));
});

test.each([
  [{ name: null }, ['name']],
  [{ name: '' }, ['name']],
  [{ name: 'x'.repeat(101) }, ['name']],
  [{ origins: ['nonsense'] }, ['origins.0']],
  [{ id: 5 }, ['id']],
  [{ created_at: '2026-01-31T00:00:00.000000Z' }, ['created_at']],
])('the change %j is refused, and nothing is changed', async (body, faults) => {
  const made = await create({ name: 'Same', origins: ['https://example.com'] });
  const refused = await ask('PATCH', at(idIn(made)), { body });
  expect([refused.status, faultsIn(refused)]).toEqual([422, faults]);
  expect((await ask('GET', at(idIn(made)))).body).toEqual(made.body);
});

test('text is kept as it was written', async () => {
  for (const name of ['<b>"a" & \'b\'</b>', "'; drop table askwell_sites; --", '日本 \u202e 😀', 'a\u0001b']) {
    expect((await create({ name })).body).toMatchObject({ data: { name } });
  }
});

test('a site with keys stays, and goes once they are deleted', async () => {
  const id = idIn(await create({ name: 'Keyed' }));
  const made = await server.askwell.keys.create(owner.session, { name: 'Its key', site_id: id });
  const refused = await ask('DELETE', at(id));
  expect([refused.status, codeIn(refused)]).toEqual([409, 'conflict']);
  expect((await call(server, 'GET', at(id), { key: made.raw })).status).toBe(200);
  await server.askwell.keys.delete(owner.session, made.id);
  expect((await ask('DELETE', at(id))).status).toBe(204);
});

test('of a site deleted while a key is made for it, either the site stays or the key is never made', async () => {
  for (let round = 0; round < 10; round++) {
    const id = idIn(await create({ name: 'Raced' }));
    const [deleted, made] = await Promise.allSettled([
      ask('DELETE', at(id)),
      server.askwell.keys.create(owner.session, { name: 'Raced', site_id: id }),
    ]);
    const status = deleted.status === 'fulfilled' ? deleted.value.status : undefined;
    expect([status, made.status]).toEqual(status === 204 ? [204, 'rejected'] : [409, 'fulfilled']);
    if (made.status === 'fulfilled') await server.askwell.keys.delete(owner.session, made.value.id);
  }
});

describe('a key that is scoped to a site', () => {
  let site: number;
  let other: number;
  let siteKey: string;
  beforeAll(async () => {
    site = idIn(await create({ name: 'Mine' }));
    other = idIn(await create({ name: 'Other' }));
    siteKey = await owner.key(site);
  });
  const asSite = (method: string, path: string, body?: object) => call(server, method, path, { key: siteKey, body });

  test('reads its own and sees no other', async () => {
    expect((await asSite('GET', at(site))).status).toBe(200);
    expect((await asSite('GET', '/api/v1/sites')).body).toEqual({
      data: [expect.objectContaining({ id: site })],
      meta: { next_cursor: null },
    });
    const unseen = await asSite('GET', at(other));
    expect([unseen.status, unseen.text]).toEqual([404, (await asSite('GET', at(999_999))).text]);
  });

  test('changes none, its own included', async () => {
    const attempts = [
      await asSite('POST', '/api/v1/sites', { name: 'New' }),
      await asSite('PATCH', at(site), { name: 'New' }),
      await asSite('DELETE', at(site)),
    ];
    expect(attempts.map((answer) => [answer.status, codeIn(answer)])).toEqual(
      Array.from({ length: 3 }, () => [403, 'forbidden']),
    );
    expect((await asSite('PATCH', at(other), { name: 'New' })).status).toBe(404);
    expect((await asSite('DELETE', at(other))).status).toBe(404);
    expect((await ask('GET', at(site))).body).toMatchObject({ data: { name: 'Mine' } });
  });
});

test.each([
  ['without an Idempotency-Key', false],
  ['with one', true],
])('an account deleted after its key was verified gets no site, %s', async (_how, repeated) => {
  const { session, password } = await createOwner(server.services);
  const { id: account } = session.account;
  await server.services.accounts.delete(session, password);
  const request = { slot: Buffer.alloc(32, 1), body: Buffer.alloc(32, 2), account, at: now * 1_000 };
  await expect(
    server.services.sites.create(session.scope, { name: 'Late' }, { idempotency: repeated ? request : null }),
  ).rejects.toMatchObject({ code: 'not_found' });
});
