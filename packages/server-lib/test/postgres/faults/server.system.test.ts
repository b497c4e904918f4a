import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { assembleServices } from '../../../src/assemble-services.js';
import { silentLogger } from '../../../src/logger.js';
import { run } from '../../../src/store/sql/statement.js';
import { call, newAddress } from '../../support/http/http-client.js';
import { freezeServer } from '../../support/postgres/freeze-server.js';
import { startInstanceProcess } from '../../support/postgres/instance-process.js';
import { replicateSynchronously } from '../../support/postgres/replicate-synchronously.js';
import { createSmallDisk, type SmallDisk } from '../../support/postgres/small-disk.js';
import { findDifferences, type Instances, startInstances } from '../../support/postgres/start-instances.js';
import { startVoting, type VoteLoad, watchHealth } from '../../support/postgres/vote-load.js';
import { soakFactor } from '../../support/soak-factor.js';
import { type CuttingProxy, startCuttingProxy } from '../../support/store/cutting-proxy.js';
import { runDirectly } from '../../support/store/direct-connection.js';
import { type PostgresServer, startPostgres } from '../../support/store/postgres-server.js';
import { secretOf, testSecret } from '../../support/store/test-database.js';

/** A server of this file alone, since the tests end it. */
let postgres: PostgresServer;
let disk: SmallDisk;
let proxy: CuttingProxy;
let instances: Instances;
let database: string;
/** What the clock of the first instance is behind, in milliseconds. */
let behind = 0;

beforeAll(async () => {
  disk = await createSmallDisk();
  postgres = await startPostgres({ parent: disk.folder });
  proxy = await startCuttingProxy(postgres.url);
  database = `${proxy.url}?schema=askwell`;
  instances = await startInstances(database, [{ clock: () => Date.now() - behind }, {}]);
});
afterAll(async () => {
  await instances.close();
  await proxy.close();
  await postgres.stop();
  await disk.close();
});

/** The database past the proxy. */
const direct = (): string => `${postgres.url}?schema=askwell`;

let load: VoteLoad;
let stopWatching: () => Promise<Set<number>>;
beforeEach(async () => {
  load = await startVoting(instances.at(1), instances.owner, (nth) => instances.at(nth));
  stopWatching = watchHealth(instances.at(0));
  await load.acknowledge(5);
});
// Each fault ends without a restart of an instance: both answer again, and nothing that was acknowledged is lost.
afterEach(async () => {
  await load.acknowledge(20);
  await load.finish(instances.at(0));
  expect(await stopWatching()).toEqual(new Set([200]));
});

test.each(['SIGKILL', 'SIGQUIT'] as const)(
  'PostgreSQL is ended with %s and starts again',
  { timeout: 60_000 * soakFactor },
  async (signal) => {
    for (let round = 0; round < 2 * soakFactor; round++) {
      await postgres.kill(signal);
      await expect.poll(() => call(instances.at(0), 'GET', '/readyz')).toMatchObject({ status: 503 });
      await postgres.restart();
      await load.acknowledge(5);
    }
  },
);

test('an instance that starts without PostgreSQL becomes ready with it', async () => {
  await postgres.kill();
  const services = assembleServices({ database, ...secretOf(database), logger: silentLogger });
  await expect(services.store.ready()).rejects.toThrow();
  await postgres.restart();
  await services.store.ready();
  expect(await findDifferences({ services })).toEqual([]);
  await services.close();
});

test('PostgreSQL hangs for five seconds, longer than the timeouts of a transaction', async () => {
  const resume = await freezeServer(postgres);
  const until = performance.now() + 5_000;
  while (performance.now() < until) await call(instances.at(1), 'GET', '/healthz');
  await resume();
});

test('the disk is full', async () => {
  const { polls } = instances.at(0).askwell;
  const { id } = await polls.create(instances.owner.session.account.id, {
    title: 'Full',
    options: ['a', 'b'],
    one_per: null,
  });
  const vote = () => {
    const body = { choices: ['o1'] };
    return call(instances.at(0), 'POST', `/api/v1/polls/${id}/votes`, { body, from: newAddress() });
  };
  // What the server frees is filled again.
  await expect.poll(() => disk.fill(direct()).then(vote)).toMatchObject({ status: 503 });
  await disk.free(direct());
});

test.each([
  ['SIGKILL', 'SIGKILL'],
  ['SIGINT', 'SIGTERM'],
] as const)(
  'PostgreSQL is ended with %s together with an instance by %s, and both start again',
  async (signal, ending) => {
    const serve = () => startInstanceProcess(database, testSecret);
    let another = await serve();
    const own = await startVoting(instances.at(1), instances.owner, () => another);
    await own.acknowledge(5);
    await Promise.all([postgres.kill(signal), another.stop(ending)]);
    await postgres.restart();
    another = await serve();
    await own.acknowledge(20);
    await own.finish(instances.at(0));
    await another.stop();
  },
);

test('the clock of an instance is set back by an hour', async () => {
  behind = 3_600_000;
  await load.acknowledge(20);
  behind = 0;
});

test('a standby takes over', async () => {
  await postgres.kill('SIGINT');
  const standby = await startPostgres({ standbyOf: postgres, flags: ['-c', 'hot_standby=on'] });
  await postgres.restart();
  await replicateSynchronously(direct());
  await load.acknowledge(20);

  await postgres.kill();
  await runDirectly(`${standby.url}?schema=askwell`, run`select pg_promote()`);
  proxy.redirect(standby.url);
  await load.acknowledge(20);
  expect(await findDifferences(instances.at(1))).toEqual([]);
  await postgres.stop();
  postgres = standby;
});
