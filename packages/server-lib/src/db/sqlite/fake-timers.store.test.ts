import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { lockForeignly } from '../../../test/support/store/foreign-lock.js';
import { count, prepare, put, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { createTurnBatcher } from '../../base/batch-per-turn.js';
import { silentLogger } from '../../base/logger.js';
import { openSqliteStore } from './sqlite-store.js';

let folder: string;
let worker: string;
let nth = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  worker = await buildTestWriter(folder);
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(['worker', 'inline'])('while timers are fake (%s)', (kind) => {
  const open = (file: string) =>
    openSqliteStore({
      database: file,
      writes: testWrites,
      writer: kind === 'worker' ? worker : 'inline',
      logger: silentLogger,
    });

  test('writes and reads settle', async () => {
    const store = open(join(folder, `${++nth}.db`));
    await store.run(prepare, null);
    expect(await Promise.all([store.run(put, 'a'), store.run(put, 'b')])).toEqual([1, 2]);
    expect(await store.read(count())).toBe(2);
    await store.close();
  });

  test('a write waits for a lock', async () => {
    const file = join(folder, `${++nth}.db`);
    const store = open(file);
    await store.run(prepare, null);
    const lock = await lockForeignly(file);
    const writing = store.run(put, 'a');
    await lock.release();
    expect(await writing).toBe(1);
    await store.close();
  });
});

test('a turn of the event loop ends while timers are fake', async () => {
  expect(await createTurnBatcher().endOfTurn()).toBeUndefined();
});
