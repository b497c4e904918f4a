import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountDraft } from './account-api.js';

let server: TestServer;
beforeEach(async () => {
  server = await startService({ registration: 'closed' });
});
afterEach(() => server.close());

const draft = { externalId: 'user_1', name: 'Owner', email: 'Owner@example.com' } satisfies AccountDraft;

test('ensure creates one account per host user, even concurrently and while registration is closed', async () => {
  const { accounts } = server.askwell;
  const all = await Promise.all(Array.from({ length: 20 }, () => accounts.ensure(draft)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const [first] = all;
  expect(JSON.parse(JSON.stringify(first))).toEqual({
    ...draft,
    emailVerified: false,
    id: first?.id,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(await accounts.get('user_1')).toEqual(first);
  expect(await accounts.get({ id: first?.id ?? 0 })).toEqual(first);
});

test.each(['undefined', 'null', 'NaN', '[object Object]'])(
  'the ID %j of a user without an ID is refused',
  async (id) => {
    const { accounts, auth, answers, voterOf } = server.askwell;
    await expect(accounts.ensure({ ...draft, externalId: id })).rejects.toMatchObject({ code: 'invalid' });
    const user = { id, name: 'Owner' };
    await expect(auth.session({ headers: {} }, { user })).rejects.toThrow('"id" is not valid');
    expect(() => voterOf(id)).toThrow('your own ID of the user');
    expect(() => answers.of(id)).toThrow('your own ID of the user');
  },
);

test('ensure updates the name and the email', async () => {
  const { accounts } = server.askwell;
  const { id } = await accounts.ensure(draft);
  expect(await accounts.ensure({ ...draft, name: 'Renamed' })).toMatchObject({ id, name: 'Renamed' });
  const updated = await accounts.ensure({ ...draft, email: 'new@example.com' });
  expect(updated).toMatchObject({ id, email: 'new@example.com' });
});

test('ensure refuses the email of another account, for a new and an existing user', async () => {
  const { accounts } = server.askwell;
  await accounts.ensure(draft);
  const other = { externalId: 'user_2', name: 'Other', email: 'OWNER@example.com' };
  await expect(accounts.ensure(other)).rejects.toMatchObject({ code: 'conflict' });
  await accounts.ensure({ ...other, email: 'other@example.com' });
  await expect(accounts.ensure(other)).rejects.toMatchObject({ code: 'conflict' });
  expect(await accounts.get('user_2')).toMatchObject({ email: 'other@example.com' });
});

test('ensure links an account with a password only if linkEmail is set', async () => {
  const open = await startService();
  try {
    const { accounts } = open.askwell;
    const client = 'test';
    const id = await open.services.accounts.register(
      { name: 'A', email: draft.email, password: 'long enough' },
      client,
    );
    await expect(accounts.ensure(draft)).rejects.toMatchObject({ code: 'conflict' });
    expect(await accounts.ensure({ ...draft, linkEmail: true })).toMatchObject({ id, externalId: 'user_1' });
    // An account that is already linked to a host user is never linked to another one.
    const otherUser = { ...draft, externalId: 'user_2', linkEmail: true };
    await expect(accounts.ensure(otherUser)).rejects.toMatchObject({ code: 'conflict' });
  } finally {
    await open.close();
  }
});

test('ensure truncates long names', async () => {
  const { name } = await server.askwell.accounts.ensure({ ...draft, name: ` ${'😀'.repeat(150)} ` });
  expect([...name]).toHaveLength(100);
});

test.each([
  ['externalId', { ...draft, externalId: '' }],
  ['externalId', { ...draft, externalId: 'x'.repeat(256) }],
  ['name', { ...draft, name: ' ' }],
  ['email', { ...draft, email: 'nobody' }],
  ['external_id', { ...draft, external_id: 'x' }],
])('ensure refuses an invalid %s', async (path, invalidDraft) => {
  await expect(server.askwell.accounts.ensure(invalidDraft)).rejects.toMatchObject({
    code: 'invalid',
    errors: { [path]: [expect.any(String)] },
  });
});

test('lists all accounts, newest first, over more than one page', async () => {
  const { accounts } = server.askwell;
  for (let n = 0; n < 503; n++) await accounts.ensure({ ...draft, externalId: `u${n}`, email: `u${n}@example.com` });
  const ids: (string | null)[] = [];
  for await (const { externalId } of accounts.list()) ids.push(externalId);
  expect(ids).toEqual(Array.from({ length: 503 }, (_, n) => `u${502 - n}`));
});

test('delete removes an account with everything it owns, and ensure creates a new one', async () => {
  const { accounts, polls, sites } = server.askwell;
  const deleted = await accounts.ensure(draft);
  const poll = await polls.create('user_1', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  await sites.create('user_1', { name: 'Shop' });
  await accounts.delete('user_1');
  for (const ref of ['user_1', deleted]) {
    await expect(accounts.get(ref)).rejects.toMatchObject({ code: 'not_found' });
    await expect(accounts.delete(ref)).rejects.toMatchObject({ code: 'not_found' });
  }
  const newAccount = await accounts.ensure(draft);
  expect(newAccount.id).not.toBe(deleted.id);
  await expect(polls.get(newAccount, poll.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('manages sites in process, and each account only its own sites', async () => {
  const { accounts, sites } = server.askwell;
  const [account, other] = await Promise.all([
    accounts.ensure(draft),
    accounts.ensure({ ...draft, externalId: 'user_2', email: 'other@example.com' }),
  ]);
  const site = await sites.create('user_1', { name: 'Shop', origins: ['https://shop.example.com'] });
  expect(await sites.get(account, site.id)).toEqual(site);
  expect(await sites.update(account, site.id, { name: 'Store' })).toMatchObject({
    name: 'Store',
    origins: site.origins,
  });
  for (const id of [site.id, 999_999]) {
    await expect(sites.get(other, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(sites.update(other, id, { name: 'Theirs' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(sites.delete(other, id)).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(sites.create(account, { name: '' })).rejects.toMatchObject({ code: 'invalid' });
  const listNames = async () => {
    const names: string[] = [];
    for await (const { name } of sites.list(account)) names.push(name);
    return names;
  };
  expect(await listNames()).toEqual(['Store']);
  await sites.delete(account, site.id);
  expect(await listNames()).toEqual([]);
});
