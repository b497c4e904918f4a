import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { idIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { connectTo, type DirectConnection } from '../../../test/support/store/direct-connection.js';
import { all, one, run } from '../../db/sql/statement.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { Scope } from '../access/scope.js';
import { maskKey } from './key-format.js';
import type { KeyRow } from './key-queries.js';

const { clock, source } = createTestClock('2026-01-31T12:00:00Z');
let server: TestServer;
let otherServer: TestServer;
let database: DirectConnection;
beforeAll(async () => {
  server = await startService({ clock: source });
  otherServer = await startService({ database: server.database, clock: source });
  database = await connectTo(server.database);
});
afterAll(async () => {
  await database.close();
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
  await database.run(run`update askwell_accounts set name = 'Moved', email = 'moved@example.com' where id = ${id}`);
  expect((await authenticate(raw))?.account).toMatchObject({ id, name: 'Moved', email: 'moved@example.com' });
  await database.run(run`update askwell_accounts set created_at = 0 where id = ${id}`);
  expect((await authenticate(raw))?.account.createdAt).toBe(0);
  await database.run(run`update askwell_keys set name = 'Till', description = 'At the till.' where account_id = ${id}`);
  expect((await authenticate(raw))?.key.name).toBe('Till');
  expect(await me(raw)).toMatchObject({
    data: { name: 'Moved', api_keys: [{ name: 'Till', description: 'At the till.' }] },
  });
});

test('a key that is moved to another site has its scope from the next call on', async () => {
  const owner = await createOwner(server.services);
  const whole = await owner.key();
  const site = idIn(await call(server, 'POST', '/api/v1/sites', { key: whole, body: { name: 'A' } }));
  const raw = await owner.key();
  const caller = await authenticate(raw);
  await database.run(run`update askwell_keys set site_id = ${site} where id = ${caller?.key.id ?? 0}`);
  expect((await authenticate(raw))?.scope).toEqual(Scope.grant(owner.session.account.id, site));
  expect(await me(raw)).toMatchObject({ data: { api_keys: [{ id: caller?.key.id }] } });
});

test('other keys of the account show the last use of a key in every process once it is stored', async () => {
  const owner = await createOwner(server.services);
  const [watching, used] = [await owner.key(), await owner.key()];
  const lastUse = async () => (await me(watching)) as { data: { api_keys: { last_used_at: string | null }[] } };
  expect((await lastUse()).data.api_keys[1]?.last_used_at).toBeNull();
  await me(used, otherServer);
  expect((await lastUse()).data.api_keys[1]?.last_used_at).toBeNull();
  await clock.advance({ seconds: 1 });
  expect((await lastUse()).data.api_keys[1]?.last_used_at).not.toBeNull();
});

/** Returns the expected response to `GET /me`, read directly from the database. */
async function expectedMe(account: number, site: number | null): Promise<unknown> {
  const { name } =
    (await database.run(one<{ name: string }>`select name from askwell_accounts where id = ${account}`)) ?? {};
  const rows = await database.run(all<KeyRow>`select * from askwell_keys where account_id = ${account} order by id`);
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
type Step = (owner: Owner, site: number, testKeys: TestKey[], server: TestServer) => Promise<void>;

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
  async 'a key is renamed'(_owner, _site, testKeys) {
    await database.run(run`update askwell_keys set name = name || '!' where id = ${testKeys.at(-1)?.id ?? 0}`);
  },
  async 'the account is renamed'({ session }) {
    await database.run(run`update askwell_accounts set name = name || '!' where id = ${session.account.id}`);
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
            expect(await me(raw, on)).toMatchObject({ data: await expectedMe(owner.session.account.id, site) });
        }
      }
    }),
    { numRuns: 20 },
  );
});
