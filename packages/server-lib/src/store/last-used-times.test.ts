import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Logger } from '../logger.js';
import { createLastUsedTimes, type LastUsedTimes } from './last-used-times.js';
import { batchWrite, write } from './operation.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import { one, run } from './statement.js';
import type { Store } from './store.js';

let store: Store;
let touches: LastUsedTimes;
let warned: string[];
let calls: number[];

const prepare = write('test.prepare', function* (_: null) {
  yield* run`create table if not exists askwell_test (id integer primary key, at integer not null)`;
  return null;
});

/** Forward only, as every touch is. */
const touch = batchWrite('test.touch', function* (inputs: readonly { id: number; at: number }[]) {
  calls.push(inputs.length);
  for (const { id, at } of inputs) {
    yield* run`insert into askwell_test (id, at) values (${id}, ${at}) on conflict (id) do update set at = max(at, excluded.at)`;
  }
  return inputs.map(() => null);
});

const logger: Logger = { info() {}, error() {}, warn: (_, message) => warned.push(message) };

async function stored(id: number): Promise<number | undefined> {
  return (await store.read(one<{ at: number }>`select at from askwell_test where id = ${id}`))?.at;
}

beforeEach(async () => {
  warned = [];
  calls = [];
  store = openSqliteStore({ database: ':memory:', writes: [prepare, touch], writer: 'inline', logger });
  await store.run(prepare, null);
  touches = createLastUsedTimes(store, touch, logger);
});
afterEach(() => store.close());

test('what is gathered shows at once, and only the latest time of each is written', async () => {
  for (let at = 1; at <= 100; at++) touches.touch(1, at);
  touches.touch(1, 50);
  touches.touch(2, 7);
  expect([touches.latest(1, null), touches.latest(2, 9), touches.latest(3, null)]).toEqual([100, 9, null]);
  await touches.flush();
  expect([await stored(1), await stored(2)]).toEqual([100, 7]);
  expect(calls).toEqual([2]);
});

test('it is written by itself after a while', async () => {
  touches.touch(1, 5);
  while ((await stored(1)) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await stored(1)).toBe(5);
});

test('what is on its way to the database shows until it is there, however many flushes are under way', async () => {
  touches.touch(1, 5);
  const first = touches.flush();
  await null;
  touches.touch(2, 6);
  const second = touches.flush();
  await null;
  touches.touch(3, 7);
  expect([1, 2, 3].map((id) => touches.latest(id, null))).toEqual([5, 6, 7]);
  await Promise.all([first, second, touches.flush()]);
  expect([await stored(1), await stored(2), await stored(3)]).toEqual([5, 6, 7]);
});

test('one that can not be written is a warning, not a failure', async () => {
  await store.close();
  touches.touch(1, 5);
  await touches.flush();
  expect(warned).toEqual(['The times of test.touch could not be written.']);
});
