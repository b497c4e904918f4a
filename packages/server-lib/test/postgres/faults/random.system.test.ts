import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { all } from '../../../src/db/sql/statement.js';
import { call } from '../../support/http/http-client.js';
import { type Instances, startInstances } from '../../support/postgres/start-instances.js';
import { startVoting, watchHealth } from '../../support/postgres/vote-load.js';
import { seed } from '../../support/random.js';
import { soakFactor } from '../../support/soak-factor.js';
import { type CuttingProxy, startCuttingProxy } from '../../support/store/cutting-proxy.js';
import { runDirectly } from '../../support/store/direct-connection.js';
import { type PostgresServer, startPostgres } from '../../support/store/postgres-server.js';

const rounds = 5 * soakFactor;

/** Only this file uses the server, because the tests end it. */
let postgres: PostgresServer;
let proxy: CuttingProxy;
let instances: Instances;
let database: string;
let shift = 0;

beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startCuttingProxy(postgres.url);
  database = `${proxy.url}?schema=askwell`;
  instances = await startInstances(database, [{ clock: () => Date.now() + shift }, {}, {}]);
});
afterAll(async () => {
  await instances.close();
  await proxy.close();
  await postgres.stop();
});

/** The faults. Each ends by itself. */
const faults: Readonly<Record<string, () => Promise<void>>> = {
  async 'the server is killed'() {
    await postgres.kill('SIGKILL');
    await postgres.restart();
  },
  async 'the server shuts down immediately'() {
    await postgres.kill('SIGQUIT');
    await postgres.restart();
  },
  async 'all connections are cut'() {
    proxy.refuse();
    await call(instances.at(0), 'GET', '/healthz');
    proxy.allow();
  },
  async 'the backends are ended'() {
    const query = all`
      select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`;
    await runDirectly(`${postgres.url}?schema=askwell`, query);
  },
  async 'the server does not answer for a while'() {
    proxy.pause();
    for (let nth = 0; nth < 50; nth++) await call(instances.at(1), 'GET', '/healthz');
    proxy.resume();
  },
  async 'half of the COMMITs lose their connection'() {
    proxy.cutCommits(1 / 2);
  },
  async 'COMMITs keep their connections'() {
    proxy.cutCommits(0);
  },
  async 'a clock jumps back'() {
    shift -= 60_000;
  },
  async 'a clock jumps forth'() {
    shift += 60_000;
  },
};

const round = fc.array(fc.tuple(fc.constantFrom(...Object.keys(faults)), fc.nat(12)), { minLength: 1, maxLength: 4 });

test(`random faults lose and double no acknowledged vote, in ${rounds} rounds with SEED=${seed}`, {
  timeout: 60_000 * rounds,
}, async () => {
  for (const steps of fc.sample(round, { seed, numRuns: rounds })) {
    const load = await startVoting(instances.at(0), instances.owner, (nth) => instances.at(nth));
    const stopWatching = watchHealth(instances.at(2));
    for (const [name, votes] of steps) {
      await faults[name]?.();
      await load.acknowledge(votes);
    }
    proxy.cutCommits(0);
    await load.acknowledge(5);
    await load.finish(instances.at(1));
    expect(await stopWatching()).toEqual(new Set([200]));
  }
});
