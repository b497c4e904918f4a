import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { idIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { isStored } from '../../../test/support/store/stored-rows.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const minute = 60_000;
const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const keys = () => server.askwell.keys;
const me = (key: string, at = server) => call(at, 'GET', '/api/v1/me', { key });

test('shows a key when it is created, and only its masked form later', async () => {
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
  expect(await keys().list(session)).toEqual([
    { ...listed, site_id: null, permissions: 'all', expires_at: null, last_use: { operation: null, client: null } },
  ]);
  expect((await me(raw)).body).toMatchObject({
    data: { api_keys: [{ ...listed, last_used_at: '2026-01-31T00:00:00.000000Z' }] },
  });
});

test('neither the database nor a response contains a raw key', async () => {
  const raw = await owner.key();
  const reply = await me(raw);
  for (const part of [raw, raw.slice(4), raw.slice(4, 12)]) {
    expect([await isStored(server.database, part), reply.text.includes(part)]).toEqual([false, false]);
  }
});

test.each([
  ['no name', { name: '' }, ['name']],
  ['a name of spaces', { name: '  ' }, ['name']],
  ['a long name', { name: 'x'.repeat(101) }, ['name']],
  ['a name with NUL', { name: 'a\0' }, ['name']],
  ['a long description', { name: 'a', description: 'x'.repeat(501) }, ['description']],
  ['an unpaired surrogate', { name: 'a', description: '\ud800' }, ['description']],
  ['an invalid site ID', { name: 'a', site_id: 0.5 }, ['site_id']],
  ['an unknown site', { name: 'a', site_id: 999_999 }, ['site_id']],
  [
    'several invalid members',
    { name: '', description: 'x'.repeat(501), site_id: -1 },
    ['name', 'description', 'site_id'],
  ],
])('refuses a draft with %s', async (_case, draft, faults) => {
  const failure = await keys()
    .create(owner.session, draft)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'invalid', status: 422 });
  expect(failure).toHaveProperty('errors', Object.fromEntries(faults.map((name) => [name, [expect.any(String)]])));
});

test('counts lengths in code points, and stores an empty description as null', async () => {
  const { session } = await createOwner(server.services);
  await keys().create(session, { name: '😀'.repeat(100), description: '😀'.repeat(500) });
  await keys().create(session, { name: 'a', description: '  ' });
  await keys().create(session, { name: 'b', description: null, site_id: null });
  expect((await keys().list(session)).map((key) => key.description)).toEqual(['😀'.repeat(500), null, null]);
});

test('a key cannot be scoped to a site of another account', async () => {
  const other = await createOwner(server.services);
  const site = idIn(await call(server, 'POST', '/api/v1/sites', { key: await other.key(), body: { name: 'Foreign' } }));
  await expect(owner.key(site)).rejects.toMatchObject({ code: 'invalid', errors: { site_id: expect.any(Array) } });
});

test('each key of an account authenticates, and all keys are listed by ascending ID', async () => {
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

test('a key that is scoped to a site only sees the keys of that site', async () => {
  const busy = await createOwner(server.services);
  const whole = await busy.key();
  const [siteA, siteB] = [
    idIn(await call(server, 'POST', '/api/v1/sites', { key: whole, body: { name: 'A' } })),
    idIn(await call(server, 'POST', '/api/v1/sites', { key: whole, body: { name: 'B' } })),
  ];
  const [first, second, other] = [await busy.key(siteA), await busy.key(siteA), await busy.key(siteB)];
  const visibleTo = async (key: string) => {
    const { body } = await me(key);
    const text = JSON.stringify(body);
    return [whole, first, second, other].map((raw) => text.includes(`\u2022${raw.slice(-4)}`));
  };
  expect(await visibleTo(whole)).toEqual([true, true, true, true]);
  expect(await visibleTo(first)).toEqual([false, true, true, false]);
  expect(await visibleTo(other)).toEqual([false, false, false, true]);
});

describe('the deletion of keys', () => {
  test('a deleted key is refused in the next request, and other keys are not', async () => {
    const busy = await createOwner(server.services);
    const created = await keys().create(busy.session, { name: 'Gone' });
    const spare = await busy.key();
    expect((await me(created.raw)).status).toBe(200);
    await keys().delete(busy.session, created.id);
    const refused = await me(created.raw);
    expect([refused.status, refused.text]).toEqual([401, '{"message":"API key is invalid or missing."}']);
    expect((await me(spare)).status).toBe(200);
    expect(await keys().list(busy.session)).toHaveLength(1);
    await expect(keys().delete(busy.session, created.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('each of several concurrent deletions returns its own outcome', async () => {
    const [busy, other] = [await createOwner(server.services), await createOwner(server.services)];
    const created = await Promise.all(Array.from({ length: 5 }, () => keys().create(busy.session, { name: 'Gone' })));
    const [first, second, third] = created.map(({ id }) => id);
    const [foreign, once, again, single, alsoForeign] = await Promise.allSettled([
      keys().delete(other.session, first ?? 0),
      keys().delete(busy.session, first ?? 0),
      keys().delete(busy.session, first ?? 0),
      keys().delete(busy.session, second ?? 0),
      keys().delete(other.session, third ?? 0),
    ]);
    expect([foreign.status, single.status, alsoForeign.status]).toEqual(['rejected', 'fulfilled', 'rejected']);
    // Either request can be the first to delete the key.
    expect([once.status, again.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect((await keys().list(busy.session)).map(({ id }) => id)).toEqual(created.slice(2).map(({ id }) => id));
  });

  test('the key of another account cannot be deleted', async () => {
    const [created, other] = [await keys().create(owner.session, { name: 'Own' }), await createOwner(server.services)];
    await expect(keys().delete(other.session, created.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await me(created.raw)).status).toBe(200);
  });

  test('a deletion takes effect immediately in other processes', async () => {
    const otherServer = await startService({ database: server.database });
    try {
      const created = await keys().create(owner.session, { name: 'Everywhere' });
      expect((await me(created.raw, otherServer)).status).toBe(200);
      await keys().delete(owner.session, created.id);
      expect((await me(created.raw, otherServer)).status).toBe(401);
    } finally {
      await otherServer.close();
    }
  });

  test('the keys of a deleted account are refused', async () => {
    const leaving = await createOwner(server.services);
    const raws = [await leaving.key(), await leaving.key()];
    await server.services.accounts.delete(leaving.session, leaving.password);
    for (const raw of raws) expect((await me(raw)).status).toBe(401);
  });
});

test('an account can have 100 keys, even if more are requested concurrently', async () => {
  const busy = await createOwner(server.services);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 110 }, (_, at) => keys().create(busy.session, { name: `Key ${at}` })),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, () => expect.objectContaining({ code: 'conflict', status: 409 })),
  );
  const listed = await keys().list(busy.session);
  expect(listed).toHaveLength(100);
  await keys().delete(busy.session, listed[50]?.id ?? 0);
  await keys().create(busy.session, { name: 'One more' });
});

test('keys that are created concurrently have the right account, site and ID', async () => {
  const [first, second] = [await createOwner(server.services), await createOwner(server.services)];
  const { id: site } = await server.services.sites.create(first.session.scope, { name: 'Shop' });
  const drafts = Array.from({ length: 30 }, (_, at) => ({
    owner: at % 2 ? first : second,
    draft: { name: `Key ${at}`, ...(at % 3 ? {} : { site_id: site }) },
  }));
  const outcomes = await Promise.allSettled(drafts.map(({ owner, draft }) => keys().create(owner.session, draft)));
  for (const [at, outcome] of outcomes.entries()) {
    const { owner, draft } = drafts[at] ?? expect.unreachable();
    if (outcome.status === 'rejected') {
      expect([owner, 'site_id' in draft]).toEqual([second, true]);
      expect(outcome.reason).toMatchObject({ status: 422, errors: { site_id: ['Not one of your sites.'] } });
    } else {
      const caller = await server.askwell.auth.authenticate({ 'x-api-key': outcome.value.raw });
      expect(caller?.key).toEqual({ id: outcome.value.id, name: draft.name, permissions: 'all' });
      expect(caller?.scope).toMatchObject({
        account: owner.session.account.id,
        site: 'site_id' in draft ? site : null,
      });
    }
  }
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});

describe('the last use', () => {
  const lastUse = async (id: number) =>
    (await server.askwell.keys.list(owner.session)).find((key) => key.id === id)?.last_used_at;

  test('is null at first, then the time of the latest request, and never goes back', async () => {
    const { id, raw } = await keys().create(owner.session, { name: 'Used' });
    expect(await lastUse(id)).toBeNull();
    await clock.set(Date.UTC(2026, 1, 1));
    await me(raw);
    expect(await lastUse(id)).toBe('2026-02-01T00:00:00.000000Z');
    await clock.advance(0.001);
    await me(raw);
    expect(await lastUse(id)).toBe('2026-02-01T00:00:00.000001Z');
    await clock.set(clock.now().getTime() - minute);
    await me(raw);
    expect(await lastUse(id)).toBe('2026-02-01T00:00:00.000001Z');
  });

  test('persists across restarts, even if the clock goes back', async () => {
    let time = Date.UTC(2026, 2, 1);
    const clock = () => time;
    const first = await startService({ clock });
    const { database } = first;
    const { session } = await createOwner(first.services);
    const created = await first.askwell.keys.create(session, { name: 'Stored' });
    await me(created.raw, first);
    await first.close();

    time -= 60 * minute;
    const second = await startService({ database, clock });
    await me(created.raw, second);
    await second.close();

    const third = await startService({ database, clock });
    const [stored] = await third.askwell.keys.list(session);
    expect(stored?.last_used_at).toBe('2026-03-01T00:00:00.000000Z');
    await third.close();
  });

  test('is not changed by a refused request', async () => {
    const { id, raw } = await keys().create(owner.session, { name: 'Mistyped' });
    expect((await me(`${raw.slice(0, -1)}-`)).status).toBe(401);
    expect(await lastUse(id)).toBeNull();
  });
});

test('a server with another prefix creates keys with it, and still accepts the old ones', async () => {
  const otherServer = await startService({ database: server.database, keyPrefix: 'poll' });
  const old = await owner.key();
  const { raw } = await otherServer.askwell.keys.create(owner.session, { name: 'New' });
  expect(raw).toMatch(/^poll_[A-Za-z0-9]{40}$/);
  expect([(await me(old, otherServer)).status, (await me(raw, otherServer)).status]).toEqual([200, 200]);
  await otherServer.close();
});

test('creates no key for a session whose account was deleted', async () => {
  const { session, password } = await createOwner(server.services);
  await server.services.accounts.delete(session, password);
  await expect(keys().create(session, { name: 'Late' })).rejects.toMatchObject({ code: 'not_found' });
});
