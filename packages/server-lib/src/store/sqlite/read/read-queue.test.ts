import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../test/support/store/open-database.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import type { Operation } from '../../operation.js';
import { all, one } from '../../statement.js';
import { createConnection } from '../connection.js';
import { pragma, type SqliteFile } from '../drivers/sqlite-driver.js';
import { isBusy } from '../store-error.js';
import { ReadQueue } from './read-queue.js';

let folder: string;
let other: SqliteFile;
let reader: SqliteFile;

beforeEach(async () => {
  folder = await temporaryFolder();
  const file = join(folder, 'a.db');
  other = openDatabase(file);
  other.exec('create table t (n integer)');
  reader = openDatabase(file, { timeout: 0 });
});
afterEach(async () => {
  reader.close();
  other.close();
  await rm(folder, { recursive: true });
});

const put = (n: number) => other.prepare('insert into t (n) values (?)').run([n]);
const numbers = () => all<{ n: number }>`select n from t order by n`;
const queueOf = (lockTimeout: number) =>
  new ReadQueue(createConnection(reader), {
    lockTimeout,
    toError: (error) => new Error(isBusy(error) ? 'It stayed locked.' : 'It failed.'),
  });

test('what is asked for together sees one state, whatever is committed between', async () => {
  pragma(other, 'journal_mode = WAL');
  const queue = queueOf(0);
  const meddling = function* (): Operation<{ n: number }[]> {
    const seen = yield* numbers();
    put(1);
    return seen;
  };
  expect(await Promise.all([queue.add(meddling()), queue.add(numbers())])).toEqual([[], []]);
  expect(await queue.add(numbers())).toEqual([{ n: 1 }]);
});

test('what is committed after it was asked for, and before it is done, is seen', async () => {
  const queue = queueOf(0);
  const asked = [queue.add(numbers()), queue.add(one`select count(*) as n from t`)];
  put(1);
  expect(await Promise.all(asked)).toEqual([[{ n: 1 }], { n: 1 }]);
});

test('one that fails harms no other', async () => {
  const queue = queueOf(0);
  const broken = function* (): Operation<null> {
    yield* numbers();
    throw new Error('A rule is broken.');
  };
  const settled = await Promise.allSettled([
    queue.add(one`select n from nowhere`),
    queue.add(broken()),
    queue.add(numbers()),
  ]);
  expect(settled).toEqual([
    { status: 'rejected', reason: new Error('It failed.') },
    { status: 'rejected', reason: new Error('It failed.') },
    { status: 'fulfilled', value: [] },
  ]);
});

test('a lock is waited for, and each begins once', async () => {
  const queue = queueOf(60_000);
  let begun = 0;
  const counting = function* (): Operation<number> {
    begun++;
    return (yield* numbers()).length;
  };
  other.exec('begin exclusive; insert into t (n) values (1)');
  const asked = Promise.all([queue.add(counting()), queue.add(counting()), queue.add(numbers())]);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toBe(2);
  other.exec('commit');
  expect(await asked).toEqual([1, 1, [{ n: 1 }]]);
  expect(begun).toBe(2);
});

test('a lock that outlasts patience is told, and later ones go on', async () => {
  const queue = queueOf(0);
  other.exec('begin exclusive');
  const settled = await Promise.allSettled([queue.add(numbers()), queue.add(numbers())]);
  expect(settled.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
    'It stayed locked.',
    'It stayed locked.',
  ]);
  other.exec('commit');
  expect(await queue.add(numbers())).toEqual([]);
});
