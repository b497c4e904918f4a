import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { commitsInWal } from '../../../test/support/store/commits-in-wal.js';
import { lockForeignly } from '../../../test/support/store/foreign-lock.js';
import { makeWalDatabase } from '../../../test/support/store/open-database.js';
import { count, labels, prepare, put, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import type { Store } from '../store.js';
import { openSqliteStore } from './sqlite-store.js';

const unavailable = { name: 'AskwellError', code: 'unavailable', status: 503 };

let folder: string;
let worker: string;
let file: string;
let nth = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  worker = await buildTestWriter(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  file = join(folder, `${++nth}.db`);
});

describe.each(['worker', 'inline'])('while another process holds the lock (%s)', (kind) => {
  let store: Store;

  function open(lockTimeout?: number): Store {
    const writer = kind === 'worker' ? worker : 'inline';
    return openSqliteStore({
      database: file,
      writes: testWrites,
      writer,
      logger: silentLogger,
      ...(lockTimeout ? { lockTimeout } : {}),
    });
  }

  beforeEach(async () => {
    store = open();
    await store.run(prepare, null);
  });
  afterEach(() => store.close());

  test('a write waits without blocking reads and succeeds after the release', async () => {
    const lock = await lockForeignly(file);
    let written = false;
    const writing = store.run(put, 'late').then((n) => {
      written = true;
      return n;
    });
    for (let read = 0; read < 200; read++) {
      expect(await store.read(count())).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(written).toBe(false);
    await lock.release();
    expect(await writing).toBe(1);
  });

  test('a write past its lockTimeout is refused and undone, and the next one succeeds', async () => {
    const hasty = open(100);
    await hasty.ready();
    const lock = await lockForeignly(file);
    const refused = ['a', 'b'].map((label) => expect(hasty.run(put, label)).rejects.toMatchObject(unavailable));
    await Promise.all(refused);
    await lock.release();
    expect(await hasty.run(put, 'c')).toBe(1);
    expect(await hasty.read(labels())).toEqual(['c']);
    await hasty.close();
  });

  test('a store with the current schema opens without waiting', async () => {
    const lock = await lockForeignly(file);
    const second = open();
    expect(await second.read(count())).toBe(0);
    await lock.release();
    await second.close();
  });
});

describe('groups of writes that wait for a lock together', () => {
  const many = (store: Store, size: number) => Array.from({ length: size }, (_, at) => store.run(put, `${at}`));
  const open = (lockTimeout: number) =>
    openSqliteStore({ database: file, writes: testWrites, writer: worker, logger: silentLogger, lockTimeout });

  test('are refused separately, each when its own lockTimeout ends, and the rest is written', async () => {
    const store = open(3_000);
    await store.run(prepare, null);
    const lock = await lockForeignly(file);
    const refused = (writing: Promise<number>[]) =>
      Promise.all(writing.map((one) => expect(one).rejects.toMatchObject(unavailable)));
    const first = refused([store.run(put, 'first')]);
    await new Promise((resolve) => setImmediate(resolve));
    // More than a full group, so that all of them are sent to the worker.
    const early = refused(many(store, 400));
    await pause(800);
    const later = refused(many(store, 400));
    await Promise.all([first, early]);
    const last = many(store, 400);
    await later;
    // In time for the last ones: they wait for two seconds more.
    await lock.release();
    expect(await Promise.all(last)).toHaveLength(400);
    expect(await store.read(count())).toBe(400);
    await store.close();
  });

  /** Adds writes after a write that waits for a lock. Returns the number of commits for all of them. */
  async function commitsBehindALock(addWrites: (store: Store) => Promise<Promise<number>[]>): Promise<number> {
    const store = open(60_000);
    await store.run(prepare, null);
    const before = commitsInWal(file);
    const lock = await lockForeignly(file);
    const first = store.run(put, 'first');
    await new Promise((resolve) => setImmediate(resolve));
    const behind = await addWrites(store);
    await lock.release();
    const rows = await Promise.all([first, ...behind]);
    expect(rows).toEqual(rows.map((_, at) => at + 1));
    const commits = commitsInWal(file) - before;
    await store.close();
    return commits;
  }

  test('are one commit after the release', async () => {
    const commits = await commitsBehindALock(async (store) => many(store, 5 * 64));
    // One for the first write, one for the full groups, and one for the rest.
    expect(commits).toBeLessThanOrEqual(3);
  });

  test('are one commit even if they arrived far apart, so that a slow disk can catch up', async () => {
    const commits = await commitsBehindALock(async (store) => {
      const writing: Promise<number>[] = [];
      for (const label of ['a', 'b', 'c']) {
        writing.push(store.run(put, label));
        await pause(300);
      }
      return writing;
    });
    expect(commits).toBeLessThanOrEqual(2);
  });
});

test('opening a new database waits until it is unlocked', async () => {
  makeWalDatabase(file);
  const lock = await lockForeignly(file);
  const store = openSqliteStore({ database: file, writes: testWrites, writer: worker, logger: silentLogger });
  const opening = store.ready();
  await lock.release();
  await opening;
  await store.close();
});

test('opening fails if the database stays locked, and a later attempt succeeds', async () => {
  makeWalDatabase(file);
  const lock = await lockForeignly(file);
  const store = openSqliteStore({
    database: file,
    writes: testWrites,
    writer: 'inline',
    logger: silentLogger,
    lockTimeout: 50,
  });
  await expect(store.ready()).rejects.toThrow(`${file} is locked by another process. Try again`);
  await lock.release();
  await store.ready();
  await store.close();
});
