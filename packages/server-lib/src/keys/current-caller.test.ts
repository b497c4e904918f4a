import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../test/support/http/http-client.js';
import { idIn } from '../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../test/support/servers/start-server.js';
import { maskKey } from './key-format.js';
import type { KeyRow } from './key-queries.js';

let server: TestServer;
let otherServer: TestServer;
let database: Database.Database;
beforeAll(async () => {
  server = await startServer();
  otherServer = await startServer({ database: server.database });
  database = new Database(server.database);
});
afterAll(async () => {
  database.close();
  await otherServer.close();
  await server.close();
});

const authenticate = (raw: string, on = server) => on.askwell.auth.authenticate({ 'x-api-key': raw });
const me = async (key: string, on = server) => (await call(on, 'GET', '/api/v1/me', { key })).body;

test('returns changes in the database with the next call', async () => {
  const owner = await createOwner(server.services);
  const raw = await owner.key();
  const id = owner.session.account.id;
  await authenticate(raw);
  await me(raw);
  database
    .prepare('update askwell_accounts set name = ?, email = ? where id = ?')
    .run('Moved', 'moved@example.com', id);
  expect((await authenticate(raw))?.account).toMatchObject({ id, name: 'Moved', email: 'moved@example.com' });
  database.prepare('update askwell_accounts set created_at = 0 where id = ?').run(id);
  expect((await authenticate(raw))?.account.createdAt).toBe(0);
  database
    .prepare('update askwell_keys set name = ?, description = ? where account_id = ?')
    .run('Till', 'At the till.', id);
  expect((await authenticate(raw))?.key.name).toBe('Till');
  expect(await me(raw)).toMatchObject({
    data: { name: 'Moved', api_keys: [{ name: 'Till', description: 'At the till.' }] },
  });
});

test('does not return changes that the host has rolled back', async () => {
  const handle = new Database(':memory:');
  const shared = await startServer({ database: handle });
  const owner = await createOwner(shared.services);
  const raw = await owner.key();
  const rename = handle.prepare('update askwell_accounts set name = ?');
  handle.exec('begin');
  rename.run('Never');
  expect((await authenticate(raw, shared))?.account.name).toBe('Never');
  handle.exec('rollback');
  rename.run('Since');
  expect((await authenticate(raw, shared))?.account.name).toBe('Since');
  await shared.close();
  handle.close();
});

test('a transaction that the host rolls back while keys are read does not affect later calls', async () => {
  const handle = new Database(':memory:');
  const shared = await startServer({ database: handle });
  const owner = await createOwner(shared.services);
  const raw = await owner.key();
  const readMe = () =>
    shared.askwell.fetch(new Request('http://localhost/api/v1/me', { headers: { 'x-api-key': raw } }));
  for (let steps = 0; steps < 12; steps++) {
    handle.prepare('update askwell_keys set name = ?').run('Settled');
    const pending = readMe();
    for (let step = 0; step < steps; step++) await null;
    handle.exec('begin');
    handle.prepare('update askwell_keys set name = ?').run('Phantom');
    await pending;
    handle.exec('rollback');
    expect(await (await readMe()).text()).toContain('"name":"Settled"');
  }
  await shared.close();
  handle.close();
});

test('a key that is moved to another site has its scope from the next call on', async () => {
  const owner = await createOwner(server.services);
  const whole = await owner.key();
  const site = idIn(await call(server, 'POST', '/api/v1/sites', { key: whole, body: { name: 'A' } }));
  const raw = await owner.key();
  const caller = await authenticate(raw);
  database.prepare('update askwell_keys set site_id = ? where id = ?').run(site, caller?.key.id);
  expect((await authenticate(raw))?.scope).toEqual({ account: owner.session.account.id, site });
  expect(await me(raw)).toMatchObject({ data: { api_keys: [{ id: caller?.key.id }] } });
});

test('other keys of the account show the last use of a key in every process once it is stored', async () => {
  const owner = await createOwner(server.services);
  const [watching, used] = [await owner.key(), await owner.key()];
  const lastUse = async () => (await me(watching)) as { data: { api_keys: { last_used_at: string | null }[] } };
  expect((await lastUse()).data.api_keys[1]?.last_used_at).toBeNull();
  await me(used, otherServer);
  await vi.waitFor(async () => expect((await lastUse()).data.api_keys[1]?.last_used_at).not.toBeNull(), 10_000);
});

/** Returns the expected response to `GET /me`, read directly from the database. */
function expectedMe(account: number, site: number | null): unknown {
  const { name } =
    database.prepare<[number], { name: string }>('select name from askwell_accounts where id = ?').get(account) ?? {};
  const rows = database
    .prepare<[number], KeyRow>('select * from askwell_keys where account_id = ? order by id')
    .all(account);
  const visible = rows.filter((row) => site === null || row.site_id === site);
  return {
    name,
    api_keys: visible.map(({ id, name, description, ...row }) => ({ id, name, description, masked_key: maskKey(row) })),
  };
}

interface TestKey {
  readonly id: number;
  readonly raw: string;
  readonly site: number | null;
}

/** A change of an account, through one of the servers or directly in the database. */
type Step = (owner: Owner, site: number, testKeys: TestKey[], server: TestServer) => Promise<void> | void;

const steps: Record<string, Step> = {
  async 'a key is created'({ session }, _site, testKeys, { askwell }) {
    testKeys.push({ ...(await askwell.keys.create(session, { name: 'Whole' })), site: null });
  },
  async 'a key is created for a site'({ session }, site, testKeys, { askwell }) {
    testKeys.push({ ...(await askwell.keys.create(session, { name: 'Of a site', site_id: site })), site });
  },
  async 'a key is deleted'({ session }, _site, testKeys, { askwell }) {
    const deleted = testKeys.length > 1 ? testKeys.pop() : undefined;
    if (!deleted) return;
    await askwell.keys.delete(session, deleted.id);
    expect(await authenticate(deleted.raw, server)).toBeNull();
    expect(await authenticate(deleted.raw, otherServer)).toBeNull();
  },
  'a key is renamed'(_owner, _site, testKeys) {
    database.prepare("update askwell_keys set name = name || '!' where id = ?").run(testKeys.at(-1)?.id);
  },
  'the account is renamed'({ session }) {
    database.prepare("update askwell_accounts set name = name || '!' where id = ?").run(session.account.id);
  },
};

test('every key gets the current data after any sequence of changes in any process', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.values(steps)), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (sequence) => {
      const owner = await createOwner(server.services);
      const testKeys: TestKey[] = [
        { ...(await server.askwell.keys.create(owner.session, { name: 'First' })), site: null },
      ];
      const site = idIn(await call(server, 'POST', '/api/v1/sites', { key: testKeys[0]?.raw, body: { name: 'A' } }));
      for (const [change, isOnFirst] of sequence) {
        await change(owner, site, testKeys, isOnFirst ? server : otherServer);
        for (const { raw, site } of testKeys) {
          for (const on of [server, otherServer])
            expect(await me(raw, on)).toMatchObject({ data: expectedMe(owner.session.account.id, site) });
        }
      }
    }),
    { numRuns: 20 },
  );
});
