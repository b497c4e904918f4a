import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../test/support/client.js';
import { createOwner, type Owner } from '../../test/support/owner.js';
import { idIn } from '../../test/support/replies.js';
import { startServer, type TestServer } from '../../test/support/server.js';
import { maskKey } from './key-format.js';
import type { KeyRow } from './key-queries.js';

let here: TestServer;
let elsewhere: TestServer;
let host: Database.Database;
beforeAll(async () => {
  here = await startServer();
  elsewhere = await startServer({ database: here.database });
  host = new Database(here.database);
});
afterAll(async () => {
  host.close();
  await elsewhere.close();
  await here.close();
});

const authenticate = (raw: string, at = here) => at.askwell.auth.authenticate({ 'x-api-key': raw });
const me = async (key: string, at = here) => (await call(at, 'GET', '/api/v1/me', { key })).body;

test('what changes in the database is told by the next call, whoever changed it', async () => {
  const owner = await createOwner(here.services);
  const raw = await owner.key();
  const id = owner.session.account.id;
  await authenticate(raw);
  await me(raw);
  host.prepare('update askwell_accounts set name = ?, email = ? where id = ?').run('Moved', 'moved@example.com', id);
  expect((await authenticate(raw))?.account).toMatchObject({ id, name: 'Moved', email: 'moved@example.com' });
  host.prepare('update askwell_accounts set created_at = 0 where id = ?').run(id);
  expect((await authenticate(raw))?.account.createdAt).toBe(0);
  host
    .prepare('update askwell_keys set name = ?, description = ? where account_id = ?')
    .run('Till', 'By the door.', id);
  expect((await authenticate(raw))?.key.name).toBe('Till');
  expect(await me(raw)).toMatchObject({
    data: { name: 'Moved', api_keys: [{ name: 'Till', description: 'By the door.' }] },
  });
});

test('what a host has rolled back is not told, also when as much has changed since', async () => {
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

test('what a host begins while its keys are read, and rolls back, is told to nobody else', async () => {
  const handle = new Database(':memory:');
  const shared = await startServer({ database: handle });
  const owner = await createOwner(shared.services);
  const raw = await owner.key();
  const ask = () => shared.askwell.fetch(new Request('http://localhost/api/v1/me', { headers: { 'x-api-key': raw } }));
  for (let steps = 0; steps < 12; steps++) {
    handle.prepare('update askwell_keys set name = ?').run('Settled');
    const pending = ask();
    for (let step = 0; step < steps; step++) await null;
    handle.exec('begin');
    handle.prepare('update askwell_keys set name = ?').run('Phantom');
    await pending;
    handle.exec('rollback');
    expect(await (await ask()).text()).toContain('"name":"Settled"');
  }
  await shared.close();
  handle.close();
});

test('a key that moves to another site opens that one from the next call on', async () => {
  const owner = await createOwner(here.services);
  const whole = await owner.key();
  const site = idIn(await call(here, 'POST', '/api/v1/sites', { key: whole, body: { name: 'A' } }));
  const raw = await owner.key();
  const caller = await authenticate(raw);
  host.prepare('update askwell_keys set site_id = ? where id = ?').run(site, caller?.key.id);
  expect((await authenticate(raw))?.scope).toEqual({ account: owner.session.account.id, site });
  expect(await me(raw)).toMatchObject({ data: { api_keys: [{ id: caller?.key.id }] } });
});

test('the use of a key shows to the others of its account in every process, once it is stored', async () => {
  const owner = await createOwner(here.services);
  const [watching, used] = [await owner.key(), await owner.key()];
  const lastUse = async () => (await me(watching)) as { data: { api_keys: { last_used_at: string | null }[] } };
  expect((await lastUse()).data.api_keys[1]?.last_used_at).toBeNull();
  await me(used, elsewhere);
  await vi.waitFor(async () => expect((await lastUse()).data.api_keys[1]?.last_used_at).not.toBeNull(), 10_000);
});

/** What a key should be told, by a plain look into the database. */
function truth(account: number, site: number | null): unknown {
  const { name } =
    host.prepare<[number], { name: string }>('select name from askwell_accounts where id = ?').get(account) ?? {};
  const rows = host
    .prepare<[number], KeyRow>('select * from askwell_keys where account_id = ? order by id')
    .all(account);
  const seen = rows.filter((row) => site === null || row.site_id === site);
  return {
    name,
    api_keys: seen.map(({ id, name, description, ...row }) => ({ id, name, description, masked_key: maskKey(row) })),
  };
}

interface HeldKey {
  readonly id: number;
  readonly raw: string;
  readonly site: number | null;
}

/** Something that happens to an account, through one of the servers or past both. */
type Step = (owner: Owner, site: number, held: HeldKey[], server: TestServer) => Promise<void> | void;

const steps: Record<string, Step> = {
  async 'a key is made'({ session }, _site, held, { askwell }) {
    held.push({ ...(await askwell.keys.create(session, { name: 'Whole' })), site: null });
  },
  async 'a key is made for a site'({ session }, site, held, { askwell }) {
    held.push({ ...(await askwell.keys.create(session, { name: 'Of a site', site_id: site })), site });
  },
  async 'a key is deleted'({ session }, _site, held, { askwell }) {
    const gone = held.length > 1 ? held.pop() : undefined;
    if (!gone) return;
    await askwell.keys.delete(session, gone.id);
    expect(await authenticate(gone.raw, here)).toBeNull();
    expect(await authenticate(gone.raw, elsewhere)).toBeNull();
  },
  'a key is renamed'(_owner, _site, held) {
    host.prepare("update askwell_keys set name = name || '!' where id = ?").run(held.at(-1)?.id);
  },
  'the account is renamed'({ session }) {
    host.prepare("update askwell_accounts set name = name || '!' where id = ?").run(session.account.id);
  },
};

test('whatever is made, deleted and renamed, wherever it was, each key is told what stands', async () => {
  const happening = fc.tuple(fc.constantFrom(...Object.values(steps)), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
      const owner = await createOwner(here.services);
      const held: HeldKey[] = [{ ...(await here.askwell.keys.create(owner.session, { name: 'First' })), site: null }];
      const site = idIn(await call(here, 'POST', '/api/v1/sites', { key: held[0]?.raw, body: { name: 'A' } }));
      for (const [happen, isHere] of happenings) {
        await happen(owner, site, held, isHere ? here : elsewhere);
        for (const { raw, site } of held) {
          for (const server of [here, elsewhere])
            expect(await me(raw, server)).toMatchObject({ data: truth(owner.session.account.id, site) });
        }
      }
    }),
    { numRuns: 20 },
  );
});
