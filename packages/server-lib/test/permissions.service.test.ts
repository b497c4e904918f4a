import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeyPermissions, keyPermissions } from '../src/owners/keys/key-permissions.js';
import {
  type AccessFixture,
  createFixture,
  nameOf,
  pathTo,
  type Route,
  readAll,
} from './support/access/access-matrix.js';
import { keyedRoutes } from './support/access/keyed-routes.js';
import { call } from './support/http/http-client.js';
import { codeIn, textIdIn } from './support/http/parse-replies.js';

let fixture: AccessFixture;
let keys: Readonly<Record<KeyPermissions, string>>;
beforeAll(async () => {
  fixture = await createFixture();
  const { askwell } = fixture.server;
  const make = async (permissions: KeyPermissions) =>
    (await askwell.keys.create(fixture.owner.session, { name: permissions, permissions })).raw;
  keys = { all: await make('all'), read: await make('read'), answers: await make('answers') };
});
afterAll(() => fixture.server.close());

/** The paths of answers: the only ones where a key for answers can write. */
const answersPath =
  /^\/api\/v1\/(polls\/\{id\}\/votes|quizzes\/\{id\}\/attempts|forms\/\{id\}\/submissions)(\/(\{answer\}|batch))?$/;

function isAllowed(permissions: KeyPermissions, { method, pattern }: Route): boolean {
  if (method === 'GET' || permissions === 'all') return true;
  return permissions === 'answers' && answersPath.test(pattern);
}

// `test/scopes.test.ts` checks that the routes are complete.
describe.each(keyedRoutes.map((route) => ({ ...route, name: nameOf(route) })))('$name', (route) => {
  const send = (method: string, permissions: KeyPermissions, target: number | string) =>
    call(fixture.server, method, pathTo(route, target), { key: keys[permissions], body: route.body });
  const refused = keyPermissions.filter((permissions) => !isAllowed(permissions, route));

  test.each(keyPermissions.filter((permissions) => isAllowed(permissions, route)))(
    'is accepted with the permissions %s',
    async (permissions) => {
      const target = (await route.target?.(fixture)) ?? '';
      expect((await send(route.method, permissions, target)).status).toBe(route.status.account);
      if (route.method === 'GET') expect((await send('HEAD', permissions, target)).status).toBe(route.status.account);
    },
  );

  if (refused.length === 0) return;
  test(`is forbidden with the permissions ${refused.join(', ')}, and changes nothing`, async () => {
    const target = (await route.target?.(fixture)) ?? '';
    const before = await readAll(fixture);
    for (const permissions of refused) {
      const reply = await send(route.method, permissions, target);
      expect([reply.status, codeIn(reply)]).toEqual([403, 'forbidden']);
    }
    expect(await readAll(fixture)).toEqual(before);
  });
});

test('the message lists the permissions of the key', async () => {
  const messageFor = async (permissions: KeyPermissions) =>
    (await call(fixture.server, 'POST', '/api/v1/polls', { key: keys[permissions], body: {} })).body;
  expect(await messageFor('read')).toEqual({
    message: 'This API key can only read. Use a key with full access.',
    code: 'forbidden',
  });
  expect(await messageFor('answers')).toEqual({
    message: 'This API key can only read, and change answers. Use a key with full access.',
    code: 'forbidden',
  });
});

describe('permissions are checked', () => {
  const at = (method: string, path: string, options: object = {}) =>
    call(fixture.server, method, path, { key: keys.read, ...options });

  test('after the path, the method and the body', async () => {
    expect((await at('PATCH', '/api/v1/polls/poll_x', { body: {} })).status).toBe(404);
    expect((await at('PUT', '/api/v1/polls', { body: {} })).status).toBe(405);
    expect((await at('POST', '/api/v1/polls', { body: 'x'.repeat(256 * 1024 + 1) })).status).toBe(413);
    expect((await at('POST', '/api/v1/polls', { body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect((await at('POST', '/api/v1/polls', { body: '{' })).status).toBe(400);
    expect((await at('POST', '/api/v1/polls', { body: { unknown: 1 } })).status).toBe(403);
  });

  test('before an earlier request is repeated', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { title: 'Lunch?', options: ['Soup', 'Salad'] };
    const send = (key: string) => call(fixture.server, 'POST', '/api/v1/polls', { key, body, headers });
    expect((await send(keys.all)).status).toBe(201);
    expect((await send(keys.read)).status).toBe(403);
    expect((await send(keys.all)).status).toBe(201);
  });
});

test('visitors vote with any key, because it is ignored', async () => {
  const { server } = fixture;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const poll = textIdIn(await call(server, 'POST', '/api/v1/polls', { key: keys.all, body: draft }));
  const reply = await call(server, 'POST', `/api/v1/polls/${poll}/votes`, {
    key: keys.read,
    body: { choices: ['o1'] },
  });
  expect(reply.status).toBe(201);
});

test('an account with such keys is shown without their permissions', async () => {
  const { body } = await call(fixture.server, 'GET', '/api/v1/me', { key: keys.read });
  const members = ['id', 'name', 'description', 'masked_key', 'last_used_at', 'created_at'];
  expect(body).toHaveProperty('data.api_keys');
  const listed: unknown = Object(body).data.api_keys;
  for (const key of Array.isArray(listed) ? listed : expect.unreachable()) expect(Object.keys(key)).toEqual(members);
});
