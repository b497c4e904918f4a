import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn, idIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Scope } from '../access/scope.js';

let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

test('authenticates by Node headers and by fetch headers', async () => {
  const { id, name, email } = owner.session.account;
  const caller = {
    scope: Scope.grant(owner.session.account.id, null),
    key: { id: expect.any(Number), name: 'Test', permissions: 'all' },
    account: { id, name, email, createdAt: expect.any(Number) },
  };
  expect(await server.askwell.auth.authenticate({ 'x-api-key': key })).toEqual(caller);
  expect(await server.askwell.auth.authenticate(new Headers({ 'X-API-Key': key }))).toEqual(caller);
});

test('the caller has the scope of the key', async () => {
  const site = idIn(await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'A' } }));
  const caller = await server.askwell.auth.authenticate({ 'x-api-key': await owner.key(site) });
  expect(caller?.scope).toEqual(Scope.grant(owner.session.account.id, site));
});

test.each([
  ['no header', {}],
  ['an empty header', { 'x-api-key': '' }],
  ['a repeated header', { 'x-api-key': 'KEY, KEY' }],
  ['a list', { 'x-api-key': ['KEY', 'KEY'] }],
  ['a bearer token', { authorization: 'Bearer KEY' }],
  ['a scheme before the key', { 'x-api-key': 'Bearer KEY' }],
  ['a cookie', { cookie: 'x-api-key=KEY' }],
  ['quotes', { 'x-api-key': '"KEY"' }],
])('returns null for %s', async (_case, headers) => {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((item) => item.replaceAll('KEY', key)) : value.replaceAll('KEY', key),
  ]);
  expect(await server.askwell.auth.authenticate(Object.fromEntries(entries))).toBeNull();
});

test('refuses a mistyped key without the database, and a valid one as unavailable', async () => {
  const withoutDatabase = await startService();
  const raw = await (await createOwner(withoutDatabase.services)).key();
  await withoutDatabase.services.store.close();
  const mistyped = [...raw].map(
    (character, at) => raw.slice(0, at) + (character === 'x' ? 'y' : 'x') + raw.slice(at + 1),
  );
  const { auth } = withoutDatabase.askwell;
  for (const other of mistyped) expect(await auth.authenticate({ 'x-api-key': other })).toBeNull();
  await expect(auth.authenticate({ 'x-api-key': raw })).rejects.toMatchObject({ code: 'unavailable' });

  const reply = await call(withoutDatabase, 'GET', '/api/v1/me', { key: raw });
  expect([reply.status, codeIn(reply), reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
  expect((await call(withoutDatabase, 'GET', '/api/v1/me')).status).toBe(401);
  await withoutDatabase.close();
});
