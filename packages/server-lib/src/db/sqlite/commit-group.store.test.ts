import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockForeignly } from '../../../test/support/store/foreign-lock.js';
import { count, labels, prepare, put, putAndThrow } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { eraseWrite, type Operation, runOperation, type Write, write } from '../operation.js';
import type { Outcome } from '../queue/jobs.js';
import { createCommitter, type JobGroup } from './commit-group.js';
import type { Connection } from './connection.js';
import { openWriter } from './open-database.js';

let folder: string;
let file: string;
let connection: Connection;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'a.db');
  connection = openWriter(file, 0);
  groupOf([prepare, null]).commit();
});
afterEach(async () => {
  connection.database.close();
  await rm(folder, { recursive: true });
});

function groupOf(...jobs: [Write<never, unknown>, unknown][]): JobGroup {
  const writes = new Map<string, Write<never, unknown>>(jobs.map(([write]) => [write.name, write]));
  return createCommitter(connection, writes)(jobs.map(([{ name }, input]) => ({ name, input: input as never })));
}

function commitAll(group: JobGroup, count: number): void {
  while (group.outcomes.length < count) group.commit();
}

const kindsOf = (outcomes: readonly Outcome[]) => outcomes.map((one) => ('value' in one ? 'done' : 'refused'));
const written = () => runOperation(labels(), connection.execute);

test('writes past their lock timeout are refused, and the others are committed after the lock is released', async () => {
  const group = groupOf([put, 'a'], [put, 'b'], [put, 'c'], [put, 'd']);
  const lock = await lockForeignly(file);
  for (const first of [1, 3]) {
    expect(group.commit).toThrow(/locked/);
    group.fail(new Error('It took too long.'), first);
    expect(kindsOf(group.outcomes)).toEqual(Array(first).fill('refused'));
  }
  await lock.release();
  group.commit();
  expect(kindsOf(group.outcomes)).toEqual(['refused', 'refused', 'refused', 'done']);
  expect(written()).toEqual(['d']);
});

test('a write that throws a TypeError is refused at once and is not retried as busy', () => {
  const broken = write('test.broken', function* (_: null): Operation<null> {
    yield* count();
    throw new TypeError('undefined is not a function');
  });
  const group = groupOf([broken, null], [put, 'a']);
  commitAll(group, 2);
  expect(kindsOf(group.outcomes)).toEqual(['refused', 'done']);
});

test('a failing write stays isolated when a lock interrupts the split group', async () => {
  const group = groupOf([put, 'a'], [put, 'b'], [putAndThrow, 'broken'], [put, 'd']);
  for (let attempt = 0; attempt < 10 && group.outcomes.length < 4; attempt++) {
    group.commit();
    const lock = await lockForeignly(file);
    if (group.outcomes.length < 4) expect(group.commit).toThrow(/locked/);
    group.fail(new Error('This refuses no write.'), 0);
    await lock.release();
  }
  expect(kindsOf(group.outcomes)).toEqual(['done', 'done', 'refused', 'done']);
  expect(written()).toEqual(['a', 'b', 'd']);
});

test('writes that are settled keep their outcome when the rest of the group is refused', async () => {
  const group = groupOf([put, 'a'], [putAndThrow, 'broken'], [put, 'c']);
  commitAll(group, 3);
  group.fail(new Error('It took too long.'), 3);
  group.commit();
  expect(kindsOf(group.outcomes)).toEqual(['done', 'refused', 'done']);
  expect(written()).toEqual(['a', 'c']);
});

test('the files are cleaned up after each group with a deletion, and after the last slice of a sliced one', () => {
  let cleaned = 0;
  const remove = eraseWrite('test.remove', function* (_: string): Operation<null> {
    yield* count();
    return null;
  });
  const removeSlice = eraseWrite(
    'test.removeSlice',
    function* (left: number): Operation<number> {
      yield* count();
      return left;
    },
    (left) => left === 0,
  );
  const writes = new Map<string, Write<never, unknown>>([put, remove, removeSlice].map((one) => [one.name, one]));
  const commit = createCommitter(connection, writes, () => cleaned++);
  const after = (...jobs: [string, unknown][]) => {
    commitAll(commit(jobs.map(([name, input]) => ({ name, input: input as never }))), jobs.length);
    return cleaned;
  };
  expect(after(['test.removeSlice', 2], [put.name, 'a'], ['test.removeSlice', 1])).toBe(0);
  expect(after([put.name, 'b'], ['test.removeSlice', 1], ['test.removeSlice', 0])).toBe(1);
  expect(after([put.name, 'c'])).toBe(1);
  expect(after(['test.remove', 'd'], ['test.remove', 'e'])).toBe(2);
});
