import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../test/support/store/open-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { Operation } from '../operation.js';
import { all, one } from '../sql/statement.js';
import { createConnection } from './connection.js';
import { ReadQueue } from './read-queue.js';
import { pragma, type SqliteFile } from './sqlite-driver.js';
import { isBusy } from './sqlite-errors.js';

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

test('reads of one turn see one state, even if another connection commits between them', async () => {
  pragma(other, 'journal_mode = WAL');
  const queue = queueOf(0);
  const readThenWrite = function* (): Operation<{ n: number }[]> {
    const seen = yield* numbers();
    put(1);
    return seen;
  };
  expect(await Promise.all([queue.add(readThenWrite()), queue.add(numbers())])).toEqual([[], []]);
  expect(await queue.add(numbers())).toEqual([{ n: 1 }]);
});

test('a read sees a commit that is made after it is queued and before it runs', async () => {
  const queue = queueOf(0);
  const reads = [queue.add(numbers()), queue.add(one`select count(*) as n from t`)];
  put(1);
  expect(await Promise.all(reads)).toEqual([[{ n: 1 }], { n: 1 }]);
});

test('a failing read does not affect the others', async () => {
  const queue = queueOf(0);
  const broken = function* (): Operation<null> {
    yield* numbers();
    throw new Error('This read is broken.');
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

test('reads wait for a lock, and each starts once', async () => {
  const queue = queueOf(60_000);
  let started = 0;
  const counting = function* (): Operation<number> {
    started++;
    return (yield* numbers()).length;
  };
  other.exec('begin exclusive; insert into t (n) values (1)');
  const reads = Promise.all([queue.add(counting()), queue.add(counting()), queue.add(numbers())]);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(started).toBe(2);
  other.exec('commit');
  expect(await reads).toEqual([1, 1, [{ n: 1 }]]);
  expect(started).toBe(2);
});

test('reads fail if the lock outlasts lockTimeout, and later ones succeed', async () => {
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
