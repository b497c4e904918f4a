import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresMigrations } from '../../src/db/postgres/migrations/index.js';
import { createAsk } from '../support/asks/create-ask.js';
import { createClient } from '../support/http/http-client.js';
import { runPostgres } from '../support/move/dump-database.js';
import { answer } from '../support/move/fill-database.js';
import { type CliOptions, runCli } from '../support/processes/run-cli.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { newSchema, testSecret } from '../support/store/test-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
let server: SocketServer;
let owner: Owner;
let key: string;
let poll: string;
let now = Date.parse('2026-01-01T12:00:00Z');

beforeAll(async () => {
  folder = await temporaryFolder();
  database = newSchema();
  server = await startServer({ database, trustProxy: ['127.0.0.1'], clock: () => now });
  owner = await createOwner(server.services);
  key = await owner.key();
  poll = await createAsk(server, key, 'polls', { other: true });
  await answer(server, 'polls', poll, [{ choices: ['o1'] }, { choices: ['o1'] }, { other: 'Pizza' }]);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs a command over the database. The server of the tests has fsync off, which a command warns of. */
async function run(words: readonly string[], { env = {}, ...options }: CliOptions = {}) {
  const settings = { DATABASE_URL: database, SECRET: testSecret, ...env };
  const { stderr, ...result } = await runCli(words, { cwd: folder, env: settings, ...options });
  return { ...result, stderr: stderr.replace(/^\{.*fsync is off.*\n/m, '') };
}

const place = () =>
  `${new URL(database).host}${new URL(database).pathname} (schema ${new URL(database).searchParams.get('schema')})`;

test('check finds no problems while a server runs, and reports a different secret', async () => {
  expect(await run(['check'])).toEqual({
    code: 0,
    stdout: `No problems found in ${place()} (schema version ${postgresMigrations.length}).\n`,
    stderr: '',
  });
  const other = await run(['check'], { env: { SECRET: testSecret.replace('the', 'not') } });
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining(`SECRET is not the secret of ${place()}.`)]);
  expect((await run(['check'], { env: { SECRET: '' } })).stdout).toContain('not compared: ASKWELL_SECRET is not set.');
});

test.each([
  [
    'a wrong tally',
    "update askwell_tallies set n = 7 where bucket = 'o1'",
    /^poll_\w+: the result for "o1" is 7, but the answers add up to 2\.\n$/,
    "update askwell_tallies set n = 2 where bucket = 'o1'",
  ],
  [
    'a wrong counter',
    'update askwell_accounts set asks = 5',
    /^Account 1: the counters say 5 polls, quizzes and forms/,
    'update askwell_accounts set asks = 1',
  ],
  [
    'a missing index',
    'drop index askwell_answers_by_voter',
    /^The index askwell_answers_by_voter is missing\.\n$/,
    'create unique index askwell_answers_by_voter on askwell_answers (ask, voter, nth) where voter is not null',
  ],
  [
    'a missing constraint',
    'alter table askwell_keys drop constraint askwell_keys_site_id_fkey',
    /^The constraint askwell_keys_site_id_fkey is missing\.\n$/,
    'alter table askwell_keys add constraint askwell_keys_site_id_fkey foreign key (site_id) references askwell_sites (id)',
  ],
  [
    'a column of another type, and an unknown table',
    'alter table askwell_tallies alter column n type numeric; create table askwell_more (id bigint)',
    /^The table askwell_tallies differs from the schema of Askwell: it has .*\nThe table askwell_more has a name of Askwell, but/,
    'alter table askwell_tallies alter column n type bigint; drop table askwell_more',
  ],
  [
    'a missing table',
    'alter table askwell_carried rename to elsewhere',
    /\nThe table askwell_carried is missing\.\nCould not check whether the results match the answers \(relation .* does not exist\)\.\n$/,
    'alter table elsewhere rename to askwell_carried',
  ],
])('check reports %s', async (_what, damage, expected, repair) => {
  await runPostgres(database, damage);
  const { code, stdout, stderr } = await run(['check']);
  await runPostgres(database, repair);
  expect([code, stdout, stderr]).toEqual([1, expect.stringMatching(expected), '']);
  expect((await run(['check'])).code).toBe(0);
});

test('export and import copy an account between PostgreSQL and SQLite', async () => {
  const fileServer = await startServer({ database: join(folder, 'askwell.db') });
  const other = await createOwner(fileServer.services);
  expect(await run(['export', owner.email, 'account.jsonl'])).toMatchObject({ code: 0, stderr: '' });
  const into = ['import', 'account.jsonl', '--account', other.email, '--database-url'];
  expect((await run([...into, fileServer.database])).stdout).toMatch(/\nImported\.\n$/);
  const results = await createClient(fileServer)('GET', `/polls/${poll}/results`, { key: await other.key() });
  expect(results.at('data.votes_count')).toBe(3);
  await fileServer.close();

  const third = await createOwner(server.services);
  const words = ['import', 'account.jsonl', '--account', third.email, '--ids', 'renew'];
  expect((await run(words)).stdout).toMatch(/\nImported\.\n$/);
  expect((await run(['check'])).code).toBe(0);
});

test('reset-password sets the password and ends the sessions', async () => {
  const token = await server.services.sessions.open(owner.session.account.id, 'test', undefined);
  const { code, stdout, stderr } = await run(['reset-password', owner.email], { input: 'a new pass phrase\n' });
  expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/^The password of .* was changed\./), '']);
  expect(await server.services.sessions.verify(token)).toBeNull();
  const signIn = { email: owner.email, password: 'a new pass phrase' };
  expect(await server.services.accounts.signIn(signIn, { client: 'test' })).toMatchObject({ email: owner.email });
});

test('purge deletes old answers, and keeps the results', async () => {
  const form = await createAsk(server, key, 'forms', { keep_answers_days: 5 });
  now -= 10 * 24 * 3600 * 1000;
  await answer(server, 'forms', form, [{ answers: { f1: 'A' } }, { answers: { f1: 'B' } }]);
  const total = '2 answers to 1 poll, quiz or form';
  expect((await run(['purge', '--dry-run'])).stdout).toBe(`Would delete ${total}.\n`);
  expect((await run(['purge'])).stdout).toBe(`Deleted ${total}.\n`);
  expect((await run(['purge', '--dry-run'])).stdout).toContain('Would delete 0 answers');
  expect((await run(['purge', '--vacuum'])).stderr).toContain('PostgreSQL vacuums by itself');
  expect((await run(['check'])).code).toBe(0);
});

test('backup names the command of PostgreSQL', async () => {
  const { code, stdout, stderr } = await run(['backup', 'copy.db']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/Back up PostgreSQL with: pg_dump --format=custom --table='"test_\w+"\.askwell_\*' --file=/);
  expect(stderr).not.toContain(new URL(database).host);
});

test('no command creates tables in an empty database, or shows a password', async () => {
  const commands = [['check'], ['purge'], ['export', 'a@b'], ['reset-password', 'a@b']];
  const empty = newSchema();
  for (const words of commands) {
    const { code, stderr } = await run([...words, '--database-url', empty]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no tables of Askwell')]);
  }
  const wrong = database.replace(/:[^:@]+@/, ':a-wrong-password@');
  const { code, stderr } = await run(['check', '--database-url', wrong]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('Could not connect to PostgreSQL')]);
  expect(stderr).not.toContain('a-wrong-password');
});
