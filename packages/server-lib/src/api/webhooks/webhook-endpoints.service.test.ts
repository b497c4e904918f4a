import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CallOptions, call } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all } from '../../db/sql/statement.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31');
const addresses = new Map([
  ['public.example', ['8.8.8.8']],
  ['private.example', ['10.1.2.3']],
  ['mixed.example', ['8.8.8.8', '169.254.169.254']],
]);
let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService({
    clock: source,
    webhooks: { send: false, lookup: async (host) => addresses.get(host) ?? [] },
    quotas: { webhooks: 3 },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await createOwner(server.services);
  key = await owner.key();
});

const send = (method: string, path = '', options: CallOptions = {}) =>
  call(server, method, `/api/v1/webhooks${path}`, { key, ...options });
const url = 'https://public.example/events';

test('creates, reads, updates, rotates and deletes a webhook; the secret is shown once', async () => {
  const created = await send('POST', '', { body: { url, description: ' Shop ', types: ['answer.created'] } });
  const webhook = {
    id: created.at('data.id'),
    url,
    description: 'Shop',
    site_id: null,
    types: ['answer.created'],
    enabled: true,
    created_at: '2026-01-31T00:00:00.000000Z',
    updated_at: '2026-01-31T00:00:00.000000Z',
    version: 1,
  };
  const secret = created.id('data.secret');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect([created.status, created.body]).toEqual([201, { data: { ...webhook, secret } }]);
  expect(created.headers.get('location')).toBe(`/api/v1/webhooks/${webhook.id}`);

  const path = `/${webhook.id}`;
  const read = await send('GET', path);
  expect([read.body, read.headers.get('etag')]).toEqual([{ data: webhook }, '"1"']);

  await clock.advance(1_000);
  const body = { enabled: false, types: null, description: '' };
  const changed = await send('PATCH', path, { body, headers: { 'if-match': '"1"' } });
  const later = { updated_at: '2026-01-31T00:00:01.000000Z' };
  const after = { ...webhook, ...later, enabled: false, types: [], description: null, version: 2 };
  expect(changed.body).toEqual({ data: after });
  expect((await send('PATCH', path, { body: { enabled: true }, headers: { 'if-match': '"1"' } })).status).toBe(412);

  const rotated = await send('POST', `${path}/rotate`);
  expect([rotated.status, rotated.at('data.version')]).toEqual([201, 3]);
  expect(rotated.id('data.secret')).not.toBe(secret);
  expect((await send('GET')).text).not.toContain('whsec_');

  expect((await send('DELETE', path)).status).toBe(204);
  for (const [method, more] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/rotate'],
  ] as const)
    expect((await send(method, path + more)).status).toBe(404);
});

test('a repeated request creates or rotates once, and returns the same secret', async () => {
  const repeat = async (path: string, body?: object) => {
    const once = () => send('POST', path, { body, headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(second.body).toEqual(first.body);
    return first.id('data.id');
  };
  const id = await repeat('', { url });
  expect(await repeat(`/${id}/rotate`)).toBe(id);
  expect((await send('GET')).at('data')).toHaveLength(1);
});

test('a repeated request does not return the secret of a later rotation', async () => {
  const repeat = (path: string, body?: object) => send('POST', path, { body, headers: { 'idempotency-key': 'once' } });
  const created = await repeat('', { url });
  const path = `/${created.id('data.id')}`;
  // Other changes do not matter.
  await send('PATCH', path, { body: { description: 'Shop' } });
  expect((await repeat('', { url })).at('data.secret')).toBe(created.at('data.secret'));

  const rotated = await repeat(`${path}/rotate`);
  const refused = await repeat('', { url });
  expect([refused.status, codeIn(refused)]).toEqual([410, 'gone']);
  expect(refused.text).not.toContain('whsec_');
  expect((await repeat(`${path}/rotate`)).at('data.secret')).toBe(rotated.at('data.secret'));

  const last = await send('POST', `${path}/rotate`);
  for (const reply of [await repeat('', { url }), await repeat(`${path}/rotate`)]) {
    expect([reply.status, reply.at('message')]).toEqual([410, expect.stringContaining('Rotate it again')]);
    expect(reply.text).not.toContain('whsec_');
  }
  expect((await send('GET', path)).at('data.version')).toBe(last.at('data.version'));
});

test('concurrent rotations each return their own secret', async () => {
  const id = (await send('POST', '', { body: { url } })).id('data.id');
  const rotated = await Promise.all(Array.from({ length: 5 }, () => send('POST', `/${id}/rotate`)));
  expect(new Set(rotated.map((reply) => reply.at('data.secret'))).size).toBe(5);
  expect(rotated.map((reply) => reply.at('data.version')).sort()).toEqual([2, 3, 4, 5, 6]);
});

test.each([
  ['https://private.example/', 'unreachable_host'],
  ['https://mixed.example/', 'unreachable_host'],
  ['https://127.0.0.1/', 'unreachable_host'],
  ['https://[::ffff:10.0.0.1]/', 'unreachable_host'],
  ['https://localhost/', 'unreachable_host'],
  ['https://unknown.example/', 'unreachable_host'],
  ['http://public.example/', 'needs_https'],
  ['https://user@public.example/', 'url_with_credentials'],
  ['ftp://public.example/', 'invalid_webhook_url'],
  ['events', 'invalid_webhook_url'],
  ['', 'required'],
])('refuses the URL %s, at the creation and in a change', async (bad, code) => {
  const refused = await send('POST', '', { body: { url: bad } });
  expect([refused.status, refused.at('issues.0.path'), refused.at('issues.0.code')]).toEqual([422, 'url', code]);
  const id = (await send('POST', '', { body: { url } })).id('data.id');
  expect((await send('PATCH', `/${id}`, { body: { url: bad } })).at('issues.0.code')).toBe(code);
  expect((await send('GET', `/${id}`)).at('data.url')).toBe(url);
});

test('checks members strictly, the site of the key, and the quota', async () => {
  const faults = async (body: object) => faultsIn(await send('POST', '', { body }));
  expect(await faults({ url, types: ['answer.moved'], secret: 'x' })).toEqual(['types.0', 'secret']);
  expect(await faults({ url, site_id: 999_999 })).toEqual(['site_id']);
  for (let nth = 0; nth < 3; nth++) expect((await send('POST', '', { body: { url } })).status).toBe(201);
  const refused = await send('POST', '', { body: { url } });
  expect([refused.status, codeIn(refused)]).toEqual([409, 'conflict']);
});

test('a key of a site sees and creates the webhooks of its site only', async () => {
  const site = Number((await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'Shop' } })).at('data.id'));
  const scoped = await owner.key(site);
  const ofAccount = (await send('POST', '', { body: { url } })).id('data.id');
  const created = await send('POST', '', { key: scoped, body: { url } });
  expect([created.status, created.at('data.site_id')]).toEqual([201, site]);
  expect((await send('GET', '', { key: scoped })).at('data')).toHaveLength(1);
  expect((await send('GET', `/${ofAccount}`, { key: scoped })).status).toBe(404);
  expect((await send('POST', '', { key: scoped, body: { url, site_id: null } })).status).toBe(422);
});

describe('tests and replays', () => {
  test('tests and replays of a disabled webhook are refused', async () => {
    const id = (await send('POST', '', { body: { url, enabled: false } })).id('data.id');
    const refused = await send('POST', `/${id}/test`);
    expect([refused.status, codeIn(refused)]).toEqual([409, 'conflict']);
  });

  test('tests and replays wait as pending deliveries, which fail when the webhook is disabled', async () => {
    const id = (await send('POST', '', { body: { url } })).id('data.id');
    const tested = await send('POST', `/${id}/test`);
    expect([tested.status, tested.at('data.status')]).toEqual([201, 'pending']);
    await send('PATCH', `/${id}`, { body: { enabled: false } });
    expect((await send('GET', `/${id}/deliveries`)).at('data.0')).toMatchObject({
      status: 'failed',
      problem: 'disabled',
    });
  });
});

test('secrets are encrypted at rest', async () => {
  const secret = (await send('POST', '', { body: { url } })).id('data.secret');
  const rows = await server.services.store.read(all<{ secret: Uint8Array }>`select secret from askwell_webhooks`);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(Buffer.from(row.secret).includes(secret.slice(6))).toBe(false);
});

test('deleting an account deletes its webhooks and their deliveries', async () => {
  const id = (await send('POST', '', { body: { url } })).id('data.id');
  await send('POST', `/${id}/test`);
  await server.askwell.accounts.delete(owner.session.account);
  const left = all`select 1 from askwell_webhooks where id = ${Number(id)}
    union all select 1 from askwell_deliveries where webhook_id = ${Number(id)}`;
  expect(await server.services.store.read(left)).toEqual([]);
});

test('refuses a list with more types than exist, without checking each type', async () => {
  const refused = await send('POST', '', { body: { url, types: Array(32_000).fill(1) } });
  expect([refused.status, refused.at('issues')]).toEqual([
    422,
    [{ path: 'types', code: 'too_many', params: { max: 7 }, message: 'Must have at most 7 items.' }],
  ]);
});
