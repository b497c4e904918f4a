import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { one, run } from '../../../src/db/sql/statement.js';
import { call } from '../../support/http/http-client.js';
import { type InstanceProcess, startInstanceProcess } from '../../support/postgres/instance-process.js';
import { startVoting, type VoteLoad, watchHealth } from '../../support/postgres/vote-load.js';
import { createOwner, type Owner } from '../../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../../support/servers/start-server.js';
import { soakFactor } from '../../support/soak-factor.js';
import { runDirectly } from '../../support/store/direct-connection.js';
import { newSchema, secretOf } from '../../support/store/test-database.js';

/** Two instances in separate processes, and one in this process. */
let processes: [InstanceProcess, InstanceProcess];
let observer: SocketServer;
let owner: Owner;
let load: VoteLoad;

const database = newSchema();
/** Distinguishes the connections of the first process from other connections. */
const application = 'askwell-stopped';

const serve = (nth: number) =>
  startInstanceProcess(
    nth === 0 ? `${database}&application_name=${application}` : database,
    secretOf(database).secret ?? '',
  );

beforeAll(async () => {
  observer = await startServer({ database });
  owner = await createOwner(observer.services);
  processes = [await serve(0), await serve(1)];
});
afterAll(async () => {
  await Promise.all([...processes.map((process) => process.stop()), observer.close()]);
});
beforeEach(async () => {
  load = await startVoting(observer, owner, (nth) => processes[nth % 2 === 0 ? 0 : 1]);
  await load.acknowledge(10);
});

test('an instance is ended with kill -9 and starts again', { timeout: 60_000 * soakFactor }, async () => {
  const stopWatching = watchHealth(processes[1]);
  for (let round = 0; round < 2 * soakFactor; round++) {
    await processes[0].stop('SIGKILL');
    await load.acknowledge(10);
    processes[0] = await serve(0);
    await load.acknowledge(10);
  }
  await load.finish(observer);
  expect(await stopWatching()).toEqual(new Set([200]));
});

/** Returns a connection of the first process whose transaction holds locks and waits for the process. */
async function findWaiting(): Promise<number | undefined> {
  // The server has ended all of its transactions that it can end.
  await runDirectly(database, run`select pg_sleep(0.1)`);
  const found = await runDirectly(
    database,
    one<{ pid: number }>`
      select pid from pg_stat_activity where application_name = ${application} and state = 'idle in transaction'
        and exists (select 1 from pg_locks l where l.pid = pg_stat_activity.pid and l.relation is not null)`,
  );
  return found?.pid;
}

/** Stops the first process while one of its transactions holds locks. */
async function stopInTransaction(): Promise<number> {
  for (;;) {
    processes[0].child.kill('SIGSTOP');
    const pid = await findWaiting();
    // On a busy machine, the server may still get to the next statement.
    if (pid !== undefined && (await findWaiting()) === pid) return pid;
    processes[0].child.kill('SIGCONT');
    await load.acknowledge(1);
  }
}

test('while an instance hangs in a transaction, the others are served after the timeout of its connection', async () => {
  const pid = await stopInTransaction();
  const hasEnded = async () =>
    (await runDirectly(database, one`select 1 from pg_stat_activity where pid = ${pid}`)) === undefined;
  const stopWatching = watchHealth(processes[1]);
  // Requests to the stopped process get no reply until it continues: at most one of the visitors waits there.
  const other = await startVoting(observer, owner, () => processes[1]);
  await other.acknowledge(10);
  await expect.poll(hasEnded).toBe(true);
  expect((await call(processes[1], 'GET', '/readyz')).status).toBe(200);
  await other.finish(observer);
  processes[0].child.kill('SIGCONT');
  await load.acknowledge(10);
  await load.finish(observer);
  expect(await stopWatching()).toEqual(new Set([200]));
});
