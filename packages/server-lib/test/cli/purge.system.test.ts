import { existsSync, readFileSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { exposeServices } from '../../src/create-askwell.js';
import { sqliteMigrations } from '../../src/db/sqlite/migrations/index.js';
import { assembleServices } from '../../src/instance/assemble-services.js';
import type { AccountObject } from '../../src/owners/access/account-object.js';
import { day } from '../support/asks/purge-answers.js';
import { digestOf } from '../support/digest-of.js';
import { runCli } from '../support/processes/run-cli.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { createOwner } from '../support/servers/create-owner.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Enough to split and merge pages, which leaves copies of rows in them. */
const submissions = 900;

let templates: string;
let keptForTenDays: Filled;
let keptForever: Filled;

beforeAll(async () => {
  templates = await temporaryFolder();
  keptForTenDays = await fill(join(templates, 'ten-days.db'), 10);
  keptForever = await fill(join(templates, 'forever.db'), null);
});
afterAll(() => rm(templates, { recursive: true }));

let folder: string;
let database: string;
let server: ServedCli | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true });
});

const run = (words: string[], env: Record<string, string> = {}) =>
  runCli(['purge', ...words], { env: { DATABASE_URL: database, ...env } });

/** A database with forms. */
interface Filled {
  readonly file: string;
  readonly account: AccountObject;
  readonly form: string;
}

/** Copies a database, with its secret, to where the commands of a test find it. */
async function use({ file }: Filled): Promise<void> {
  await copyFile(file, database);
  await copyFile(`${file}.secret`, `${database}.secret`);
}

/** Creates a database with two forms, whose submissions of the last 30 days have a text and a write-in each. */
async function fill(file: string, keep_answers_days: number | null): Promise<Filled> {
  let ago = 0;
  const services = assembleServices({ database: file, clock: () => Date.now() - ago });
  const askwell = exposeServices(services);
  const account = (await createOwner(services)).session.account;
  const fields = [
    { type: 'long_text' as const, label: 'Words' },
    { type: 'single_choice' as const, label: 'Which?', options: ['a', 'b'], other: true },
  ];
  const draft = { title: 'Form', fields, one_per: 'browser' as const, keep_answers_days };
  const forms = await Promise.all([0, 1].map(() => askwell.forms.create(account, draft)));
  for (let nth = 0; nth < submissions; nth++) {
    ago = (submissions - nth - 0.5) * (day / 30);
    const { id = '' } = forms[nth % 2] ?? {};
    const f1 = `${textOf(nth)} ${'x'.repeat((nth * 37) % 300)}`;
    await askwell.forms.submit(
      id,
      { answers: { f1, f2: { other: `written-${textOf(nth)}` } } },
      { id: `visitor ${nth}` },
    );
  }
  await askwell.close();
  return { file, account, form: forms[0]?.id ?? '' };
}

const textOf = (nth: number) => `secret-${String(nth).padStart(5, '0')}-said`;
const texts = Array.from({ length: submissions }, (_, nth) => [textOf(nth), `written-${textOf(nth)}`]);
/** Returns the texts of answers that are older than a number of days. */
const olderThan = (days: number) => texts.slice(0, submissions - days * 30).flat();
const youngerThan = (days: number) => texts.slice(submissions - days * 30).flat();

/** Returns the texts that occur in the files. No connection of this process may have them open. */
function found(searched: readonly string[], files = [database, `${database}-wal`]): string[] {
  const bytes = files.filter((file) => existsSync(file)).map((file) => readFileSync(file));
  return searched.filter((text) => bytes.some((content) => content.includes(text)));
}

async function expectGone(searched: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(found(searched)).toEqual([]), { timeout: 20_000, interval: 100 });
  const copy = join(folder, 'copy.db');
  expect(await runCli(['backup', copy, '--force'], { env: { DATABASE_URL: database } })).toMatchObject({ code: 0 });
  expect(found(searched, [copy])).toEqual([]);
}

async function expectNoProblems(): Promise<void> {
  const { code, stdout } = await runCli(['check'], { env: { DATABASE_URL: database } });
  expect([code, stdout]).toEqual([0, `No problems found in askwell.db (schema version ${sqliteMigrations.length}).\n`]);
}

describe('a purged answer', { timeout: 120_000 }, () => {
  test('is counted by a dry run, and erased from the database, its WAL and new backups', async () => {
    const { account, form } = keptForTenDays;
    await use(keptForTenDays);
    const before = digestOf(database);
    expect(found(texts.flat())).toEqual(texts.flat());
    expect(await run(['--dry-run'])).toEqual({
      code: 0,
      stdout: 'Would delete 600 answers to 2 polls, quizzes and forms.\n',
      stderr: '',
    });
    expect(digestOf(database)).toBe(before);

    expect(await run([])).toEqual({
      code: 0,
      stdout: 'Deleted 600 answers to 2 polls, quizzes and forms.\n',
      stderr: '',
    });
    await expectGone(olderThan(10));
    expect(found(youngerThan(10))).toEqual(youngerThan(10));
    await expectNoProblems();

    const askwell = exposeServices(assembleServices({ database }));
    expect((await askwell.forms.results(account, form)).submissions_count).toBe(submissions / 2);
    await askwell.close();
    expect((await run([])).stdout).toBe('Deleted 0 answers to 0 polls, quizzes and forms.\n');
  });

  test('is erased while a server runs, by --older-than', async () => {
    await use(keptForever);
    server = await serveCli(database);
    expect((await run([])).stdout).toBe('Deleted 0 answers to 0 polls, quizzes and forms.\n');
    expect((await run(['--older-than', '20'])).stdout).toBe('Deleted 300 answers to 2 polls, quizzes and forms.\n');
    await expectGone(olderThan(20));
    await server.stop();
    server = undefined;
    expect(found(youngerThan(20))).toEqual(youngerThan(20));
    await expectNoProblems();
  });

  test('is erased by a server without a command', async () => {
    await use(keptForTenDays);
    server = await serveCli(database);
    await expectGone(olderThan(10));
    await server.stop();
    server = undefined;
    expect(found(youngerThan(10))).toEqual(youngerThan(10));
    await expectNoProblems();
  });

  test('is erased by --vacuum from a file that is too large to be rewritten automatically', async () => {
    await use(keptForTenDays);
    const handle = new Database(database);
    handle.exec(`create table askwell_large as select randomblob(12000000) as b; drop table askwell_large`);
    handle.close();
    const size = readFileSync(database).length;
    expect((await run(['--vacuum'])).stdout).toBe(
      'Deleted 600 answers to 2 polls, quizzes and forms.\nRewrote askwell.db.\n',
    );
    expect(readFileSync(database).length).toBeLessThan(size / 4);
    await expectGone(olderThan(10));
    await expectNoProblems();
  });
});

test('a file with tables of another application is purged, but not rewritten', async () => {
  await use(keptForTenDays);
  const handle = new Database(database);
  handle.exec("create table mine (name text); insert into mine values ('a'), ('b'); delete from mine where rowid = 1");
  handle.close();
  const { code, stdout, stderr } = await run(['--vacuum']);
  expect([code, stdout]).toEqual([1, 'Deleted 600 answers to 2 polls, quizzes and forms.\n']);
  expect(stderr).toContain('askwell.db was not rewritten, because it has tables of another application');
  const after = new Database(database, { readonly: true });
  expect(after.prepare('select rowid from mine').pluck().all()).toEqual([2]);
  after.close();
});

test.each([
  [['--older-than', '0'], '--older-than must be a number of days from 1 to 36500.'],
  [['--older-than', 'soon'], '--older-than must be a number of days from 1 to 36500.'],
  [['--dry-run', '--vacuum'], '--vacuum cannot be combined with --dry-run.'],
])('refuses %j', async (words, message) => {
  const { code, stderr } = await run(words);
  expect([code, stderr]).toEqual([2, `askwell: ${message}\n`]);
});

test('no environment variable sets --older-than', async () => {
  await use(keptForever);
  expect((await run(['--dry-run'], { OLDER_THAN: '1' })).stdout).toBe(
    'Would delete 0 answers to 0 polls, quizzes and forms.\n',
  );
  const { stdout } = await runCli(['purge', '--help']);
  expect(stdout).toMatch(/\n {2}--older-than DAYS +also deletes/);
  expect(stdout).not.toContain('OLDER_THAN');
});

test('fails if the database is missing or has an earlier version, and changes nothing', async () => {
  for (const words of [[], ['--dry-run']]) {
    expect(await run(words)).toMatchObject({ code: 1, stderr: expect.stringContaining('Database not found: ') });
  }
  expect(existsSync(database)).toBe(false);
  const handle = new Database(database);
  for (const step of sqliteMigrations.slice(0, 5)) handle.exec(step);
  handle.exec('create table askwell_schema (version integer not null) strict; insert into askwell_schema values (5)');
  handle.pragma('user_version = 5');
  handle.close();
  const before = digestOf(database);
  expect(await run(['--dry-run'])).toMatchObject({
    code: 1,
    stderr: 'askwell: askwell.db has the schema of an earlier version. Start the server once, then try again.\n',
  });
  expect(digestOf(database)).toBe(before);
});
