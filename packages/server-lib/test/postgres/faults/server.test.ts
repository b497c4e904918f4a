import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { assembleServices } from '../../../src/assemble-services.js';
import { silentLogger } from '../../../src/logger.js';
import { all, run } from '../../../src/store/statement.js';
import { call } from '../../support/http/http-client.js';
import { findDifferences, type Instances, startInstances } from '../../support/postgres/start-instances.js';
import { startVoting, type VoteLoad, watchHealth } from '../../support/postgres/vote-load.js';
import { soakFactor } from '../../support/soak-factor.js';
import { type CuttingProxy, startCuttingProxy } from '../../support/store/cutting-proxy.js';
import { connectTo, runDirectly } from '../../support/store/direct-connection.js';
import { type PostgresServer, startPostgres } from '../../support/store/postgres-server.js';
import { secretOf } from '../../support/store/test-database.js';

/** A server of this file alone, since the tests end it. */
let postgres: PostgresServer;
let proxy: CuttingProxy;
let instances: Instances;
let database: string;
/** What the clock of the first instance is behind, in milliseconds. */
let behind = 0;

beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startCuttingProxy(postgres.url);
  database = `${proxy.url}?schema=askwell`;
  instances = await startInstances(database, [{ clock: () => Date.now() - behind }, {}]);
});
afterAll(async () => {
  await instances.close();
  await proxy.close();
  await postgres.stop();
});

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

test.each(['SIGKILL', 'SIGQUIT'] as const)('PostgreSQL is ended with %s and starts again', async (signal) => {
  for (let round = 0; round < 2 * soakFactor; round++) {
    await postgres.kill(signal);
    await expect.poll(() => call(instances.at(0), 'GET', '/readyz')).toMatchObject({ status: 503 });
    await postgres.restart();
    await load.acknowledge(5);
  }
});

test('an instance that starts without PostgreSQL becomes ready with it', async () => {
  await postgres.kill();
  const services = assembleServices({ database, ...secretOf(database), logger: silentLogger });
  await expect(services.store.ready()).rejects.toThrow();
  await postgres.restart();
  await services.store.ready();
  expect(await findDifferences({ services })).toEqual([]);
  await services.close();
});

test('PostgreSQL does not answer for a while', async () => {
  proxy.pause();
  // Half a second, or five in the endurance test, which are longer than the timeouts of a transaction.
  const until = performance.now() + 500 * soakFactor;
  while (performance.now() < until) await call(instances.at(1), 'GET', '/healthz');
  proxy.resume();
});

test('the disk is full', async () => {
  await runDirectly(
    database,
    (function* () {
      yield* run`create function askwell_no_space() returns trigger language plpgsql as
        'begin raise exception using errcode = ''53100'', message = ''could not extend file''; end'`;
      yield* run`create trigger no_space before insert on askwell_answers execute function askwell_no_space()`;
    })(),
  );
  const body = { choices: ['o1'] };
  const { polls } = instances.at(0).askwell;
  const { id } = await polls.create(instances.owner.session.account.id, { title: 'Full', options: ['a', 'b'] });
  expect(await call(instances.at(0), 'POST', `/api/v1/polls/${id}/votes`, { body })).toMatchObject({ status: 503 });
  await runDirectly(database, run`drop function askwell_no_space cascade`);
});

test('the clock of an instance is set back by an hour', async () => {
  behind = 3_600_000;
  await load.acknowledge(20);
  behind = 0;
});

test('a standby takes over', async () => {
  await postgres.kill('SIGINT');
  const standby = await startPostgres({ standbyOf: postgres, flags: ['-c', 'hot_standby=on'] });
  await postgres.restart();
  const primary = `${postgres.url}?schema=askwell`;
  await replicateSynchronously(primary);
  await expect
    .poll(() => runDirectly(primary, all<{ state: string }>`select sync_state as state from pg_stat_replication`))
    .toEqual([{ state: 'sync' }]);
  await load.acknowledge(20);

  await postgres.kill();
  await runDirectly(`${standby.url}?schema=askwell`, run`select pg_promote()`);
  proxy.redirect(standby.url);
  await load.acknowledge(20);
  expect(await findDifferences(instances.at(1))).toEqual([]);
  await postgres.stop();
  postgres = standby;
});

/** Makes commits wait until the standby has them. */
async function replicateSynchronously(primary: string): Promise<void> {
  const connection = await connectTo(primary);
  await connection.run(run`alter system set synchronous_standby_names = '*'`);
  await connection.run(run`select pg_reload_conf()`);
  await connection.close();
}
