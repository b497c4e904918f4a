import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestWriter } from '../../../../test/support/store/build-writer.js';
import { lockForeignly } from '../../../../test/support/store/foreign-lock.js';
import {
  labels,
  prepare,
  put,
  putAndExit,
  putAndFailLater,
  testWrites,
} from '../../../../test/support/store/writes.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import type { Logger } from '../../../logger.js';
import { write } from '../../operation.js';
import type { Store } from '../../store.js';
import { sqliteDriver } from '../drivers/choose-driver.js';
import { openSqliteStore } from '../sqlite-store.js';
import { buildFingerprint } from '../threads/thread-messages.js';
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

test('a worker that dies takes its group along, and what waited goes to the next one', async () => {
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

test('it may die again and again', async () => {
  for (let round = 1; round <= 5; round++) {
    await expect(store.run(putAndExit, 'lost')).rejects.toMatchObject(unavailable);
    expect(await store.run(put, `${round}`)).toBe(round);
  }
});

test('what was committed before the thread failed on something else is not refused', async () => {
  const results = await Promise.allSettled([store.run(put, 'a'), store.run(putAndFailLater, 'b')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  await vi.waitFor(() => {
    expect(logged).toEqual(['The database writer failed.', 'The database writer exited and is restarted.']);
  });
  expect(await store.run(put, 'c')).toBe(3);
  expect(await store.read(labels())).toEqual(['a', 'b', 'c']);
});

test('closing while the worker dies comes to its end', async () => {
  const lost = expect(store.run(putAndExit, 'lost')).rejects.toMatchObject(unavailable);
  await Promise.all([lost, store.close()]);
});

test('each gets its own outcome, though more come in the very moment in which the worker opens', async () => {
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

test('an input that no thread can be given is refused, and the next ones are not', async () => {
  const odd = write('test.put', (_: () => void) => labels());
  await expect(store.run(odd, () => {})).rejects.toThrow(/could not be cloned/);
  expect(await store.run(put, 'fine')).toBe(1);
});

test('so is one among others that go together, and each of those is told of its own row', async () => {
  const odd = write('test.put', (_: () => void) => labels());
  const lock = await lockForeignly(file);
  const first = store.run(put, 'first');
  await new Promise((resolve) => setImmediate(resolve));
  const before = store.run(put, 'before');
  await pause(300);
  const refused = expect(store.run(odd, () => {})).rejects.toThrow(/could not be cloned/);
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

test('a writer that is not there, or fails as it is loaded, is told', async () => {
  const missing = openSqliteStore({ database: file, writes: testWrites, writer: join(folder, 'none.cjs'), logger });
  await expect(missing.ready()).rejects.toThrow(
    /could not start: Cannot find module '.*none\.cjs'\. It looked for the `writer` option, .*none\.cjs\./,
  );
  await missing.close();

  const broken = join(folder, 'broken.cjs');
  await writeFile(broken, "throw new Error('Broken as it is loaded.');");
  const failing = openSqliteStore({ database: file, writes: testWrites, writer: broken, logger });
  await expect(failing.ready()).rejects.toThrow('could not start: Broken as it is loaded.');
  await failing.close();
});

test('what kept the worker from opening the database is told with its cause', async () => {
  const letter = join(folder, 'letter.db');
  await writeFile(letter, 'This is a letter, and a long one at that. '.repeat(200));
  const unfit = openSqliteStore({ database: letter, writes: testWrites, writer, logger });
  const told = { name: 'StoreError', message: expect.stringContaining('is not a SQLite database') };
  await expect(unfit.ready()).rejects.toMatchObject({ ...told, cause: { code: 'SQLITE_NOTADB' } });
  await expect(unfit.run(put, 'a')).rejects.toMatchObject({ ...unavailable, cause: told });
  await unfit.close();
});

test('in whatever bursts writes come, each is told of its own row', async () => {
  const bursts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 200 }), turns: fc.nat({ max: 3 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  const told: Promise<[label: string, row: number]>[] = [];
  await fc.assert(
    fc.asyncProperty(bursts, async (list) => {
      for (const { size, turns } of list) {
        for (let at = 0; at < size; at++) {
          const label = `write ${told.length}`;
          told.push(store.run(put, label).then((row) => [label, row]));
        }
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      }
    }),
    { numRuns: 25 },
  );
  const rows = await Promise.all(told);
  expect(rows.map(([, row]) => row)).toEqual(rows.map((_, at) => at + 1));
  expect(await store.read(labels())).toEqual(rows.map(([label]) => label));
});
