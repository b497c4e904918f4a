import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { lockForeignly } from '../../../test/support/store/foreign-lock.js';
import {
  labels,
  prepare,
  put,
  putAndExit,
  putAndFailLater,
  testWrites,
} from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { Logger } from '../../base/logger.js';
import { write } from '../operation.js';
import type { Store } from '../store.js';
import { buildFingerprint } from '../threads/thread-operations.js';
import { sqliteDriver } from './choose-driver.js';
import { openSqliteStore } from './sqlite-store.js';
import { ThreadedWriter } from './threaded-writer.js';

const unavailable = { name: 'AskwellError', code: 'unavailable', status: 503 };

let folder: string;
let file: string;
let writer: string;
let store: Store;
let logged: string[];
let nth = 0;

const logger: Logger = {
  info() {},
  warn: (_, message) => logged.push(message),
  error: (_, message) => logged.push(message),
};

beforeAll(async () => {
  folder = await temporaryFolder();
  writer = await buildTestWriter(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  logged = [];
  file = join(folder, `${++nth}.db`);
  store = openSqliteStore({ database: file, writes: testWrites, writer, logger });
  await store.run(prepare, null);
});
afterEach(() => store.close());

test('a worker that exits fails its group, and the waiting writes go to the next worker', async () => {
  await store.run(put, 'before');
  const group = [store.run(put, 'lost'), store.run(putAndExit, 'lost too')];
  const refused = Promise.all(group.map((lost) => expect(lost).rejects.toMatchObject(unavailable)));
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const waiting = store.run(put, 'waited');
  await refused;
  expect(await waiting).toBe(2);
  expect(await store.run(put, 'after')).toBe(3);
  expect(await store.read(labels())).toEqual(['before', 'waited', 'after']);
  expect(logged).toEqual(['The database writer exited and is restarted.']);
});

test('the worker is restarted after every exit', async () => {
  for (let round = 1; round <= 5; round++) {
    await expect(store.run(putAndExit, 'lost')).rejects.toMatchObject(unavailable);
    expect(await store.run(put, `${round}`)).toBe(round);
  }
});

test('committed writes succeed although the thread fails afterwards', async () => {
  const results = await Promise.allSettled([store.run(put, 'a'), store.run(putAndFailLater, 'b')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  await expect
    .poll(() => logged)
    .toEqual(['The database writer failed.', 'The database writer exited and is restarted.']);
  expect(await store.run(put, 'c')).toBe(3);
  expect(await store.read(labels())).toEqual(['a', 'b', 'c']);
});

test('closing completes while the worker exits', async () => {
  const lost = expect(store.run(putAndExit, 'lost')).rejects.toMatchObject(unavailable);
  await Promise.all([lost, store.close()]);
});

test('each write gets its own outcome, even if more arrive at the moment when the worker is ready', async () => {
  const writes = new Map(testWrites.map((known) => [known.name, known]));
  const lockTimeout = 5_000;
  const start = () => ({
    role: 'writer' as const,
    file,
    lockTimeout,
    driver: sqliteDriver().name,
    buildFingerprint: buildFingerprint(writes),
  });
  const threaded = new ThreadedWriter({ writer, start, lockTimeout, beforeOpen: () => {}, logger });
  const submit = (label: unknown) => threaded.submit({ name: put.name, input: label as never });
  const more = threaded.ready().then(() => Array.from({ length: 64 }, (_, at) => submit(`${at}`)));
  const first = submit('first');
  expect(await Promise.all([first, ...(await more)])).toEqual(Array.from({ length: 65 }, (_, at) => at + 1));
  await threaded.close();
});

test('a write whose input cannot be cloned is refused, and later writes succeed', async () => {
  const notClonable = write('test.put', (_: () => void) => labels());
  await expect(store.run(notClonable, () => {})).rejects.toThrow(/could not be cloned/);
  expect(await store.run(put, 'fine')).toBe(1);
});

test('a write that cannot be cloned is refused without changing the outcomes of its group', async () => {
  const notClonable = write('test.put', (_: () => void) => labels());
  const lock = await lockForeignly(file);
  const first = store.run(put, 'first');
  await new Promise((resolve) => setImmediate(resolve));
  const before = store.run(put, 'before');
  await pause(300);
  const refused = expect(store.run(notClonable, () => {})).rejects.toThrow(/could not be cloned/);
  await pause(300);
  const after = store.run(put, 'after');
  await lock.release();
  expect(await Promise.all([first, before, after])).toEqual([1, 2, 3]);
  await refused;
});

test('a writer from another build is refused before it touches the database', async () => {
  const other = openSqliteStore({ database: join(folder, 'other.db'), writes: [put], writer, logger });
  await expect(other.ready()).rejects.toThrow('is from another build');
  await expect(other.run(put, 'x')).rejects.toMatchObject(unavailable);
  await other.close();
});

test('ready() says why the writer could not start, if it is missing or throws', async () => {
  const missing = openSqliteStore({ database: file, writes: testWrites, writer: join(folder, 'none.cjs'), logger });
  await expect(missing.ready()).rejects.toThrow(
    /could not start: Cannot find module '.*none\.cjs'\. It looked for the `writer` option, .*none\.cjs\./,
  );
  await missing.close();

  const broken = join(folder, 'broken.cjs');
  await writeFile(broken, "throw new Error('Broken on load.');");
  const failing = openSqliteStore({ database: file, writes: testWrites, writer: broken, logger });
  await expect(failing.ready()).rejects.toThrow('could not start: Broken on load.');
  await failing.close();
});

test('the error of a failed opening has its cause', async () => {
  const textFile = join(folder, 'text.db');
  await writeFile(textFile, 'This is a long text file, not a database. '.repeat(200));
  const failing = openSqliteStore({ database: textFile, writes: testWrites, writer, logger });
  const notADatabase = { name: 'StoreError', message: expect.stringContaining('is not a SQLite database') };
  await expect(failing.ready()).rejects.toMatchObject({ ...notADatabase, cause: { code: 'SQLITE_NOTADB' } });
  await expect(failing.run(put, 'a')).rejects.toMatchObject({ ...unavailable, cause: notADatabase });
  await failing.close();
});

test('each write of random bursts gets its own row', async () => {
  const bursts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 200 }), turns: fc.nat({ max: 3 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  const writing: Promise<[label: string, row: number]>[] = [];
  await fc.assert(
    fc.asyncProperty(bursts, async (list) => {
      for (const { size, turns } of list) {
        for (let at = 0; at < size; at++) {
          const label = `write ${writing.length}`;
          writing.push(store.run(put, label).then((row) => [label, row]));
        }
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      }
    }),
    { numRuns: 25 },
  );
  const rows = await Promise.all(writing);
  expect(rows.map(([, row]) => row)).toEqual(rows.map((_, at) => at + 1));
  expect(await store.read(labels())).toEqual(rows.map(([label]) => label));
});
