import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock, createCorrectedClock } from '../../src/base/clock.js';
import { silentLogger } from '../../src/base/logger.js';
import { openStore } from '../../src/db/open-store.js';
import { one } from '../../src/db/sql/statement.js';
import { writes } from '../../src/instance/registered-writes.js';
import { readUntilVotes } from '../support/asks/live-server.js';
import { openStream } from '../support/http/event-stream.js';
import { call, newAddress } from '../support/http/http-client.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { startCuttingProxy } from '../support/store/cutting-proxy.js';
import { newSchema } from '../support/store/test-database.js';

/** Two instances over one database. */
let a: SocketServer;
let b: SocketServer;
let database: string;
let owner: Owner;
let key: string;

beforeAll(async () => {
  database = newSchema();
  const start = () => startServer({ database, trustProxy: ['127.0.0.1'] });
  a = await start();
  b = await start();
  owner = await createOwner(a.services);
  key = await owner.key();
});
afterAll(() => Promise.all([a.close(), b.close()]));

const newPoll = async (more: object = {}) =>
  (
    await a.askwell.polls.create(owner.session.account, {
      title: 'Lunch?',
      options: ['Soup', 'Salad'],
      results_visibility: 'always',
      ...more,
    })
  ).id;

const vote = (instance: SocketServer, poll: string, choice = 'o1') =>
  call(instance, 'POST', `/api/v1/polls/${poll}/votes`, {
    body: { choices: [choice] },
    headers: { 'X-Forwarded-For': newAddress() },
  });

const rename = (instance: SocketServer, poll: string, title: string) =>
  call(instance, 'PATCH', `/api/v1/polls/${poll}`, { key, body: { title } });

/** Returns the data that an instance shows to the owner and to visitors. */
async function shownBy(instance: SocketServer, poll: string): Promise<unknown[]> {
  const owned = await call(instance, 'GET', `/api/v1/polls/${poll}`, { key });
  const results = await call(instance, 'GET', `/api/v1/polls/${poll}/results`, { key });
  const visible = await call(instance, 'GET', `/embed/polls/${poll}`);
  const votes = (reply: typeof results, path: string) => [0, 1].map((at) => reply.at(`${path}.options.${at}.votes`));
  return [
    owned.at('data.title'),
    votes(results, 'data'),
    visible.at('data.poll.title'),
    votes(visible, 'data.results'),
  ];
}

test('a vote at one instance is seen by a stream at the other', async () => {
  const poll = await newPoll();
  const stream = await openStream(b, `/embed/polls/${poll}/live`);
  await stream.next();
  expect((await vote(a, poll)).status).toBe(201);
  expect(await readUntilVotes(stream, 1)).toEqual([1]);
  stream.close();
});

test('a change at one instance is shown by the other at once', async () => {
  const poll = await newPoll();
  expect(await shownBy(b, poll)).toEqual(['Lunch?', [0, 0], 'Lunch?', [0, 0]]);
  await vote(a, poll);
  await rename(a, poll, 'Dinner?');
  expect(await shownBy(b, poll)).toEqual(['Dinner?', [1, 0], 'Dinner?', [1, 0]]);
});

test('after a database is restored from a backup, instances show its data without a restart', async () => {
  const [connectionString, schema = ''] = database.split('?schema=');
  const pool = new pg.Pool({ connectionString });
  const poll = await newPoll();
  const id = poll.replace('poll_', '');
  const tables = ['asks', 'counters', 'tallies', 'answers'].map((name) => `askwell_${name}`);
  await vote(a, poll);
  await pool.query(
    tables.map((name) => `create table "${schema}".backup_${name} as select * from "${schema}".${name}`).join(';'),
  );

  await rename(a, poll, 'Dinner?');
  await vote(a, poll, 'o2');
  expect(await shownBy(a, poll)).toEqual(['Dinner?', [1, 1], 'Dinner?', [1, 1]]);

  // Another connection writes, as a restore does: the instances lose no connection.
  const client = await pool.connect();
  await client.query(`set search_path to "${schema}"; begin; set local session_replication_role = replica`);
  const columns = (name: string) => `(select seq from askwell_asks where id = '${id}') and '${name}' <> ''`;
  for (const name of tables.slice(1)) {
    await client.query(`delete from ${name} where ask = ${columns(name)};
      insert into ${name} overriding system value select * from backup_${name} where ask = ${columns(name)}`);
  }
  await client.query(`delete from askwell_asks where id = '${id}';
    insert into askwell_asks overriding system value select * from backup_askwell_asks where id = '${id}'; commit`);
  client.release();
  expect(await shownBy(a, poll)).toEqual(['Lunch?', [1, 0], 'Lunch?', [1, 0]]);

  // The other instance now makes the changes that have the numbers which this one has cached.
  await rename(b, poll, 'Breakfast?');
  await vote(b, poll, 'o1');
  expect(await shownBy(a, poll)).toEqual(['Breakfast?', [2, 0], 'Breakfast?', [2, 0]]);
  await pool.end();
});

test('the clock is corrected again after a lost connection', async () => {
  const proxy = await startCuttingProxy(database);
  let corrections = 0;
  const store = openStore({
    database: proxy.url,
    writes,
    reports: [],
    logger: silentLogger,
    async synchronizeClock(readTime) {
      await readTime();
      corrections++;
    },
  });
  await store.ready();
  expect(corrections).toBe(1);
  proxy.refuse();
  await expect(store.read(one`select 1`)).rejects.toMatchObject({ code: 'unavailable' });
  proxy.allow();
  await expect.poll(() => corrections).toBe(2);
  await store.close();
  await proxy.close();
});

test('the clock of an instance is corrected by the clock of the database', async () => {
  const clock = createCorrectedClock(createClock(() => Date.now() - 3_600_000));
  const store = openStore({
    database,
    writes,
    reports: [],
    logger: silentLogger,
    synchronizeClock: clock.synchronize,
  });
  await store.ready();
  const difference = clock.now() / 1000 - Date.now();
  await store.close();
  expect(Math.abs(difference)).toBeLessThan(60_000);
});
