import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { assembleServices } from '../../src/instance/assemble-services.js';
import { call, createClient } from '../support/http/http-client.js';
import { dumpPostgres, dumpSqlite } from '../support/move/dump-database.js';
import { answer, type FilledDatabase, fillDatabase, fillEmptyTables } from '../support/move/fill-database.js';
import { runCli } from '../support/processes/run-cli.js';
import { spawnCli } from '../support/processes/spawn-cli.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startServer } from '../support/servers/start-server.js';
import { newSchema, testSecret } from '../support/store/test-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const killer = fileURLToPath(new URL('../support/move/kill-at-query.cjs', import.meta.url));
const env = { SECRET: testSecret };

let folder: string;
let source: string;
let target: string;
let filled: FilledDatabase;

beforeAll(async () => {
  folder = await temporaryFolder();
  source = join(folder, 'askwell.db');
  target = newSchema();
  filled = await fillDatabase(source, testSecret);
});
afterAll(() => rm(folder, { recursive: true }));

const move = (from: string, to: string) => runCli(['move', '--from', from, '--to', to], { env });

/** Opens a database as a server does, and closes it again. */
async function open(database: string): Promise<void> {
  const services = assembleServices({ database, secret: testSecret, logger: silentLogger });
  await services.store.ready().finally(() => services.close());
}

/** How long all kills may take beside other tests, in milliseconds: each starts the command again. */
const killTimeout = 120_000;

/** Where moves are killed: at the nth query that matches, before or after it is sent, or so many queries later. */
const kills: readonly (readonly [pattern: string, nth: number, when: 'before' | 'after', later: number])[] = [
  ['pg_advisory_xact_lock', 1, 'after', 0],
  ['insert into .*askwell_moves', 1, 'before', 0],
  ['create or replace trigger', 12, 'after', 0],
  ['insert into .*askwell_keys', 1, 'after', 0],
  ['insert into .*askwell_tickets', 3, 'before', 0],
  ['set progress', 1, 'after', 0],
  ['insert into .*askwell_tickets', 2, 'after', 0],
  // Compares the databases.
  ['from .*askwell_accounts', 1, 'after', 0],
  ['setval', 2, 'after', 0],
  // Commits the end in the target, but not yet in the source.
  ['drop function', 1, 'after', 3],
];

// The tests share their databases: each test continues where the previous one ended.

test('another secret is refused, and nothing is changed', async () => {
  const before = dumpSqlite(source);
  const { code, stdout, stderr } = await runCli(['move', '--from', source, '--to', target], {
    env: { SECRET: testSecret.replace('the', 'not') },
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^askwell: Nothing was moved\. SECRET is not the secret of askwell\.db\./);
  await open(source);
  expect(dumpSqlite(source)).toEqual(before);
});

test('a file that a server has open is refused', async () => {
  const server = await startServer({ database: source, secret: testSecret });
  const { code, stderr } = await move(source, target);
  expect([code, stderr]).toEqual([1, expect.stringContaining('is in use. Stop the server')]);
  await server.close();
});

test(
  'a move that is killed ten times is resumed, and both databases are equal at the end',
  async () => {
    // A server deletes rows that are as old as these.
    fillEmptyTables(source);
    const before = dumpSqlite(source);
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
    const words = ['move', '--from', source, '--to', target];
    for (const [KILL_AT, count, KILL_WHEN, later] of kills) {
      const { code, stderr } = await spawnCli(words, {
        env: {
          ...env,
          NODE_OPTIONS: `--require ${killer}`,
          KILL_AT,
          KILL_COUNT: String(count),
          KILL_WHEN,
          KILL_LATER: String(later),
        },
      });
      // Ended by a signal, not by an error.
      expect([KILL_AT, code, stderr]).toEqual([KILL_AT, null, '']);
      if (KILL_AT === 'set progress') {
        await expect(open(source)).rejects.toThrow(/This database is being moved to .*\(schema test_/);
        await expect(open(target)).rejects.toThrow(
          /This database is incomplete: its move from askwell\.db is not finished/,
        );
        const checks = [source, target].map((database) => ['check', '--database-url', database]);
        const [ofSource, ofTarget] = [await runCli(checks[0] ?? [], { env }), await runCli(checks[1] ?? [], { env })];
        expect([ofSource.code, ofSource.stdout]).toEqual([0, expect.stringContaining('This database is being moved')]);
        expect([ofTarget.code, ofTarget.stdout]).toEqual([1, expect.stringContaining('This database is incomplete')]);
      }
    }
    const { code, stdout, stderr } = await move(source, target);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Resuming the move of askwell\.db to /);
    expect(stdout).toMatch(/\naskwell_tickets: 10000 rows are equal, SHA-256 [0-9a-f]{64}\n/);
    expect(stdout).toContain('\nThe results match the answers.\n');
    expect(await dumpPostgres(target)).toEqual(before);
    expect(dumpSqlite(source)).toEqual(before);
    await expect(open(source)).rejects.toThrow(/This database was moved to .* at \d{4}-/);
    expect((await runCli(['check', '--database-url', target], { env })).stdout).toMatch(/^No problems found/);
  },
  killTimeout,
);

test('a server on the target continues with the moved data', async () => {
  const server = await startServer({ database: target, trustProxy: ['127.0.0.1'] });
  const api = createClient(server);
  const { key, owner, poll, session, ticket, ticketPoll } = filled;
  expect((await api('GET', '/me', { key })).at('data.email')).toBe(owner.email);
  expect(await server.services.sessions.verify(session)).not.toBeNull();
  expect(await server.services.accounts.signIn(owner, { client: 'test' })).toMatchObject({ email: owner.email });
  expect((await api('GET', `/polls/${poll}/results`, { key })).at('data.votes_count')).toBe(5);
  await answer(server, 'polls', poll, [{ choices: ['o1'] }]);
  expect((await api('GET', `/polls/${poll}/results`, { key })).at('data.votes_count')).toBe(6);
  const vote = () => api('POST', `/polls/${ticketPoll}/votes`, { body: { choices: ['o1'], ticket } });
  expect([(await vote()).status, (await vote()).status]).toEqual([201, 409]);
  // Each table continues with the next ID after the IDs of the source.
  const other = await createOwner(server.services);
  await other.key();
  expect((await api('POST', '/sites', { key, body: { name: 'Next' } })).status).toBe(201);
  expect(
    (await api('POST', '/forms', { key, body: { title: 'Next', fields: [{ type: 'short_text', label: 'A' }] } }))
      .status,
  ).toBe(201);
  expect(await server.services.sessions.open(other.session.account.id, 'test', undefined)).toBeTypeOf('string');
  await server.close();
});

test('a move back refuses writes at running servers, until it is canceled', async () => {
  const file = join(folder, 'back.db');
  const server = await startServer({ database: target, trustProxy: ['127.0.0.1'] });
  const vote = () => answer(server, 'polls', filled.poll, [{ choices: ['o1'] }]);
  await vote();
  const back = await move(target, file);
  expect([back.code, back.stderr]).toEqual([0, '']);
  expect(dumpSqlite(file)).toEqual(await dumpPostgres(target));
  await expect(vote()).rejects.toThrow(/unavailable/);
  expect((await call(server, 'GET', `/embed/polls/${filled.poll}`)).status).toBe(200);
  expect((await runCli(['check', '--database-url', file], { env })).stdout).toMatch(/^No problems found/);

  const canceled = await runCli(['move', '--cancel', '--from', target], { env });
  expect([canceled.code, canceled.stdout]).toEqual([0, expect.stringContaining('can be used again')]);
  await vote();
  await server.close();
  await open(target);
  await open(file);
});

test('a database with content is refused as the target', async () => {
  const file = join(folder, 'other.db');
  await fillDatabase(file, testSecret);
  const { code, stderr } = await move(file, target);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/is not empty: askwell_\w+ has rows\./)]);
  await open(file);
});
