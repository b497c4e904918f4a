import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { HostedAccount } from '../../src/api/accounts/account-api.js';
import { exposeServices } from '../../src/create-askwell.js';
import { useServedDatabase } from '../support/processes/served-database.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';

const served = useServedDatabase();
let target: HostedAccount;
let poll: string;

beforeEach(async () => {
  const askwell = exposeServices(served.services);
  const account = served.owner.session.account;
  await askwell.sites.create(account, { name: 'Shop' });
  ({ id: poll } = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] }));
  for (const id of ['first', 'second']) await askwell.polls.vote(poll, { choices: ['o1'] }, { id });
  await askwell.forms.create(account, {
    title: 'Form',
    fields: [{ type: 'email', label: 'Email' }],
    one_per: 'ticket',
  });
  target = await askwell.accounts.ensure({ externalId: 'target', name: 'Target', email: targetEmail });
});

const targetEmail = 'target@example.com';
const inFolder = (name: string) => join(served.folder, name);
const counts = '1 site, 0 webhooks, 1 poll, 0 quizzes, 1 form, 2 answers and 0 tickets';

/** Returns the titles of the polls of an account. */
async function titlesOf(account: HostedAccount): Promise<string[]> {
  const titles: string[] = [];
  for await (const { title } of exposeServices(served.services).polls.list(account)) titles.push(title);
  return titles;
}

describe('export', () => {
  test('writes a private file, and the same to standard output', async () => {
    const before = await readdir(served.folder);
    const { code, stdout } = await served.run(['export', served.owner.email, 'export.jsonl']);
    expect([code, stdout]).toEqual([0, `Exported the account of ${served.owner.email} to export.jsonl.\n`]);
    expect((await stat(inFolder('export.jsonl'))).mode & 0o777).toBe(0o600);
    expect((await readdir(served.folder)).sort()).toEqual([...before, 'export.jsonl'].sort());
    const file = await readFile(inFolder('export.jsonl'), 'utf8');
    const out = await served.run(['export', served.owner.email.toUpperCase()]);
    const body = (text: string) => text.slice(text.indexOf('\n'));
    expect([out.code, body(out.stdout)]).toEqual([0, body(file)]);
    expect(JSON.parse(file.split('\n')[0] ?? '')).toMatchObject({
      format: 'askwell-export',
      version: 1,
      account: { name: served.owner.session.account.name, email: served.owner.email },
      secret: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(file.trimEnd().split('\n').at(-1)).toBe(
      '{"type":"end","sites":1,"webhooks":0,"polls":1,"quizzes":0,"forms":1,"answers":2,"tickets":0}',
    );
  });

  test('contains no password, session or key', async () => {
    const { stdout } = await served.run(['export', served.owner.email]);
    expect(stdout).not.toMatch(/scrypt|argon|password|session|"key"|ask_[0-9A-Za-z]{4}/);
  });

  test('names the account of a user of the host app by the ID that the app has given', async () => {
    const { code, stdout } = await served.run(['export', 'user:target']);
    expect([code, JSON.parse(stdout.split('\n')[0] ?? '')]).toMatchObject([0, { account: { email: targetEmail } }]);
    const unknown = await served.run(['export', 'user:nobody']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('No account has the ID nobody')]);
  });

  test('overwrites a file only with --force', async () => {
    await writeFile(inFolder('export.jsonl'), 'Precious.');
    const refused = await served.run(['export', served.owner.email, 'export.jsonl']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('already exists. Choose another name')]);
    expect(await readFile(inFolder('export.jsonl'), 'utf8')).toBe('Precious.');
    expect((await served.run(['export', served.owner.email, 'export.jsonl', '--force'])).code).toBe(0);
    expect(await readFile(inFolder('export.jsonl'), 'utf8')).toMatch(/^\{"format":"askwell-export"/);
  });

  test.each<[what: string, words: (email: string) => string[], code: number, message: RegExp]>([
    ['no email', () => ['export'], 2, /Missing argument EMAIL/],
    [
      'an unknown email',
      () => ['export', 'nobody@example.com', 'x'],
      1,
      /No account has the email nobody@example\.com\./,
    ],
    ['a third argument', (email) => ['export', email, 'x', 'y'], 2, /Unexpected argument "y"/],
    ['a missing folder', (email) => ['export', email, 'missing/x'], 1, /The folder .*missing does not exist/],
    ['a missing database', (email) => ['export', email, '--database-url', 'x.db'], 1, /Database not found/],
  ])('refuses %s, and writes no file', async (_what, words, code, message) => {
    const before = await readdir(served.folder);
    const result = await served.run(words(served.owner.email));
    expect([result.code, result.stdout, result.stderr]).toEqual([code, '', expect.stringMatching(message)]);
    expect(await readdir(served.folder)).toEqual(before);
  });

  test('refuses a folder as the file', async () => {
    await mkdir(inFolder('taken'));
    const result = await served.run(['export', served.owner.email, 'taken', '--force']);
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining('exists and is not a file')]);
  });
});

describe('import', () => {
  beforeEach(async () => {
    await served.run(['export', served.owner.email, 'export.jsonl']);
  });

  test('says what it creates, creates it, and leaves a database without problems', async () => {
    const words = ['import', 'export.jsonl', '--account', targetEmail, '--ids', 'renew'];
    const { code, stdout } = await served.run(words);
    expect(code).toBe(0);
    const [from, into, ids, keys, ...rest] = stdout.split('\n');
    expect(from).toMatch(`export.jsonl was exported from the account of ${served.owner.email} at 20`);
    expect(into).toBe(`Importing into the account of ${targetEmail}: ${counts}.`);
    expect(ids).toMatch(
      /^Polls, quizzes, forms and answers get new IDs\. Visitors who have answered are not recognized/,
    );
    expect([keys, ...rest]).toEqual([expect.stringMatching(/^API keys, results links, passwords/), 'Imported.', '']);
    expect(await titlesOf(target)).toEqual(['Lunch?']);
    const checked = await served.run(['check']);
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('No problems found')]);
  });

  test('keeps IDs in a database with another secret, and says that visitors are not recognized', async () => {
    await mkdir(inFolder('other'));
    const database = join(inFolder('other'), 'askwell.db');
    const other = await startService({ database, secret: undefined });
    const owner = await createOwner(other.services);
    const { code, stdout } = await served.run([
      ...['import', 'export.jsonl', '--account', owner.email, '--database-url', database],
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('from an instance with another secret: visitors who')]);
    expect((await other.askwell.polls.get(owner.session.account, poll)).answers_count).toBe(2);
    await other.close();
  });

  test('with --dry-run changes nothing', async () => {
    const { code, stdout } = await served.run([
      ...['import', 'export.jsonl', '--account', targetEmail, '--ids', 'renew', '--dry-run'],
    ]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Dry run: nothing was changed\.\n$/)]);
    expect(await titlesOf(target)).toEqual([]);
  });

  test.each<[what: string, words: (email: string) => string[], code: number, message: RegExp]>([
    ['no account', () => ['export.jsonl'], 2, /Missing flag --account EMAIL/],
    ['an unknown account', () => ['export.jsonl', '--account', 'nobody@example.com'], 1, /No account has the email/],
    [
      'another mode',
      (email) => ['export.jsonl', '--account', email, '--ids', 'new'],
      2,
      /must be keep, claim or renew/,
    ],
    ['a missing file', (email) => ['missing.jsonl', '--account', email], 1, /Cannot read missing\.jsonl \(ENOENT\)\./],
    ['another file', (email) => ['askwell.db', '--account', email], 1, /This is not an Askwell export\./],
    [
      'IDs that exist',
      (email) => ['export.jsonl', '--account', email],
      1,
      /These IDs are not available to this account: poll_\w+, form_\w+\./,
    ],
    [
      'a quota that is too small',
      (email) => ['export.jsonl', '--account', email, '--ids', 'renew'],
      1,
      /quota of 1 polls/,
    ],
  ])('refuses %s, and changes nothing', async (what, words, code, message) => {
    const env: Record<string, string> = what.startsWith('a quota') ? { QUOTA_ASKS: '1' } : {};
    const result = await served.run(['import', ...words(targetEmail)], { env });
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(message)]);
    expect(await titlesOf(target)).toEqual([]);
  });
});

test('import takes IDs that another account has deleted only with --ids claim', async () => {
  expect((await served.run(['export', served.owner.email, 'export.jsonl'])).code).toBe(0);
  const { polls, forms } = exposeServices(served.services);
  const { account } = served.owner.session;
  for await (const { id } of polls.list(account)) await polls.delete(account, id);
  for await (const { id } of forms.list(account)) await forms.delete(account, id);
  const importWith = (...flags: string[]) => served.run(['import', 'export.jsonl', '--account', targetEmail, ...flags]);
  expect(await importWith()).toMatchObject({ code: 1, stderr: expect.stringMatching(/IDs are not available/) });
  expect(await importWith('--ids', 'claim')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('IDs stay the same'),
  });
  expect((await polls.get(target, poll)).id).toBe(poll);
});

test('export and import need no secret and create none', async () => {
  await rm(`${served.database}.secret`);
  expect((await served.run(['export', served.owner.email, 'export.jsonl'])).code).toBe(0);
  const words = ['import', 'export.jsonl', '--account', targetEmail, '--ids', 'renew'];
  expect((await served.run(words)).code).toBe(0);
  expect(existsSync(`${served.database}.secret`)).toBe(false);
});
