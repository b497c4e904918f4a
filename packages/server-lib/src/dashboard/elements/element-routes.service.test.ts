import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { sha256 } from '../../base/crypto/hash.js';
import { createApiEndpoints, createPageEndpoints } from '../../instance-pipeline.js';
import { type TokenAction, tokenActions } from '../../owners/tokens/token-access.js';
import { selectToken } from '../../owners/tokens/token-queries.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31T12:00:00Z');
let server: TestServer;
let owner: Owner;
let other: Owner;
beforeAll(async () => {
  server = await startService({ clock: source, getUser: ({ headers }) => userOf(headers.get('x-user')) });
  owner = await createOwner(server.services);
  other = await createOwner(server.services);
});
afterAll(() => server.close());

const userOf = (id: string | null) => (id === null ? null : { id, name: id });
const draft = { title: 'Contact', status: 'draft', fields: [{ type: 'short_text', label: 'Name' }] } as const;
const createForm = async (by = owner) => (await server.askwell.forms.create(by.session.account, draft)).id;
const tokenFor = async (can: readonly TokenAction[] = tokenActions, asks?: string[]) =>
  (await server.askwell.tokens.create(owner.session.account, { can, asks })).raw;
const send = (token: string, method: string, path: string, body?: object) =>
  call(server, method, `/embed/owner/asks${path}`, {
    headers: { authorization: `Bearer ${token}` },
    body,
  });

const listedBy = async (token: string) => Object((await send(token, 'GET', '')).body).data;

/** The routes with the permission that each needs. */
const routes: readonly { method: string; action: string; needs: TokenAction; body?: object }[] = [
  { method: 'GET', action: '/editor', needs: 'edit' },
  { method: 'GET', action: '/results', needs: 'results' },
  { method: 'POST', action: '/working-copy', needs: 'edit', body: { revision: 'x', definition: {} } },
  { method: 'POST', action: '/discard', needs: 'edit', body: { revision: 'x' } },
  { method: 'POST', action: '/publish', needs: 'publish', body: { revision: 'x' } },
  { method: 'POST', action: '/duplicate', needs: 'create', body: {} },
  { method: 'POST', action: '/close', needs: 'publish', body: {} },
  { method: 'POST', action: '/reopen', needs: 'publish', body: {} },
  { method: 'POST', action: '/delete', needs: 'delete', body: {} },
];

test('the routes are complete', () => {
  const paths = createPageEndpoints(server.services, () => false).flatMap(({ path }) =>
    path.startsWith('/embed/owner/asks/') ? [path] : [],
  );
  expect(paths.sort()).toEqual(routes.map(({ action }) => `/embed/owner/asks/{id}${action}`).sort());
});

test('a token edits, saves, publishes, closes and copies a form, and lists it', async () => {
  const token = await tokenFor();
  const form = await createForm();
  const opened = await send(token, 'GET', `/${form}/editor`);
  expect([opened.status, opened.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(opened.headers.get('access-control-allow-credentials')).toBeNull();
  expect(opened.body).toMatchObject({ ask: { id: form, kind: 'form' }, allowed: { can: tokenActions } });
  const { copy } = Object(opened.body);
  const definition = { ...copy.draft, title: 'Contact us' };
  const saved = await send(token, 'POST', `/${form}/working-copy`, { revision: copy.revision, definition });
  expect([saved.status, saved.body]).toMatchObject([200, { definition: { title: 'Contact us' } }]);
  expect(await listedBy(await tokenFor(['edit'], [form]))).toMatchObject([{ id: form, is_changed: false }]);
  const stale = await send(token, 'POST', `/${form}/working-copy`, { revision: copy.revision, definition: copy.draft });
  expect([stale.status, stale.body]).toMatchObject([412, { definition: { title: 'Contact us' } }]);
  const published = await send(token, 'POST', `/${form}/publish`, { revision: Object(saved.body).revision });
  expect([published.status, published.body]).toMatchObject([200, { isChanged: false, status: 'open' }]);
  const copied = await send(token, 'POST', `/${form}/duplicate`, {});
  expect(copied.status).toBe(200);
  expect((await send(token, 'POST', `/${form}/close`, {})).body).toEqual({ id: form });
  const created = await send(token, 'POST', '', { kind: 'poll' });
  expect(created.status).toBe(201);
  const listed = await send(token, 'GET', '?limit=2');
  expect(Object(listed.body).data).toMatchObject([Object(created.body), Object(copied.body)]);
  const last = await send(token, 'GET', `?limit=2&cursor=${Object(listed.body).next_cursor}`);
  expect(Object(last.body).data).toContainEqual(expect.objectContaining({ id: form, status: 'closed' }));
  expect((await send(token, 'POST', `/${form}/delete`, {})).status).toBe(200);
  expect((await send(token, 'GET', `/${form}/editor`)).status).toBe(404);
});

test('a refused change names its fields as the editor does, and a definition may be as long as in the dashboard', async () => {
  const token = await tokenFor();
  const form = await createForm();
  const { copy, review } = Object((await send(token, 'GET', `/${form}/editor`)).body);
  expect(Object.values(review.embedded)).toContainEqual(expect.objectContaining({ id: form, title: 'Contact' }));
  const save = (definition: object) =>
    send(token, 'POST', `/${form}/working-copy`, { revision: copy.revision, definition });
  const spaced = JSON.stringify({ revision: copy.revision, definition: copy.draft }) + ' '.repeat(600_000);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const path = `/embed/owner/asks/${form}/working-copy`;
  expect((await call(server, 'POST', path, { headers, body: spaced })).status).toBe(200);
  const { revision } = Object((await save({ ...copy.draft, title: '' })).body);
  const refused = await send(token, 'POST', `/${form}/publish`, { revision });
  expect([refused.status, refused.body]).toMatchObject([422, { code: 'invalid', issues: [{ path: 'title' }] }]);
});

test('results are those of the dashboard, and are sent again only when they change', async () => {
  const token = await tokenFor(['results']);
  const form = await createForm();
  const path = `/embed/owner/asks/${form}/results`;
  const read = (query = '', more = {}) =>
    call(server, 'GET', path + query, { headers: { authorization: `Bearer ${token}`, ...more } });
  const none = await read();
  expect([none.status, none.body]).toMatchObject([200, { id: form, kind: 'form', period: 'all' }]);
  expect(none.at('markup')).toContain('No answers yet');
  const unchanged = await read('', { 'if-none-match': none.headers.get('etag') ?? '' });
  expect([unchanged.status, unchanged.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
  await server.askwell.forms.update(owner.session.account, form, { status: 'open' });
  await call(server, 'POST', `/api/v1/forms/${form}/submissions`, { body: { answers: { f1: 'Kim <b>' } } });
  const answered = await read('', { 'if-none-match': none.headers.get('etag') ?? '' });
  expect(answered.at('markup')).toContain('Kim &lt;b&gt;');
  expect((await read('?period=7d')).body).toMatchObject({ period: '7d' });
});

describe.each(routes)('$method $action', ({ method, action, needs, body }) => {
  test('needs its permission, reaches only the asks of the token, and no other account', async () => {
    const [form, unnamed, foreign] = [await createForm(), await createForm(), await createForm(other)];
    const others = tokenActions.filter((one) => one !== needs);
    expect((await send(await tokenFor(others), method, `/${form}${action}`, body)).status).toBe(403);
    expect((await send(await tokenFor(), method, `/${foreign}${action}`, body)).status).toBe(404);
    if (needs !== 'create') {
      const limited = await tokenFor([needs], [form]);
      expect((await send(limited, method, `/${unnamed}${action}`, body)).status).toBe(404);
      expect((await send(limited, method, `/${form}${action}`, body)).status).not.toBe(404);
    }
    for (const forged of ['', 'askwell_token_x', `askwell_token_${'a'.repeat(40)}`, await owner.key()])
      expect((await send(forged, method, `/${form}${action}`, body)).status).toBe(401);
  });

  test('a signed-in user needs the same origin', async () => {
    const headers = { 'x-user': 'u1', 'sec-fetch-site': 'cross-site' };
    const reply = await call(server, method, `/embed/owner/asks/form_x${action}`, { headers, body });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const own = { 'x-user': 'u1', 'sec-fetch-site': 'same-origin' };
    expect((await call(server, method, `/embed/owner/asks/form_x${action}`, { headers: own, body })).status).toBe(404);
  });
});

test('POST /embed/owner/asks needs its permission and a token that works', async () => {
  const create = async (token: string) => (await send(token, 'POST', '', { kind: 'form' })).status;
  expect(await create(await tokenFor(tokenActions.filter((action) => action !== 'create')))).toBe(403);
  for (const forged of ['', 'askwell_token_x', `askwell_token_${'a'.repeat(40)}`, await owner.key()])
    expect(await create(forged)).toBe(401);
  const headers = { 'x-user': 'u1', 'sec-fetch-site': 'cross-site' };
  expect((await call(server, 'POST', '/embed/owner/asks', { headers, body: { kind: 'form' } })).status).toBe(403);
});

test('a token that names an ask deleted later reaches nothing', async () => {
  const form = await createForm();
  const token = await tokenFor(['edit'], [form]);
  await server.askwell.forms.delete(owner.session.account, form);
  expect((await send(token, 'GET', `/${form}/editor`)).status).toBe(404);
  expect((await send(token, 'GET', '')).body).toMatchObject({ data: [], next_cursor: null });
});

test('a working copy with more members than allowed is refused', async () => {
  const [token, form] = [await tokenFor(), await createForm()];
  const { copy } = Object((await send(token, 'GET', `/${form}/editor`)).body);
  const wrong = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`wrong_${index}`, index]));
  const body = { revision: copy.revision, definition: wrong };
  expect((await send(token, 'POST', `/${form}/working-copy`, body)).status).toBe(422);
  expect(Object((await send(token, 'GET', `/${form}/editor`)).body).copy).toEqual(copy);
});

test('a token that names asks gets no other sites of the account than those of its asks', async () => {
  const { account } = owner.session;
  const site = await server.askwell.sites.create(account, { name: 'Blog' });
  await server.askwell.sites.create(account, { name: 'Secret' });
  const form = (await server.askwell.forms.create(account, { ...draft, site_id: site.id })).id;
  const sitesFor = async (token: string) =>
    Object((await send(token, 'GET', `/${form}/editor`)).body).sites.map(({ name }: { name: string }) => name);
  expect(await sitesFor(await tokenFor(['edit'], [form]))).toEqual(['Blog']);
  expect(await sitesFor(await tokenFor(['edit']))).toEqual(['Blog', 'Secret']);
});

test('a token that names asks lists them alone, and says which have changes', async () => {
  const { account } = owner.session;
  const changed = await createForm();
  await createForm();
  await server.askwell.forms.update(account, changed, { status: 'open' });
  const token = await tokenFor(['edit'], [changed]);
  const { copy } = Object((await send(token, 'GET', `/${changed}/editor`)).body);
  const definition = { ...copy.draft, title: 'Changed' };
  await send(token, 'POST', `/${changed}/working-copy`, { revision: copy.revision, definition });
  expect(await listedBy(token)).toEqual([
    {
      id: changed,
      kind: 'form',
      title: 'Contact',
      status: 'open',
      accepting: true,
      opens_at: null,
      closes_at: null,
      answers_count: 0,
      is_changed: true,
    },
  ]);
});

test('a revision with characters that no database stores is refused', async () => {
  const token = await tokenFor();
  const form = await createForm();
  for (const action of ['discard', 'publish', 'working-copy'])
    expect((await send(token, 'POST', `/${form}/${action}`, { revision: '\u0000' })).status).toBe(422);
});

test('a token that names asks cannot move one to another site', async () => {
  const { account } = owner.session;
  const secret = await server.askwell.sites.create(account, { name: 'Secret' });
  const form = await createForm();
  const token = await tokenFor(['edit', 'publish'], [form]);
  const { copy } = Object((await send(token, 'GET', `/${form}/editor`)).body);
  const moved = { revision: copy.revision, definition: { ...copy.draft, site_id: secret.id } };
  expect((await send(token, 'POST', `/${form}/working-copy`, moved)).status).toBe(422);
  expect((await server.askwell.forms.get(account, form)).site_id).toBeNull();
});

test('a token works on no other route', async () => {
  const token = await tokenFor();
  const form = await createForm();
  const endpoints = [...createPageEndpoints(server.services, () => false), ...createApiEndpoints(server.services)];
  const paths = endpoints.flatMap(({ path }) => (path.startsWith('/embed/owner/') ? [] : [path.replace('{id}', form)]));
  expect(paths.length).toBeGreaterThan(100);
  for (const path of [...paths, '/mcp']) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const answered = async (headers: Record<string, string>) => {
        const { status, headers: sent } = await call(server, method, path, { headers });
        return [method, path, status, sent.get('location')];
      };
      const anonymous = await answered({});
      expect(await answered({ authorization: `Bearer ${token}` })).toEqual(anonymous);
      expect(await answered({ 'x-api-key': token })).toEqual(anonymous);
    }
  }
});

test('a token ends when it expires or is revoked, and with its account', async () => {
  const { askwell } = server;
  const { account } = other.session;
  const status = async (token: string) => (await send(token, 'GET', '')).status;
  const first = await askwell.tokens.create(account, { can: ['edit'], expiresIn: 60 });
  const second = await askwell.tokens.create(account, { can: ['edit'] });
  expect(await askwell.tokens.list(account)).toMatchObject([
    { id: first.id, can: ['edit'], asks: null },
    { id: second.id },
  ]);
  expect([await status(first.raw), await status(second.raw)]).toEqual([200, 200]);
  // To the microsecond. An expired token is also deleted in the background.
  const find = (now: number) => server.services.store.read(selectToken(sha256(first.raw), now));
  const expiry = Date.parse(first.expires_at) * 1_000;
  expect([await find(expiry - 1), await find(expiry)]).toEqual([expect.anything(), undefined]);
  await clock.advance({ seconds: 61 });
  expect([await status(first.raw), await status(second.raw)]).toEqual([401, 200]);
  await expect(askwell.tokens.revoke(owner.session.account, second.id)).rejects.toMatchObject({ code: 'not_found' });
  await askwell.tokens.revoke(account, second.id);
  expect(await status(second.raw)).toBe(401);
  const third = await askwell.tokens.create(account, { can: ['edit'] });
  await askwell.accounts.delete(account);
  expect(await status(third.raw)).toBe(401);
});

test.each([
  { can: [] },
  { can: ['all'] },
  { can: ['edit'], expiresIn: Number.NaN },
  { can: ['edit'], expiresIn: Number.POSITIVE_INFINITY },
  { can: ['edit'], expiresIn: -1 },
  { can: ['edit'], expiresIn: 86_401 },
  { can: ['edit'], asks: [] },
  { can: ['edit'], asks: Array.from({ length: 101 }, () => 'form_x') },
  { can: ['create'], asks: ['form_x'] },
])('refuses an invalid draft', async (given) => {
  const created = server.askwell.tokens.create(owner.session.account, Object(given));
  await expect(created).rejects.toMatchObject({ code: 'invalid' });
});

test('a token cannot name asks of another account', async () => {
  const asks = [await createForm(await createOwner(server.services))];
  const created = server.askwell.tokens.create(owner.session.account, { can: ['edit'], asks });
  await expect(created).rejects.toMatchObject({ code: 'not_found' });
});

test('preflights are answered for any origin without credentials', async () => {
  const reply = await call(server, 'OPTIONS', '/embed/owner/asks', { headers: { origin: 'https://host.example' } });
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(reply.headers.get('access-control-allow-headers')).toContain('Authorization');
  expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
});
