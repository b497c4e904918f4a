import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { call } from '../../support/http/http-client.js';
import { createSmallDisk, type SmallDisk } from '../../support/postgres/small-disk.js';
import { type Instances, startInstances } from '../../support/postgres/start-instances.js';
import { startVoting, type VoteLoad, watchHealth } from '../../support/postgres/vote-load.js';
import { type CuttingProxy, startCuttingProxy } from '../../support/store/cutting-proxy.js';
import { type PostgresServer, startPostgres } from '../../support/store/postgres-server.js';

/**
 * Starts a PostgreSQL server for a file, whose tests end it: on a small disk, behind a proxy, with two instances and visitors who
 * vote all the time. After each test, both instances must answer without a restart, and no acknowledged vote may be lost.
 */
export function useFaultyServer() {
  let disk: SmallDisk;
  let postgres: PostgresServer;
  let proxy: CuttingProxy;
  let instances: Instances;
  let database: string;
  let load: VoteLoad;
  let stopWatching: () => Promise<Set<number>>;
  /** How far the clock of the first instance is behind, in milliseconds. */
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
  beforeEach(async () => {
    load = await startVoting(instances.at(1), instances.owner, (nth) => instances.at(nth));
    stopWatching = watchHealth(instances.at(0));
    await load.acknowledge(5);
  });
  afterEach(async () => {
    await load.acknowledge(20);
    await load.finish(instances.at(0));
    expect(await stopWatching()).toEqual(new Set([200]));
  });

  return {
    get disk() {
      return disk;
    },
    get postgres() {
      return postgres;
    },
    get instances() {
      return instances;
    },
    get load() {
      return load;
    },
    /** The database behind the proxy. */
    get database() {
      return database;
    },
    /** The database past the proxy. */
    get direct() {
      return `${postgres.url}?schema=askwell`;
    },
    /** Cuts all connections, and refuses new ones until `allow`. */
    cut: () => proxy.refuse(),
    allow: () => proxy.allow(),
    setClockBack(milliseconds: number) {
      behind = milliseconds;
    },
    /** Promotes another server. */
    async replace(next: PostgresServer) {
      await postgres.stop();
      postgres = next;
    },
    redirect: (url: string) => proxy.redirect(url),
  };
}

/** Ends the server with a signal while the instances run, and starts it again. */
export async function killAndRestart(
  { postgres, instances, load }: ReturnType<typeof useFaultyServer>,
  signal: 'SIGKILL' | 'SIGQUIT',
): Promise<void> {
  await postgres.kill(signal);
  await expect.poll(async () => (await call(instances.at(0), 'GET', '/readyz')).status).toBe(503);
  await postgres.restart();
  await load.acknowledge(5);
}
