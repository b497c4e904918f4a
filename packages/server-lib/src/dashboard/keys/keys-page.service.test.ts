import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { isStored } from '../../../test/support/store/stored-rows.js';

let server: TestServer;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startService();
  owner = createFormBrowser(server);
  await register(owner);
});
afterAll(() => server.close());

const statusOf = async (key: string) =>
  (await server.fetch(`${server.url}/api/v1/me`, { headers: { 'x-api-key': key, 'user-agent': 'node' } })).status;

/** Returns the IDs of the listed keys, from their delete forms. */
async function listedKeys(): Promise<string[]> {
  const { text } = await owner.open('/dashboard/keys');
  return [...text.matchAll(/action="\/dashboard\/keys\/(\d+)\/delete"/g)].map(([, id]) => id ?? '');
}

test('shows a new key once and stores it nowhere', async () => {
  const fields = { name: 'Reports', description: 'For the weekly mail', site_id: '' };
  const page = await owner.submit('/dashboard/keys', fields);
  expect(page.status).toBe(201);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  const keys = page.text.match(/\bask_[0-9A-Za-z]{40}\b/g) ?? [];
  expect(keys).toHaveLength(1);
  const [key = ''] = keys;
  expect(page.text).toContain(`>${key}</output>`);
  expect(wordsOf(page)).toContain('It will not be shown again.');
  expect(page.text).not.toContain('<form');
  expect(await statusOf(key)).toBe(200);

  for (const path of ['/dashboard', '/dashboard/keys', '/dashboard/account', '/dashboard/sites']) {
    expect((await owner.open(path)).text).not.toContain(key.slice(8, -4));
  }
  expect(await isStored(server.database, key.slice(8, -4))).toBe(false);
  const list = wordsOf(await owner.open('/dashboard/keys'));
  expect(list).toContain(`Reports For the weekly mail ask_${key.slice(4, 8)}••••••${key.slice(-4)} Created`);
});

test('shows when a key was last used, in UTC to the microsecond', async () => {
  const key = await makeKey(owner, { name: 'Used' });
  const before = await owner.open('/dashboard/keys');
  expect(wordsOf(before)).toMatch(
    /Used ask_\S+ Created [^:]+:\d\d UTC Access Whole account Full access Last used Never Expires Never/,
  );
  await statusOf(key);
  const after = await owner.open('/dashboard/keys');
  expect(wordsOf(after)).toMatch(
    /Used ask_\S+ Created [^:]+:\d\d UTC Access Whole account Full access Last used \d+ \w{3} \d{4}, \d\d:\d\d UTC GET \/api\/v1\/me by node Expires/,
  );
  expect(after.text).toMatch(/<time datetime="[\d-]{10}T[\d:]{8}\.\d{6}Z" title="[\d-]{10} [\d:]{8}\.\d{6} UTC">/);
});

test('rejects requests with a deleted key', async () => {
  const before = await listedKeys();
  const key = await makeKey(owner, { name: 'Short-lived' });
  const [id = ''] = (await listedKeys()).filter((listed) => !before.includes(listed));
  const reply = await owner.submit(`/dashboard/keys/${id}/delete`);
  expect([reply.status, reply.location]).toEqual([303, '/dashboard/keys?notice=key-deleted']);
  expect(await statusOf(key)).toBe(401);
  expect(await listedKeys()).toEqual(before);
  expect(wordsOf(await owner.open('/dashboard/keys?notice=key-deleted'))).toContain('API key deleted.');
  expect((await owner.submit(`/dashboard/keys/${id}/delete`)).status).toBe(404);
});

test('does not find or delete a key of another account', async () => {
  const other = await createOwner(server.services);
  const key = await other.key();
  const [theirs] = await server.services.keys.list(other.session);
  expect((await owner.submit(`/dashboard/keys/${theirs?.id}/delete`)).status).toBe(404);
  expect(await statusOf(key)).toBe(200);
});

test.each(['0', '01', '-1', '1.0', 'x', '%00', '9'.repeat(30)])('answers 404 for the invalid ID %s', async (id) => {
  expect((await owner.submit(`/dashboard/keys/${id}/delete`)).status).toBe(404);
});

describe('a key for one site', () => {
  test('is created by selecting the site', async () => {
    await owner.submit('/dashboard/sites', { name: 'Shop', origins: '' });
    const [, id = ''] = /<option value="(\d+)">Shop<\/option>/.exec((await owner.open('/dashboard/keys')).text) ?? [];
    const key = await makeKey(owner, { name: 'Scoped', site_id: id });
    const reply = await server.fetch(`${server.url}/api/v1/sites`, { headers: { 'x-api-key': key } });
    expect(await reply.json()).toMatchObject({ data: [{ id: Number(id), name: 'Shop' }] });
    expect(wordsOf(await owner.open('/dashboard/keys'))).toMatch(
      /Scoped ask_\S+ Created [^:]+:\d\d UTC Access Shop Full access/,
    );
  });

  test.each(['999999', '0', 'x', '1e3', ' 1'])('is rejected for the invalid site %j', async (site_id) => {
    const reply = await owner.submit('/dashboard/keys', { name: 'Lost', site_id });
    expect(reply.status).toBe(422);
    expect(wordsOf(reply)).toContain('Not one of your sites.');
  });
});

test('shows an invalid form again with its values', async () => {
  const reply = await owner.submit('/dashboard/keys', { name: '', description: 'Kept "as typed"' });
  expect(reply.status).toBe(422);
  expect(wordsOf(reply)).toContain('Name Enter a name.');
  expect(reply.text).toContain('value="Kept &quot;as typed&quot;"');
});

describe('permissions and expiry', () => {
  /** Creates a key and returns it with its row in the list. */
  async function created(fields: Record<string, string>): Promise<{ key: string; row: string; words: string }> {
    const page = await owner.submit('/dashboard/keys', { description: '', site_id: '', ...fields });
    expect(page.status).toBe(201);
    const [key = ''] = page.text.match(/\bask_[0-9A-Za-z]{40}\b/) ?? [];
    const list = wordsOf(await owner.open('/dashboard/keys'));
    const row = list.slice(list.indexOf(`${fields['name']} ask_`)).split(' Delete ')[0] ?? '';
    return { key, row, words: wordsOf(page) };
  }

  test('a key gets full access and no expiry unless the form says otherwise', async () => {
    const { row, words } = await created({ name: 'Full', permissions: 'all', expires: '', date: '' });
    expect(row).toMatch(/Access Whole account Full access Last used Never Expires Never$/);
    expect(words).toContain(`curl -X POST ${server.url}/api/v1/polls`);
  });

  test.each([
    ['read', 'Read only'],
    ['answers', 'Read, and change answers'],
  ])('a key with the permissions %s cannot create polls, and its page shows a call that works', async (value, name) => {
    const { key, row, words } = await created({ name: `Limited ${value}`, permissions: value });
    expect(row).toContain(`Access Whole account ${name} Last used`);
    expect(words).toContain(`curl ${server.url}/api/v1/polls`);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const reply = await server.fetch(`${server.url}/api/v1/polls`, { method: 'POST', body: '{}', headers });
    expect(reply.status).toBe(403);
    expect((await server.fetch(`${server.url}/api/v1/polls`, { headers })).status).toBe(200);
  });

  test.each([
    ['30', 30],
    ['90', 90],
    ['365', 365],
  ])('the choice %s expires after as many days', async (expires, days) => {
    const date = () => {
      const at = new Date(Date.now() + days * 86_400_000);
      return at.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
    };
    const before = date();
    const { row } = await created({ name: `In ${expires} days`, expires });
    // At midnight, the date changes while the key is created.
    expect(row).toMatch(new RegExp(`Expires (${before}|${date()})`));
  });

  test('a key with a date expires when the day begins', async () => {
    const { row } = await created({ name: 'Dated', expires: 'date', date: '2999-12-31' });
    expect(row).toContain('Expires 31 Dec 2999, 00:00 UTC');
  });

  test.each([
    [{ expires: 'date', date: '' }, 'Expiry date Choose a date.'],
    [{ expires: 'date', date: '2999-02-30' }, 'Expiry date Must be a date like 2026-01-31.'],
    [{ expires: 'date', date: 'tomorrow' }, 'Expiry date Must be a date like 2026-01-31.'],
    [{ expires: 'date', date: '2020-01-01' }, 'Expiry date Must be in the future.'],
    [{ expires: '30', date: '2999-12-31' }, 'Expiry date Choose “On a date”, or remove the date.'],
    [{ expires: '', date: '2999-12-31' }, 'Expiry date Choose “On a date”, or remove the date.'],
    [{ expires: '31', date: '' }, 'Cannot be used. Choose or enter something else.'],
    [{ permissions: 'admin' }, 'Choose one of the offered values.'],
  ])('refuses %j', async (fields, message) => {
    const reply = await owner.submit('/dashboard/keys', { name: 'Refused', ...fields });
    expect(reply.status).toBe(422);
    expect(wordsOf(reply)).toContain(message);
  });
});

test('refuses the 101st key and says what to do', async () => {
  const own = await startService();
  try {
    const full = await createOwner(own.services);
    await Promise.all(Array.from({ length: 100 }, () => full.key()));
    const browser = createFormBrowser(own);
    await browser.submit('/login', { email: full.email, password: full.password });
    const reply = await browser.submit('/dashboard/keys', { name: 'One more' });
    expect(reply.status).toBe(409);
    expect(wordsOf(reply)).toContain('An account can have at most 100 API keys. Delete a key that you no longer use.');
  } finally {
    await own.close();
  }
});
