import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn, idIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const pathOf = (id: number) => `/api/v1/sites/${id}`;
const send = (method: string, path: string, options: CallOptions = {}) =>
  call(server, method, path, { key, ...options });
const create = (body: object) => send('POST', '/api/v1/sites', { body });

test('creates, reads, updates and deletes a site', async () => {
  const created = await create({ name: '  Shop ', origins: ['HTTPS://Example.com/'] });
  const site = {
    id: idIn(created),
    name: 'Shop',
    origins: ['https://example.com'],
    created_at: '2026-01-31T00:00:00.000000Z',
    updated_at: '2026-01-31T00:00:00.000000Z',
    version: 1,
  };
  expect([created.status, created.body]).toEqual([201, { data: site }]);

  const read = await send('GET', pathOf(site.id));
  expect([read.status, read.body]).toEqual([200, { data: site }]);

  await clock.advance(1.5);
  const changed = await send('PATCH', pathOf(site.id), { body: { name: 'Market' } });
  const expected = { ...site, name: 'Market', updated_at: '2026-01-31T00:00:00.001500Z', version: 2 };
  expect([changed.status, changed.body]).toEqual([200, { data: expected }]);
  expect((await send('GET', pathOf(site.id))).body).toEqual({ data: expected });

  const deleted = await send('DELETE', pathOf(site.id));
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect((await send(method, pathOf(site.id), method === 'PATCH' ? { body: {} } : {})).status).toBe(404);
  }
});

test('origins are empty by default, are replaced as a whole, and are cleared by null', async () => {
  const id = idIn(await create({ name: 'A' }));
  const originsAfter = async (body: object) => (await send('PATCH', pathOf(id), { body })).body;
  const bodyWith = (origins: string[]) => ({ data: expect.objectContaining({ name: 'A', origins }) });
  expect(await originsAfter({})).toEqual(bodyWith([]));
  expect(await originsAfter({ origins: ['https://a.example', 'https://b.example'] })).toEqual(
    bodyWith(['https://a.example', 'https://b.example']),
  );
  expect(await originsAfter({ origins: ['https://c.example'] })).toEqual(bodyWith(['https://c.example']));
  expect(await originsAfter({ name: 'A' })).toEqual(bodyWith(['https://c.example']));
  expect(await originsAfter({ origins: null })).toEqual(bodyWith([]));
});

test.each([
  [{ name: null }, ['name']],
  [{ name: '' }, ['name']],
  [{ name: 'x'.repeat(101) }, ['name']],
  [{ origins: ['nonsense'] }, ['origins.0']],
  [{ id: 5 }, ['id']],
  [{ created_at: '2026-01-31T00:00:00.000000Z' }, ['created_at']],
])('refuses the change %j and changes nothing', async (body, faults) => {
  const created = await create({ name: 'Same', origins: ['https://example.com'] });
  const refused = await send('PATCH', pathOf(idIn(created)), { body });
  expect([refused.status, faultsIn(refused)]).toEqual([422, faults]);
  expect((await send('GET', pathOf(idIn(created)))).body).toEqual(created.body);
});

test('returns texts unchanged', async () => {
  for (const name of ['<b>"a" & \'b\'</b>', "'; drop table askwell_sites; --", '日本 \u202e 😀', 'a\u0001b']) {
    expect((await create({ name })).body).toMatchObject({ data: { name } });
  }
});

test('refuses to delete a site with keys until they are deleted', async () => {
  const id = idIn(await create({ name: 'Keyed' }));
  const siteKey = await server.askwell.keys.create(owner.session, { name: 'Its key', site_id: id });
  const refused = await send('DELETE', pathOf(id));
  expect([refused.status, codeIn(refused)]).toEqual([409, 'conflict']);
  expect((await call(server, 'GET', pathOf(id), { key: siteKey.raw })).status).toBe(200);
  await server.askwell.keys.delete(owner.session, siteKey.id);
  expect((await send('DELETE', pathOf(id))).status).toBe(204);
});

test('either deletes a site or creates a key for it if both are requested at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const id = idIn(await create({ name: 'Raced' }));
    const [deletion, creation] = await Promise.allSettled([
      send('DELETE', pathOf(id)),
      server.askwell.keys.create(owner.session, { name: 'Raced', site_id: id }),
    ]);
    const status = deletion.status === 'fulfilled' ? deletion.value.status : undefined;
    expect([status, creation.status]).toEqual(status === 204 ? [204, 'rejected'] : [409, 'fulfilled']);
    if (creation.status === 'fulfilled') await server.askwell.keys.delete(owner.session, creation.value.id);
  }
});

describe('a key that is scoped to a site', () => {
  let site: number;
  let other: number;
  let siteKey: string;
  beforeAll(async () => {
    site = idIn(await create({ name: 'Own' }));
    other = idIn(await create({ name: 'Other' }));
    siteKey = await owner.key(site);
  });
  const sendWithSiteKey = (method: string, path: string, body?: object) =>
    call(server, method, path, { key: siteKey, body });

  test('a key of a site can read its own site, but no other site', async () => {
    expect((await sendWithSiteKey('GET', pathOf(site))).status).toBe(200);
    expect((await sendWithSiteKey('GET', '/api/v1/sites')).body).toEqual({
      data: [expect.objectContaining({ id: site })],
      meta: { next_cursor: null },
    });
    const notFound = await sendWithSiteKey('GET', pathOf(other));
    expect([notFound.status, notFound.text]).toEqual([404, (await sendWithSiteKey('GET', pathOf(999_999))).text]);
  });

  test('a key of a site cannot change any site', async () => {
    const attempts = [
      await sendWithSiteKey('POST', '/api/v1/sites', { name: 'New' }),
      await sendWithSiteKey('PATCH', pathOf(site), { name: 'New' }),
      await sendWithSiteKey('DELETE', pathOf(site)),
    ];
    expect(attempts.map((answer) => [answer.status, codeIn(answer)])).toEqual(
      Array.from({ length: 3 }, () => [403, 'forbidden']),
    );
    expect((await sendWithSiteKey('PATCH', pathOf(other), { name: 'New' })).status).toBe(404);
    expect((await sendWithSiteKey('DELETE', pathOf(other))).status).toBe(404);
    expect((await send('GET', pathOf(site))).body).toMatchObject({ data: { name: 'Own' } });
  });
});

test.each([
  ['without an Idempotency-Key', false],
  ['with one', true],
])('creates no site for an account that was deleted after its key was verified, %s', async (_case, isIdempotent) => {
  const { session, password } = await createOwner(server.services);
  const { id: account } = session.account;
  await server.services.accounts.delete(session, password);
  const request = { slot: Buffer.alloc(32, 1), body: Buffer.alloc(32, 2), account, at: clock.now().getTime() * 1_000 };
  await expect(
    server.services.sites.create(session.scope, { name: 'Late' }, { idempotency: isIdempotent ? request : null }),
  ).rejects.toMatchObject({ code: 'not_found' });
});
