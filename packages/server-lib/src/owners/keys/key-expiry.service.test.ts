import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { formatTimestamp } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { fromHandle } from '../../db/sqlite/better-sqlite3-driver.js';
import { migrateSqlite } from '../../db/sqlite/migrate.js';
import { sqliteMigrations } from '../../db/sqlite/migrations/index.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { generateKey } from './key-format.js';

const start = Date.UTC(2026, 0, 31);
const minute = 60_000;
const refusal = [401, '{"message":"API key is invalid or missing."}'];

const { clock, source } = createTestClock(start);
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const keys = () => server.askwell.keys;
const me = (key: string, at = server) => call(at, 'GET', '/api/v1/me', { key });
const timestamp = (milliseconds: number) => formatTimestamp(milliseconds * 1_000);
const find = async (id: number) => (await keys().list(owner.session)).find((key) => key.id === id);

test('a key works until it expires, and is then refused like a wrong key', async () => {
  await clock.set(start);
  const { id, raw } = await keys().create(owner.session, { name: 'Soon', expires_at: timestamp(start + minute) });
  const lasting = await owner.key();
  await clock.set(start + minute - 1);
  expect((await me(raw)).status).toBe(200);
  const { last_used_at } = (await find(id)) ?? expect.unreachable();

  await clock.set(start + minute);
  const refused = await me(raw);
  const wrong = await me(`ask_${'a'.repeat(40)}`);
  expect([refused.status, refused.text]).toEqual(refusal);
  expect(refused.text).toBe(wrong.text);
  expect(await server.askwell.auth.authenticate({ 'x-api-key': raw })).toBeNull();
  const otherServer = await startService({ database: server.database, clock: source });
  expect((await me(raw, otherServer)).status).toBe(401);
  await otherServer.close();

  expect((await me(lasting)).status).toBe(200);
  expect(await find(id)).toMatchObject({ last_used_at, expires_at: '2026-01-31T00:01:00.000000Z' });
  await keys().delete(owner.session, id);
});

test('every method and path refuses an expired key', async () => {
  await clock.set(start);
  const { raw } = await keys().create(owner.session, { name: 'Soon', expires_at: timestamp(start + minute) });
  await clock.set(start + minute);
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    for (const path of ['/api/v1/me', '/api/v1/polls', '/api/v1/polls/poll_x', '/api/v1/nowhere']) {
      const reply = await call(server, method, path, { key: raw });
      expect([reply.status, reply.text]).toEqual(refusal);
    }
  }
});

test('lists the permissions and the expiry of a key', async () => {
  await clock.set(start);
  const plain = await keys().create(owner.session, { name: 'Plain' });
  expect(await find(plain.id)).toMatchObject({ permissions: 'all', expires_at: null });
  const reader = await keys().create(owner.session, {
    name: 'Reader',
    permissions: 'read',
    expires_at: '2026-02-01T00:00:00+02:00',
  });
  expect(await find(reader.id)).toMatchObject({ permissions: 'read', expires_at: '2026-01-31T22:00:00.000000Z' });
  const caller = await server.askwell.auth.authenticate({ 'x-api-key': reader.raw });
  expect(caller?.key).toEqual({ id: reader.id, name: 'Reader', permissions: 'read' });
});

test.each([
  ['now', timestamp(start)],
  ['in the past', timestamp(start - minute)],
  ['a date', '2026-02-01'],
  ['not a day', '2026-02-30T00:00:00Z'],
  ['empty', ''],
])('refuses an expiry that is %s', async (_case, expires_at) => {
  await clock.set(start);
  const creation = keys().create(owner.session, { name: 'Never', expires_at });
  await expect(creation).rejects.toMatchObject({ code: 'invalid', errors: { expires_at: [expect.any(String)] } });
});

test('a key from before the permissions can do everything and never expires', async () => {
  const database = new Database(':memory:');
  migrateSqlite(fromHandle(database), {
    shared: false,
    steps: sqliteMigrations.slice(
      0,
      sqliteMigrations.findIndex((step) => step.includes('column permissions')),
    ),
  });
  const key = generateKey('ask');
  database.exec(`
    insert into askwell_accounts (name, email, email_folded, created_at) values ('a', 'a@b.example', 'a@b.example', 0);
    insert into askwell_keys (account_id, name, hash, prefix, head, tail, created_at)
    values (1, 'Old', x'${sha256(key.raw).toString('hex')}', 'ask', '${key.head}', '${key.tail}', 0)`);
  const upgraded = await startService({ database, clock: () => Date.UTC(2100, 0, 1) });
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  expect((await call(upgraded, 'POST', '/api/v1/polls', { key: key.raw, body: draft })).status).toBe(201);
  const caller = await upgraded.askwell.auth.authenticate({ 'x-api-key': key.raw });
  expect(caller?.key).toEqual({ id: 1, name: 'Old', permissions: 'all' });
  await upgraded.close();
});
