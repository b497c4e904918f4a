import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { all, one } from '../../../src/db/sql/statement.js';
import { call, newAddress } from '../../support/http/http-client.js';
import { findDifferences } from '../../support/postgres/start-instances.js';
import { createOwner, type Owner } from '../../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../../support/servers/start-server.js';
import { soakFactor } from '../../support/soak-factor.js';
import { type CuttingProxy, startCuttingProxy } from '../../support/store/cutting-proxy.js';
import { newSchema } from '../../support/store/test-database.js';

/** Distinguishes the connections of this file from the connections of other files, which run at the same time. */
const application = 'askwell-faults';

let proxy: CuttingProxy;
/** An instance behind the proxy. */
let server: SocketServer;
/** An instance that reaches the database directly. */
let observer: SocketServer;
let owner: Owner;
let poll: string;

beforeAll(async () => {
  const database = `${newSchema()}&application_name=${application}`;
  proxy = await startCuttingProxy(database);
  server = await startServer({ database: proxy.url, trustProxy: ['127.0.0.1'] });
  observer = await startServer({ database });
  owner = await createOwner(server.services);
});
afterAll(async () => {
  await Promise.all([server.close(), observer.close()]);
  await proxy.close();
});
beforeEach(async () => {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'browser' as const };
  poll = (await observer.askwell.polls.create(owner.session.account, draft)).id;
});

const vote = (voter: number, from = newAddress()) =>
  call(server, 'POST', `/api/v1/polls/${poll}/votes`, {
    body: { choices: ['o1'], voter: `voter-${String(voter).padStart(12, '0')}` },
    from,
  });

/** Votes one after the other, so that each has a transaction. Returns the statuses. */
async function voteInTurn(count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let voter = 0; voter < count; voter++) statuses.push((await vote(voter)).status);
  return statuses;
}

const endBackends = () =>
  observer.services.store.read(all`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${application} and pid <> pg_backend_pid()`);

async function countVotes(): Promise<number> {
  const found = await observer.services.polls.asks.find(owner.session.scope, poll);
  const row = await observer.services.store.read(
    one<{ n: number }>`select count(*) as n from askwell_answers where ask = ${found?.ask.seq ?? 0}`,
  );
  return row?.n ?? -1;
}

test('a COMMIT whose connection is cut is found committed, and is not repeated', { timeout: 120_000 }, async () => {
  proxy.cutCommits(1 / 2);
  const count = 40 * soakFactor;
  const statuses = await voteInTurn(count);
  proxy.cutCommits(0);
  expect(proxy.cuts).toBeGreaterThanOrEqual(count / 2);
  expect(statuses).toEqual(Array.from({ length: count }, () => 201));
  expect(await countVotes()).toBe(count);
  expect(await findDifferences(observer)).toEqual([]);
});

test('an ended backend loses no acknowledged vote, and the next ones are accepted', async () => {
  const voting = voteInTurn(60);
  for (let round = 0; round < 5; round++) {
    await endBackends();
  }
  const statuses = await voting;
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(await countVotes()).toBe(statuses.filter((status) => status === 201).length);
  expect((await vote(1_000)).status).toBe(201);
  expect(await findDifferences(observer)).toEqual([]);
});

test('ended backends do not lift the limit', async () => {
  const from = newAddress();
  const take = async ({ services: { limiter } }: SocketServer) =>
    Promise.resolve(limiter.take(from)).then(
      ({ admitted }) => admitted,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'unavailable' });
        return false;
      },
    );
  let admitted = 0;
  for (let round = 0; round < 8; round++) {
    const taking = Promise.all(Array.from({ length: 6 }, (_, at) => take(at % 2 === 0 ? server : observer)));
    await endBackends();
    admitted += (await taking).filter(Boolean).length;
  }
  for (let at = 0; at < 40; at++) if (await take(at % 2 === 0 ? server : observer)) admitted++;
  expect(admitted).toBeLessThanOrEqual(30);
  // All votes except the votes whose connection was lost.
  for (let voter = 0; voter < 4; voter++) expect((await vote(voter, from)).status).toBe(429);
});

test('without the database, public operations and readiness return 503, and recover by themselves', async () => {
  const key = await owner.key();
  proxy.refuse();
  expect((await vote(1)).status).toBe(503);
  expect((await call(server, 'GET', '/healthz')).status).toBe(200);
  expect((await call(server, 'GET', '/api/v1/me', { key })).status).toBe(503);
  proxy.allow();
  await expect.poll(async () => (await vote(1)).status).toBe(201);
  expect(await countVotes()).toBe(1);
});
