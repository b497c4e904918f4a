import { isMainThread } from 'node:worker_threads';
import { batchWrite, type Operation, type Report, write } from '../../../src/db/operation.js';
import { all, one, rows, run } from '../../../src/db/sql/statement.js';

/** Creates the table of the test writes, in SQL that every driver supports. */
export const prepare = write('test.prepare', function* (_: null) {
  yield* run`create table if not exists askwell_test (n integer primary key, label text not null)`;
  return null;
});

export const put = write('test.put', insert);

/** The same write under another name. */
export const putToo = write('test.putToo', insert);

/** Writes, then throws. */
export const putAndThrow = write('test.putAndThrow', function* (label: string): Operation<number> {
  yield* insert(label);
  throw new Error('This write is broken.');
});

/** Violates a constraint of the table. */
export const putNothing = write('test.putNothing', function* (label: string): Operation<number> {
  yield* insert(label);
  yield* run`insert into askwell_test (n, label) values (${1_000_000}, ${null})`;
  return 0;
});

/** Returns the size of the batch for each input. */
export const putSet = batchWrite('test.putSet', function* (labels: readonly string[]) {
  const last = yield* one<{ n: number }>`select coalesce(max(n), 0) as n from askwell_test`;
  const first = (last?.n ?? 0) + 1;
  yield* run`insert into askwell_test (n, label) values ${rows(labels.map((label, at) => [first + at, label]))}`;
  return labels.map(() => labels.length);
});

/** Returns one result too few. */
export const putSetAndForget = batchWrite('test.putSetAndForget', function* (labels: readonly string[]) {
  for (const label of labels) yield* insert(label);
  return labels.slice(1);
});

/** Returns the `synchronous` setting of the connection. */
export const syncLevel = write('test.syncLevel', function* (_: null) {
  const row = yield* one<{ synchronous: number }>`pragma synchronous`;
  return row?.synchronous ?? -1;
});

/** Ends its thread in the middle of a transaction. */
export const putAndExit = write('test.putAndExit', function* (label: string): Operation<number> {
  yield* insert(label);
  process.exit(1);
});

/** Succeeds, and throws an error outside of the write. */
export const putAndFailLater = write('test.putAndFailLater', function* (label: string): Operation<number> {
  const n = yield* insert(label);
  setImmediate(() => {
    throw new Error('Something else in the thread is broken.');
  });
  return n;
});

export const testWrites = [
  prepare,
  put,
  putToo,
  putAndThrow,
  putNothing,
  putSet,
  putSetAndForget,
  syncLevel,
  putAndExit,
  putAndFailLater,
];

function* insert(label: string): Operation<number> {
  const row = yield* one<{ n: number }>`
    insert into askwell_test (n, label) select coalesce(max(n), 0) + 1, cast(${label} as text) from askwell_test returning n`;
  return row?.n ?? -1;
}

/** Reads all labels in the order of writing. */
export function* labels(): Operation<string[]> {
  const found = yield* all<{ label: string }>`select label from askwell_test order by n`;
  return found.map((row) => row.label);
}

export function* count(): Operation<number> {
  return (yield* one<{ n: number }>`select count(*) as n from askwell_test`)?.n ?? -1;
}

/** Counts the labels that begin with a text. */
export const countLabels: Report<string, number> = {
  name: 'test.countLabels',
  *read(start) {
    const row = yield* one<{ n: number }>`select count(*) as n from askwell_test where label like ${`${start}%`}`;
    return row?.n ?? 0;
  },
};

export const failingReport: Report<string, number> = {
  name: 'test.failingReport',
  *read(message) {
    yield* labels();
    throw new Error(message);
  },
};

/** Returns whether it runs in the main thread. */
export const threadReport: Report<null, boolean> = {
  name: 'test.threadReport',
  *read() {
    yield* labels();
    return isMainThread;
  },
};

/** Waits in the database. */
export const sleepingReport: Report<number, null> = {
  name: 'test.sleepingReport',
  *read(seconds) {
    yield* one`select pg_sleep(${seconds})`;
    return null;
  },
};

/** Ends its thread. */
export const exitingReport: Report<null, number> = {
  name: 'test.exitingReport',
  *read() {
    yield* labels();
    process.exit(1);
  },
};

export const testReports = [countLabels, failingReport, threadReport, sleepingReport, exitingReport];
