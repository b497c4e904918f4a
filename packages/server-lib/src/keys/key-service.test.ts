import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../test/support/client.js';
import { createOwner, type Owner } from '../../test/support/owner.js';
import { idIn } from '../../test/support/replies.js';
import { startServer, type TestServer, temporaryFolder } from '../../test/support/server.js';

const minute = 60_000;
let now = Date.UTC(2026, 0, 31);
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startServer({ clock: () => now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const keys = () => server.askwell.keys;
const me = (key: string, at = server) => call(at, 'GET', '/api/v1/me', { key });

test('a key is shown raw when it is created, and masked ever after', async () => {
  const { session } = await createOwner(server.services);
  const { id, raw } = await keys().create(session, { name: '  Shop  ', description: 'Polls of the shop.' });
  expect(raw).toMatch(/^ask_[A-Za-z0-9]{40}$/);
  const listed = {
    id,
    name: 'Shop',
    description: 'Polls of the shop.',
    masked_key: `ask_${raw.slice(4, 8)}\u2022\u2022\u2022\u2022\u2022\u2022${raw.slice(-4)}`,
    last_used_at: null,
    created_at: '2026-01-31T00:00:00.000000Z',
  };
  expect(await keys().list(session)).toEqual([{ ...listed, site_id: null }]);
  expect((await me(raw)).body).toMatchObject({
    data: { api_keys: [{ ...listed, last_used_at: '2026-01-31T00:00:00.000000Z' }] },
  });
});

test('neither the database nor any reply holds a raw key', async () => {
  const raw = await owner.key();
  const reply = await me(raw);
  const files = await Promise.all([server.database, `${server.database}-wal`].map((file) => readFile(file)));
  for (const bytes of [...files, Buffer.from(reply.text)]) {
    expect(bytes.includes(raw)).toBe(false);
    expect(bytes.includes(raw.slice(4))).toBe(false);
    expect(bytes.includes(raw.slice(4, 12))).toBe(false);
  }
});

test.each([
  ['no name', { name: '' }, ['name']],
  ['a name of spaces', { name: '  ' }, ['name']],
  ['a long name', { name: 'x'.repeat(101) }, ['name']],
  ['a name with NUL', { name: 'a\0' }, ['name']],
  ['a long description', { name: 'a', description: 'x'.repeat(501) }, ['description']],
  ['half a surrogate', { name: 'a', description: '\ud800' }, ['description']],
  ['a site that is none', { name: 'a', site_id: 0.5 }, ['site_id']],
  ['a site of nobody', { name: 'a', site_id: 999_999 }, ['site_id']],
  ['all of it', { name: '', description: 'x'.repeat(501), site_id: -1 }, ['name', 'description', 'site_id']],
])('a draft with %s is refused with what is wrong', async (_what, draft, faults) => {
  const failure = await keys()
    .create(owner.session, draft)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'invalid', status: 422 });
  expect(failure).toHaveProperty('errors', Object.fromEntries(faults.map((name) => [name, [expect.any(String)]])));
});

test('lengths count code points, and an empty description is none', async () => {
  const { session } = await createOwner(server.services);
  await keys().create(session, { name: '😀'.repeat(100), description: '😀'.repeat(500) });
  await keys().create(session, { name: 'a', description: '  ' });
  await keys().create(session, { name: 'b', description: null, site_id: null });
  expect((await keys().list(session)).map((key) => key.description)).toEqual(['😀'.repeat(500), null, null]);
});

test('a key can not be scoped to a site of someone else', async () => {
  const other = await createOwner(server.services);
  const site = idIn(await call(server, 'POST', '/api/v1/sites', { key: await other.key(), body: { name: 'Theirs' } }));
  await expect(owner.key(site)).rejects.toMatchObject({ code: 'invalid', errors: { site_id: expect.any(Array) } });
});

test('each key of an account authenticates as it, and by ascending id all of them are shown', async () => {
  const busy = await createOwner(server.services);
  const raws = [await busy.key(), await busy.key(), await busy.key()];
  for (const raw of raws) {
    const { body } = await me(raw);
    expect(body).toMatchObject({
      data: {
        id: busy.session.account.id,
        api_keys: raws.map((each) => ({ masked_key: expect.stringContaining(each.slice(-4)) })),
      },
    });
  }
});

test('a key scoped to a site sees the keys of that site alone', async () => {
  const busy = await createOwner(server.services);
  const whole = await busy.key();
  const [siteA, siteB] = [
    idIn(await call(server, 'POST', '/api/v1/sites', { key: whole, body: { name: 'A' } })),
    idIn(await call(server, 'POST', '/api/v1/sites', { key: whole, body: { name: 'B' } })),
  ];
  const [first, second, other] = [await busy.key(siteA), await busy.key(siteA), await busy.key(siteB)];
  const tailsSeenBy = async (key: string) => {
    const { body } = await me(key);
    const seen = JSON.stringify(body);
    return [whole, first, second, other].map((raw) => seen.includes(`\u2022${raw.slice(-4)}`));
  };
  expect(await tailsSeenBy(whole)).toEqual([true, true, true, true]);
  expect(await tailsSeenBy(first)).toEqual([false, true, true, false]);
  expect(await tailsSeenBy(other)).toEqual([false, false, false, true]);
});

describe('deleting', () => {
  test('a deleted key is refused by the very next request, and nothing else is', async () => {
    const busy = await createOwner(server.services);
    const made = await keys().create(busy.session, { name: 'Gone' });
    const spare = await busy.key();
    expect((await me(made.raw)).status).toBe(200);
    await keys().delete(busy.session, made.id);
    const refused = await me(made.raw);
    expect([refused.status, refused.text]).toEqual([401, '{"message":"API key is invalid or missing."}']);
    expect((await me(spare)).status).toBe(200);
    expect(await keys().list(busy.session)).toHaveLength(1);
    await expect(keys().delete(busy.session, made.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of many who delete at once each is told what became of the key they named', async () => {
    const [busy, other] = [await createOwner(server.services), await createOwner(server.services)];
    const made = await Promise.all(Array.from({ length: 5 }, () => keys().create(busy.session, { name: 'Gone' })));
    const [first, second, third] = made.map(({ id }) => id);
    const outcomes = await Promise.allSettled([
      keys().delete(other.session, first ?? 0),
      keys().delete(busy.session, first ?? 0),
      keys().delete(busy.session, first ?? 0),
      keys().delete(busy.session, second ?? 0),
      keys().delete(other.session, third ?? 0),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect((await keys().list(busy.session)).map(({ id }) => id)).toEqual(made.slice(2).map(({ id }) => id));
  });

  test('nobody deletes the key of another account', async () => {
    const [made, other] = [await keys().create(owner.session, { name: 'Mine' }), await createOwner(server.services)];
    await expect(keys().delete(other.session, made.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await me(made.raw)).status).toBe(200);
  });

  test('it holds at once wherever else the database is served', async () => {
    const elsewhere = await startServer({ database: server.database });
    try {
      const made = await keys().create(owner.session, { name: 'Everywhere' });
      expect((await me(made.raw, elsewhere)).status).toBe(200);
      await keys().delete(owner.session, made.id);
      expect((await me(made.raw, elsewhere)).status).toBe(401);
    } finally {
      await elsewhere.close();
    }
  });

  test('with an account all of its keys go', async () => {
    const leaving = await createOwner(server.services);
    const raws = [await leaving.key(), await leaving.key()];
    await server.services.accounts.delete(leaving.session, leaving.password);
    for (const raw of raws) expect((await me(raw)).status).toBe(401);
  });
});

test('an account takes 100 keys, also when more are asked for at once, and one more when one is deleted', async () => {
  const greedy = await createOwner(server.services);
  const asked = await Promise.allSettled(
    Array.from({ length: 110 }, (_, at) => keys().create(greedy.session, { name: `Key ${at}` })),
  );
  const refused = asked.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, () => expect.objectContaining({ code: 'conflict', status: 409 })),
  );
  const listed = await keys().list(greedy.session);
  expect(listed).toHaveLength(100);
  await keys().delete(greedy.session, listed[50]?.id ?? 0);
  await keys().create(greedy.session, { name: 'One more' });
});

test('keys that are made together are each their own: of its account, its site and its id', async () => {
  const [one, other] = [await createOwner(server.services), await createOwner(server.services)];
  const site = (await server.services.sites.create(one.session.scope, { name: 'Shop' })).id;
  const drafts = Array.from({ length: 30 }, (_, at) => ({
    owner: at % 2 ? one : other,
    draft: { name: `Key ${at}`, ...(at % 3 ? {} : { site_id: site }) },
  }));
  const made = await Promise.allSettled(drafts.map(({ owner, draft }) => keys().create(owner.session, draft)));
  for (const [at, outcome] of made.entries()) {
    const { owner, draft } = drafts[at] ?? expect.unreachable();
    if (outcome.status === 'rejected') {
      expect([owner, 'site_id' in draft]).toEqual([other, true]);
      expect(outcome.reason).toMatchObject({ status: 422, errors: { site_id: ['Not one of your sites.'] } });
    } else {
      const caller = await server.askwell.auth.authenticate({ 'x-api-key': outcome.value.raw });
      expect(caller?.key).toEqual({ id: outcome.value.id, name: draft.name });
      expect(caller?.scope).toMatchObject({
        account: owner.session.account.id,
        site: 'site_id' in draft ? site : null,
      });
    }
  }
  expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});

describe('the last use', () => {
  const lastUse = async (id: number) =>
    (await server.askwell.keys.list(owner.session)).find((key) => key.id === id)?.last_used_at;

  test('is null before the first, then that of the latest request, and never goes back', async () => {
    const { id, raw } = await keys().create(owner.session, { name: 'Used' });
    expect(await lastUse(id)).toBeNull();
    now = Date.UTC(2026, 1, 1);
    await me(raw);
    expect(await lastUse(id)).toBe('2026-02-01T00:00:00.000000Z');
    now += 0.001;
    await me(raw);
    expect(await lastUse(id)).toBe('2026-02-01T00:00:00.000001Z');
    now -= minute;
    await me(raw);
    expect(await lastUse(id)).toBe('2026-02-01T00:00:00.000001Z');
  });

  test('is kept over restarts, whatever the clock says then', async () => {
    const folder = await temporaryFolder();
    const database = join(folder, 'askwell.db');
    let time = Date.UTC(2026, 2, 1);
    const restart = () => startServer({ database, clock: () => time });
    const first = await restart();
    const { session } = await createOwner(first.services);
    const made = await first.askwell.keys.create(session, { name: 'Kept' });
    await me(made.raw, first);
    await first.close();

    time -= 60 * minute;
    const second = await restart();
    await me(made.raw, second);
    await second.close();

    const third = await restart();
    const [kept] = await third.askwell.keys.list(session);
    expect(kept?.last_used_at).toBe('2026-03-01T00:00:00.000000Z');
    await third.close();
    await rm(folder, { recursive: true });
  });

  test('is not moved by a request that was refused', async () => {
    const { id, raw } = await keys().create(owner.session, { name: 'Mistyped' });
    expect((await me(`${raw.slice(0, -1)}-`)).status).toBe(401);
    expect(await lastUse(id)).toBeNull();
  });
});

test('a server with another prefix makes keys with it, and still knows the old ones', async () => {
  const elsewhere = await startServer({ database: server.database, keyPrefix: 'poll' });
  const old = await owner.key();
  const { raw } = await elsewhere.askwell.keys.create(owner.session, { name: 'New' });
  expect(raw).toMatch(/^poll_[A-Za-z0-9]{40}$/);
  expect([(await me(old, elsewhere)).status, (await me(raw, elsewhere)).status]).toEqual([200, 200]);
  await elsewhere.close();
});

test('a session whose account was deleted meanwhile makes no key', async () => {
  const { session, password } = await createOwner(server.services);
  await server.services.accounts.delete(session, password);
  await expect(keys().create(session, { name: 'Late' })).rejects.toMatchObject({ code: 'not_found' });
});
