import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { newSchema } from '../../../test/support/store/test-database.js';
import {
  countLabels,
  exitingReport,
  prepare,
  put,
  sleepingReport,
  testReports,
  testWrites,
  threadReport,
} from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import { openStore, type StoreOptions } from '../open-store.js';
import { one } from '../sql/statement.js';
import { describeStore } from '../store.case.js';
import type { Store } from '../store.js';

const unavailable = { name: 'AskwellError', code: 'unavailable', status: 503 };

let folder: string;
let writer: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  writer = await buildTestWriter(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const stores: Store[] = [];
const pools: pg.Pool[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const pool of pools.splice(0)) await pool.end();
});

function open(options: Partial<StoreOptions> = {}): Store {
  const store = openStore({
    database: newSchema(),
    writes: testWrites,
    reports: testReports,
    writer,
    logger: silentLogger,
    ...options,
  });
  stores.push(store);
  return store;
}

/** Returns a pool of a host and the name of an empty schema. */
function hostPool(options: pg.PoolConfig = {}): { database: pg.Pool; schema: string } {
  const [connectionString = '', schema = ''] = newSchema().split('?schema=');
  const database = new pg.Pool({ connectionString, ...options });
  pools.push(database);
  return { database, schema };
}

describeStore('over PostgreSQL', async () => {
  let database = newSchema();
  return {
    async open() {
      database = newSchema();
      return open({ database });
    },
    reopen: async () => open({ database }),
    end: async () => {},
  };
});

describeStore('over a pool of the host', async () => {
  let place = hostPool();
  return {
    async open() {
      place = hostPool();
      return open(place);
    },
    reopen: async () => open(place),
    end: async () => {},
  };
});

test('a pool of the host stays open, and its queries read values as before', async () => {
  const { database, schema } = hostPool();
  const store = open({ database, schema });
  await store.run(prepare, null);
  expect(await store.run(put, 'first')).toBe(1);
  await store.close();
  // Askwell reads 64-bit integers as numbers, `pg` as texts.
  expect((await database.query('select cast(1 as bigint) as n, true as b')).rows).toEqual([{ n: '1', b: true }]);
});

test('pools of the host that send at once count together, with a pooler and without', async () => {
  const { database, schema } = hostPool({ pipeline: true });
  const instances = [open({ database, schema }), open({ database: hostPool({ pipeline: true }).database, schema })];
  const window = { id: 'ab'.repeat(32), limit: 30, seconds: 60 };
  const left: (number | undefined)[] = [];
  // One after the other, so that a pooler uses the same connection for both.
  for (let round = 0; round < 5; round++) {
    for (const store of instances) left.push((await store.windows?.take(window))?.remaining);
  }
  expect(left).toEqual(Array.from({ length: 10 }, (_, at) => 29 - at));
});

test('a password of a URL is in no message', async () => {
  const store = open({ database: newSchema().replace(/:askwell@/, ':a-wrong-password@') });
  const error = await store.ready().catch((failure: unknown) => failure);
  expect(inspect(error, { depth: 5 })).not.toContain('a-wrong-password');
});

describe.each([
  ['a URL', () => ({})],
  ['a pool of the host with one connection', () => hostPool({ max: 1 })],
])('reports over %s', (_, place) => {
  test('run in another thread, which is restarted after it has exited', async () => {
    const store = open(place());
    await store.run(prepare, null);
    await store.run(put, 'a');
    expect(await store.report(threadReport, null)).toBe(false);
    await expect(store.report(exitingReport, null)).rejects.toMatchObject(unavailable);
    expect(await Promise.all([store.report(countLabels, 'a'), store.report(countLabels, 'b')])).toEqual([1, 0]);
  });

  test('fail if they wait too long, and other reports do not', async () => {
    const store = open({ ...place(), readTimeout: 1_500 });
    await store.run(prepare, null);
    const reports = [store.report(sleepingReport, 60), store.report(countLabels, 'a')];
    expect(await Promise.allSettled(reports)).toMatchObject([
      { status: 'rejected', reason: unavailable },
      { status: 'fulfilled', value: 0 },
    ]);
  });
});

test('without threads, reports run in the thread of the caller', async () => {
  const store = open({ writer: 'inline' });
  await store.run(prepare, null);
  expect(await store.report(threadReport, null)).toBe(true);
});

test('if the file of the thread is missing, this is logged once, and reports run in the thread of the caller', async () => {
  const errors: string[] = [];
  const logger = { ...silentLogger, error: (fields: object) => errors.push(inspect(fields)) };
  const store = open({ writer: join(folder, 'missing.js'), logger });
  await store.run(prepare, null);
  expect(await store.report(threadReport, null)).toBe(true);
  expect(await store.report(threadReport, null)).toBe(true);
  expect(errors).toEqual([expect.stringMatching(/missing\.js.*bundler/s)]);
});

test('a read that takes too long fails, and the server stops it', async () => {
  const store = open({ readTimeout: 300 });
  await store.run(prepare, null);
  await expect(store.read(one`select pg_sleep(61)`)).rejects.toMatchObject(unavailable);
  const running = one<{ n: number }>`
    select count(*) as n from pg_stat_activity where state = 'active' and query = 'select pg_sleep(61)'`;
  await expect.poll(() => store.read(running)).toEqual({ n: 0 });
});

test('a database that cannot be opened leaves no connections open', async () => {
  const database = newSchema();
  const openWith = (fingerprint: string) =>
    open({ database, secret: () => ({ fingerprint: fingerprint.repeat(64), replaces: false }) });
  await openWith('a').ready();
  const ended = vi.spyOn(pg.Pool.prototype, 'end');
  const other = openWith('b');
  await expect(other.ready()).rejects.toThrow('another secret');
  // One pool looked for a pooler, and three are for reads, writes and counts.
  expect(ended).toHaveBeenCalledTimes(4);
  vi.restoreAllMocks();
  await expect(other.ready()).rejects.toThrow('another secret');
});
