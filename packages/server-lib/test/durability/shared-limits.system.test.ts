import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { createAskwell } from '../../src/create-askwell.js';
import { call } from '../support/http/http-client.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { type Prepared, prepareDatabase } from './fixture.js';

let prepared: Prepared;
let poll: string;
let running: ServedCli[] = [];

beforeAll(async () => {
  prepared = await prepareDatabase({ owners: 1, keys: 1 });
  const askwell = createAskwell({ database: prepared.database, logger: silentLogger });
  const account = await askwell.accounts.get({ id: prepared.owners[0]?.account ?? 0 });
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };
  poll = (await askwell.polls.create(account, draft)).id;
  await askwell.close();
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});
afterAll(() => prepared.end());

async function serve(): Promise<ServedCli> {
  const server = await serveCli(prepared.database, { words: ['--trust-proxy', '127.0.0.1'] });
  running.push(server);
  return server;
}

/** Votes at once, and returns how many votes were accepted and refused by the limit. */
async function vote(server: ServedCli, count: number, from: string): Promise<{ accepted: number; refused: number }> {
  const send = () => call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] }, from });
  const statuses = (await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status);
  const countOf = (wanted: number) => statuses.filter((status) => status === wanted).length;
  return { accepted: countOf(201), refused: countOf(429) };
}

test('two processes over one file accept 30 of 60 votes of an address', async () => {
  const [first, second] = await Promise.all([serve(), serve()]);
  const [one, other] = await Promise.all([vote(first, 30, '203.0.113.5'), vote(second, 30, '203.0.113.5')]);
  expect(one.accepted + other.accepted).toBe(30);
  expect(one.refused + other.refused).toBe(30);
});

test('a process that starts in the middle, and one that is killed, do not lift the limit', async () => {
  const from = '203.0.113.6';
  const first = await serve();
  expect(await vote(first, 12, from)).toEqual({ accepted: 12, refused: 0 });
  const second = await serve();
  const [one, other] = await Promise.all([vote(first, 10, from), vote(second, 4, from)]);
  expect(one.accepted + other.accepted).toBe(14);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await serve();
  const rest = await Promise.all([vote(second, 20, from), vote(third, 20, from)]);
  expect(rest.map(({ accepted }) => accepted).reduce((sum, n) => sum + n)).toBe(4);
  expect(rest.map(({ refused }) => refused).reduce((sum, n) => sum + n)).toBe(36);
});

test('the files next to the database have no addresses', async () => {
  const names = await readdir(prepared.folder);
  expect(names).toContain('askwell.db-limits');
  for (const name of names) {
    expect((await readFile(join(prepared.folder, name))).includes('203.0.113.')).toBe(false);
  }
});
