import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../test/support/server.js';
import type { AccountDraft } from './account-api.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ registration: 'closed' });
});
afterEach(() => server.close());

const draft: AccountDraft = { externalId: 'user_1', name: 'Owner', email: 'Owner@example.com' };

test('a user of the host gets one account, whatever the registration says, however often and at once', async () => {
  const { accounts } = server.askwell;
  const all = await Promise.all(Array.from({ length: 20 }, () => accounts.ensure(draft)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const [first] = all;
  expect(first).toEqual({ ...draft, id: first?.id, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(await accounts.get('user_1')).toEqual(first);
  expect(await accounts.get(first?.id ?? 0)).toEqual(first);
  expect(await accounts.get({ id: first?.id ?? 0 })).toEqual(first);
});

test('the name and the email follow the host', async () => {
  const { accounts } = server.askwell;
  const { id } = await accounts.ensure(draft);
  expect(await accounts.ensure({ ...draft, name: 'Renamed' })).toMatchObject({ id, name: 'Renamed' });
  const moved = await accounts.ensure({ ...draft, email: 'new@example.com' });
  expect(moved).toMatchObject({ id, email: 'new@example.com' });
});

test('an email that another account has is refused, for a new user and for a known one', async () => {
  const { accounts } = server.askwell;
  await accounts.ensure(draft);
  const other = { externalId: 'user_2', name: 'Other', email: 'OWNER@example.com' };
  await expect(accounts.ensure(other)).rejects.toMatchObject({ code: 'conflict' });
  await accounts.ensure({ ...other, email: 'other@example.com' });
  await expect(accounts.ensure(other)).rejects.toMatchObject({ code: 'conflict' });
  expect(await accounts.get('user_2')).toMatchObject({ email: 'other@example.com' });
});

test('an account with a password becomes a user of the host only when the host says so', async () => {
  const open = await startServer();
  try {
    const { accounts } = open.askwell;
    const client = 'test';
    const id = await open.services.accounts.register(
      { name: 'A', email: draft.email, password: 'long enough' },
      client,
    );
    await expect(accounts.ensure(draft)).rejects.toMatchObject({ code: 'conflict' });
    expect(await accounts.ensure({ ...draft, linkEmail: true })).toMatchObject({ id, externalId: 'user_1' });
    // One that belongs to a user of the host already never changes hands.
    const thief = { ...draft, externalId: 'user_2', linkEmail: true };
    await expect(accounts.ensure(thief)).rejects.toMatchObject({ code: 'conflict' });
  } finally {
    await open.close();
  }
});

test('longer names than an account has are cut', async () => {
  const { name } = await server.askwell.accounts.ensure({ ...draft, name: ` ${'😀'.repeat(150)} ` });
  expect([...name]).toHaveLength(100);
});

test.each([
  ['externalId', { ...draft, externalId: '' }],
  ['externalId', { ...draft, externalId: 'x'.repeat(256) }],
  ['name', { ...draft, name: ' ' }],
  ['email', { ...draft, email: 'nobody' }],
  ['external_id', { ...draft, external_id: 'x' }],
])('a wrong %s is refused', async (path, given) => {
  await expect(server.askwell.accounts.ensure(given)).rejects.toMatchObject({
    code: 'invalid',
    errors: { [path]: [expect.any(String)] },
  });
});

test('all accounts are listed, newest first, over more than one page', async () => {
  const { accounts } = server.askwell;
  for (let n = 0; n < 503; n++) await accounts.ensure({ ...draft, externalId: `u${n}`, email: `u${n}@example.com` });
  const ids: (string | null)[] = [];
  for await (const { externalId } of accounts.list()) ids.push(externalId);
  expect(ids).toEqual(Array.from({ length: 503 }, (_, n) => `u${502 - n}`));
});

test('a deleted account is gone with what it owned, and its user starts anew', async () => {
  const { accounts, polls, sites } = server.askwell;
  const { id } = await accounts.ensure(draft);
  const poll = await polls.create('user_1', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  await sites.create('user_1', { name: 'Shop' });
  await accounts.delete('user_1');
  for (const ref of ['user_1', id]) {
    await expect(accounts.get(ref)).rejects.toMatchObject({ code: 'not_found' });
    await expect(accounts.delete(ref)).rejects.toMatchObject({ code: 'not_found' });
  }
  const again = await accounts.ensure(draft);
  expect(again.id).not.toBe(id);
  await expect(polls.get(again, poll.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('sites are managed in process, each only by its own account', async () => {
  const { accounts, sites } = server.askwell;
  const [mine, other] = await Promise.all([
    accounts.ensure(draft),
    accounts.ensure({ ...draft, externalId: 'user_2', email: 'other@example.com' }),
  ]);
  const site = await sites.create('user_1', { name: 'Shop', origins: ['https://shop.example.com'] });
  expect(await sites.get(mine, site.id)).toEqual(site);
  expect(await sites.update(mine.id, site.id, { name: 'Store' })).toMatchObject({
    name: 'Store',
    origins: site.origins,
  });
  for (const id of [site.id, 999_999, Number.NaN]) {
    await expect(sites.get(other, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(sites.update(other, id, { name: 'Theirs' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(sites.delete(other, id)).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(sites.create(mine, { name: '' })).rejects.toMatchObject({ code: 'invalid' });
  const listed = async () => {
    const names: string[] = [];
    for await (const { name } of sites.list(mine)) names.push(name);
    return names;
  };
  expect(await listed()).toEqual(['Store']);
  await sites.delete(mine, site.id);
  expect(await listed()).toEqual([]);
});
