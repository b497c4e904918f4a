import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '../../../src/base/logger.js';
import { all, run } from '../../../src/db/sql/statement.js';
import { assembleServices } from '../../../src/instance/assemble-services.js';
import { call } from '../../support/http/http-client.js';
import { startInstanceProcess } from '../../support/postgres/instance-process.js';
import { findDifferences } from '../../support/postgres/start-instances.js';
import { startVoting } from '../../support/postgres/vote-load.js';
import { soakFactor } from '../../support/soak-factor.js';
import { connectTo, runDirectly } from '../../support/store/direct-connection.js';
import { type PostgresServer, startPostgres } from '../../support/store/postgres-server.js';
import { secretOf, testSecret } from '../../support/store/test-database.js';
import { killAndRestart, useFaultyServer } from './faulty-server.js';

const faulty = useFaultyServer();

test.each(['SIGKILL', 'SIGQUIT'] as const)(
  'PostgreSQL is ended with %s and starts again, several times',
  { timeout: 60_000 * soakFactor },
  async (signal) => {
    for (let round = 0; round < 2 * soakFactor; round++) await killAndRestart(faulty, signal);
  },
);

test('an instance that starts without PostgreSQL becomes ready with it', async () => {
  const { postgres, database } = faulty;
  await postgres.kill();
  const services = assembleServices({ database, ...secretOf(database), logger: silentLogger });
  await expect(services.store.ready()).rejects.toThrow();
  await postgres.restart();
  await services.store.ready();
  expect(await findDifferences({ services })).toEqual([]);
  await services.close();
});

test('PostgreSQL hangs for five seconds, longer than the timeouts of a transaction', async () => {
  const resume = await freezeServer(faulty.postgres);
  const until = performance.now() + 5_000;
  while (performance.now() < until) await call(faulty.instances.at(1), 'GET', '/healthz');
  await resume();
});

test.each([
  ['SIGKILL', 'SIGKILL'],
  ['SIGINT', 'SIGTERM'],
] as const)(
  'PostgreSQL is ended with %s together with an instance by %s, and both start again',
  async (signal, ending) => {
    const { postgres, instances } = faulty;
    const serve = () => startInstanceProcess(faulty.database, testSecret);
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
  faulty.setClockBack(3_600_000);
  await faulty.load.acknowledge(20);
  faulty.setClockBack(0);
});

test('a standby takes over', async () => {
  const { postgres, load, instances } = faulty;
  await postgres.kill('SIGINT');
  const standby = await startPostgres({ standbyOf: postgres, flags: ['-c', 'hot_standby=on'] });
  await postgres.restart();
  await replicateSynchronously(faulty.direct);
  await load.acknowledge(20);

  await postgres.kill();
  await runDirectly(`${standby.url}?schema=askwell`, run`select pg_promote()`);
  faulty.redirect(standby.url);
  await load.acknowledge(20);
  expect(await findDifferences(instances.at(1))).toEqual([]);
  await faulty.replace(standby);
});

/**
 * Stops all processes of a server, as if its machine hung: connections stay open and get no reply. Returns a function that resumes them.
 */
async function freezeServer({ url, data }: PostgresServer): Promise<() => Promise<void>> {
  const connection = await connectTo(url);
  const [first] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const main = Number(first);
  // Stopped first, so that it cannot start a process that is missing in the list.
  process.kill(main, 'SIGSTOP');
  const others = await connection.run(all<{ pid: number }>`select pid from pg_stat_activity`);
  const pids = [main, ...others.map(({ pid }) => pid)];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return async () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    await connection.close();
  };
}

/** Makes commits wait until the standby of a server has them. Resolves when they do. */
async function replicateSynchronously(primary: string): Promise<void> {
  const connection = await connectTo(primary);
  await connection.run(run`alter system set synchronous_standby_names = '*'`);
  await connection.run(run`select pg_reload_conf()`);
  await expect
    .poll(() => connection.run(all<{ state: string }>`select sync_state as state from pg_stat_replication`))
    .toEqual([{ state: 'sync' }]);
  await connection.close();
}
