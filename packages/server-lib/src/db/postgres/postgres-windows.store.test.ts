import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../../test/support/random.js';
import { newSchema } from '../../../test/support/store/test-database.js';
import { silentLogger } from '../../base/logger.js';
import { shuffle } from '../../kinds/quiz/shuffle.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import { openStore } from '../open-store.js';
import type { Store } from '../store.js';
import type { SharedWindow } from '../windows/shared-window.js';
import type { Counted, SharedWindows } from '../windows/shared-windows.js';
import { type Policy, SlidingWindow } from '../windows/sliding-window.js';
import { PostgresWindows } from './postgres-windows.js';

const database = newSchema();
const [url = '', schema = ''] = database.split('?schema=');
const pool = new pg.Pool({ connectionString: url, max: 4 });
const stores: Store[] = [];

function openWindows(): SharedWindows {
  const store = openStore({ database, writes: [], reports: [], logger: silentLogger });
  stores.push(store);
  if (!store.windows) throw new Error('The store has no windows.');
  return store.windows;
}

let first: SharedWindows;
let second: SharedWindows;
beforeAll(async () => {
  first = openWindows();
  second = openWindows();
  await Promise.all(stores.map((store) => store.ready()));
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await pool.end();
});

const newWindow = (policy: Policy = { limit: 30, seconds: 60 }): SharedWindow => ({
  id: randomBytes(16).toString('hex'),
  ...policy,
});

const countRows = async (ids: readonly string[]): Promise<number> =>
  (
    await pool.query(`select from "${schema}".askwell_limits where key = any($1)`, [
      ids.map((id) => Buffer.from(id, 'hex')),
    ])
  ).rowCount ?? -1;

/** Windows over the same table whose clock the test sets, in microseconds. */
function openTimed() {
  let now = 1_769_850_000_000_000;
  const { clock, advance } = createManualClock();
  const options = { schema: () => schema, clock, logger: silentLogger, now: () => now };
  const windows = new PostgresWindows({ ...options, open: async () => pool });
  return {
    windows,
    /** Lets the time pass between two deletions of expired windows. */
    deleteExpired: () => advance({ seconds: 30 }),
    now: () => now,
    pass(micros: number) {
      now += micros;
    },
  };
}

const limits = fc.oneof(
  fc.constant({ limit: 30, seconds: 60 }),
  fc.record({ limit: fc.integer({ min: 1, max: 5 }), seconds: fc.integer({ min: 1, max: 10 }) }),
);
const steps = fc.array(
  fc.record({
    wait: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 4_000_000 }),
      fc.constantFrom(999_999, 1_000_000, 60_000_000),
    ),
    /** The number of requests at once. 0: the latest admission is given back. */
    count: fc.integer({ min: 0, max: 12 }),
  }),
  { maxLength: 25 },
);

describe('the arithmetic of the statement', () => {
  test('is the same as in SlidingWindow for small limits, also when admissions are given back', async () => {
    const { windows, now, pass } = openTimed();
    await fc.assert(
      fc.asyncProperty(limits, steps, async (policy, list) => {
        const window = newWindow(policy);
        const model = new SlidingWindow(policy);
        let latest: number | undefined;
        for (const { wait, count } of list) {
          pass(wait);
          if (count === 0 && latest !== undefined) {
            await windows.giveBack(window, latest);
            model.remove(latest / 1000);
            latest = undefined;
          }
          const decisions = await Promise.all(Array.from({ length: count }, () => windows.take(window)));
          for (const { admitted, remaining, resetSeconds, retryAfterSeconds, at } of decisions) {
            const expected = model.take(now() / 1000);
            expect({ admitted, retryAfterSeconds }).toEqual({
              admitted: expected.admitted,
              retryAfterSeconds: expected.retryAfterSeconds,
            });
            expect([remaining, resetSeconds]).toEqual([expected.remaining, expected.resetSeconds]);
            if (admitted) latest = at;
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('admits no more than a large limit in any period, and a retry after retryAfterSeconds', async () => {
    const { windows, now, pass } = openTimed();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 15_000_000 }), { maxLength: 20 }), async (waits) => {
        const window = newWindow({ limit: 100, seconds: 60 });
        const admitted: number[] = [];
        for (const wait of waits) {
          pass(wait);
          const decisions = await Promise.all(Array.from({ length: 40 }, () => windows.take(window)));
          for (const decision of decisions) if (decision.admitted) admitted.push(now());
          const retryAfter = decisions.find((decision) => !decision.admitted)?.retryAfterSeconds;
          if (retryAfter === undefined) continue;
          pass(retryAfter * 1_000_000);
          expect((await windows.take(window)).admitted).toBe(true);
          admitted.push(now());
        }
        admitted.forEach((at, nth) => {
          expect((admitted[nth + 100] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(60_000_000);
        });
      }),
      { numRuns: 15 },
    );
  });

  test('does not admit more when the clock goes back', async () => {
    const { windows, pass } = openTimed();
    const window = newWindow({ limit: 3, seconds: 60 });
    for (let n = 0; n < 3; n++) {
      expect((await windows.take(window)).admitted).toBe(true);
      pass(-10_000_000);
    }
    pass(30_000_000 + 59_999_999);
    expect((await windows.take(window)).admitted).toBe(false);
    pass(1);
    expect((await windows.take(window)).admitted).toBe(true);
  });
});

const takeMany = (count: number, window: SharedWindow, outer?: SharedWindow): Promise<Counted[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => (at % 2 ? first : second).take(window, outer)));
const admittedOf = (decisions: readonly Counted[]): number => decisions.filter(({ admitted }) => admitted).length;

describe('two instances', () => {
  test('admit exactly the limit', async () => {
    for (let round = 0; round < 5; round++) {
      const window = newWindow();
      const decisions: Counted[] = [];
      // Requests of several turns, which are counted in several batches.
      const turns = Array.from({ length: 10 }, async () => {
        decisions.push(...(await takeMany(10, window)));
        decisions.push(...(await takeMany(10, window)));
      });
      await Promise.all(turns);
      expect(admittedOf(decisions)).toBe(30);
    }
  });

  test('admit exactly the limits of many windows and of the network around them, without deadlocks', async () => {
    const network = newWindow({ limit: 200, seconds: 60 });
    const inner = Array.from({ length: 20 }, () => newWindow());
    const decisions = await Promise.all(
      shuffle(inner, randomFor('windows')).map((window) => takeMany(40, window, network)),
    );
    expect(admittedOf(decisions.flat())).toBe(200);
    // A request that the network refused is not counted in the inner windows.
    const before = decisions.map(admittedOf).reduce((sum, n) => sum + n);
    const after = await Promise.all(inner.map((window) => takeMany(40, window)));
    expect(before + admittedOf(after.flat())).toBe(20 * 30);
  });

  test('can use a request that the other instance has given back', async () => {
    const window = newWindow({ limit: 1, seconds: 60 });
    const counted = await first.take(window);
    expect((await second.take(window)).admitted).toBe(false);
    await first.giveBack(window, counted.at);
    expect((await second.take(window)).admitted).toBe(true);
    // Only once.
    await first.giveBack(window, counted.at);
    expect((await first.take(window)).admitted).toBe(false);
  });
});

test('keep the windows that still count when they delete expired windows', async () => {
  const { windows, pass, deleteExpired } = openTimed();
  const short = newWindow({ limit: 30, seconds: 60 });
  const long = newWindow({ limit: 30, seconds: 3_600 });
  const ids = [short.id, long.id];
  await Promise.all([windows.take(short), windows.take(long)]);
  pass(59_999_999);
  await deleteExpired();
  expect(await countRows(ids)).toBe(2);
  pass(2);
  await windows.take(newWindow());
  await deleteExpired();
  expect(await countRows(ids)).toBe(1);
  expect(await countRows([long.id])).toBe(1);
  await windows.close();
});

test('a table with more rows than a slice is deleted from as a whole', async () => {
  await pool.query(`insert into "${schema}".askwell_limits
    select sha256(cast(cast(n as text) as bytea)), '{}', '{}', 0, 0, 30, 60000000, 1 from generate_series(1, 2500) n`);
  const { windows, deleteExpired } = openTimed();
  await windows.take(newWindow());
  await deleteExpired();
  const left = async () =>
    Number((await pool.query(`select count(*) as n from "${schema}".askwell_limits where at = 0`)).rows[0].n);
  expect(await left()).toBe(0);
  await windows.close();
});

test('counting does not wait for a sync, and other transactions do', async () => {
  const client = await pool.connect();
  await first.take(newWindow());
  expect((await client.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
  client.release();
});
