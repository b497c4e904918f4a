import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Logger } from '../base/logger.js';
import { createManualClock, type ManualClock } from '../tools/testing/manual-clock.js';
import { createLastUsedTimes, type LastUsedTimes } from './last-used-times.js';
import { batchWrite, write } from './operation.js';
import { one, run } from './sql/statement.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

let store: Store;
let times: LastUsedTimes;
let time: ManualClock;
let warnings: string[];
let calls: number[];

const prepare = write('test.prepare', function* (_: null) {
  yield* run`create table if not exists askwell_test (id integer primary key, at integer not null)`;
  return null;
});

/** Never sets an earlier time, like every write of last-used times. */
const touch = batchWrite('test.touch', function* (inputs: readonly { id: number; at: number }[]) {
  calls.push(inputs.length);
  for (const { id, at } of inputs) {
    yield* run`insert into askwell_test (id, at) values (${id}, ${at}) on conflict (id) do update set at = max(at, excluded.at)`;
  }
  return inputs.map(() => null);
});

const logger: Logger = { info() {}, error() {}, warn: (_, message) => warnings.push(message) };

async function stored(id: number): Promise<number | undefined> {
  return (await store.read(one<{ at: number }>`select at from askwell_test where id = ${id}`))?.at;
}

beforeEach(async () => {
  warnings = [];
  calls = [];
  store = openSqliteStore({ database: ':memory:', writes: [prepare, touch], writer: 'inline', logger });
  await store.run(prepare, null);
  time = createManualClock();
  times = createLastUsedTimes(store, touch, { clock: time.clock, logger });
});
afterEach(() => store.close());

test('reads return collected times at once, and one write stores the latest of each', async () => {
  for (let at = 1; at <= 100; at++) times.touch(1, at);
  times.touch(1, 50);
  times.touch(2, 7);
  expect([times.latest(1, null), times.latest(2, 9), times.latest(3, null)]).toEqual([100, 9, null]);
  await times.flush();
  expect([await stored(1), await stored(2)]).toEqual([100, 7]);
  expect(calls).toEqual([2]);
});

test('writes collected times after a delay', async () => {
  times.touch(1, 5);
  await time.advance(999);
  expect(await stored(1)).toBeUndefined();
  await time.advance(1);
  expect(await stored(1)).toBe(5);
});

test('reads return times that are being written, with several concurrent flushes', async () => {
  times.touch(1, 5);
  const first = times.flush();
  await null;
  times.touch(2, 6);
  const second = times.flush();
  await null;
  times.touch(3, 7);
  expect([1, 2, 3].map((id) => times.latest(id, null))).toEqual([5, 6, 7]);
  await Promise.all([first, second, times.flush()]);
  expect([await stored(1), await stored(2), await stored(3)]).toEqual([5, 6, 7]);
});

test('logs a warning when times cannot be written', async () => {
  await store.close();
  times.touch(1, 5);
  await times.flush();
  expect(warnings).toEqual(['Failed to save last-used times (test.touch).']);
});
