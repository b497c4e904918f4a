import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { count, prepare, put, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import { one } from '../sql/statement.js';
import type { Store } from '../store.js';
import { openSqliteStore } from './sqlite-store.js';

let folder: string;
let worker: string;
let databaseFolder: string;
let file: string;
let nth = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  worker = await buildTestWriter(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  databaseFolder = join(folder, `${++nth}`);
  await mkdir(databaseFolder);
  file = join(databaseFolder, 'askwell.db');
});

describe.each(['worker', 'inline'])('a store (%s)', (kind) => {
  function make(beforeOpen?: () => void): Store {
    const writer = kind === 'worker' ? worker : 'inline';
    return openSqliteStore({
      database: file,
      writes: testWrites,
      writer,
      logger: silentLogger,
      ...(beforeOpen ? { beforeOpen } : {}),
    });
  }

  test('opens no file and starts no thread when it is created, nor when it is closed unused', async () => {
    let called = 0;
    let threads = 0;
    const countThread = () => {
      threads++;
    };
    process.on('worker', countThread);
    const store = make(() => called++);
    await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    await expect(store.ready()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.run(put, 'late')).rejects.toMatchObject({ code: 'unavailable' });
    process.off('worker', countThread);
    expect({ called, threads, files: readdirSync(databaseFolder) }).toEqual({ called: 0, threads: 0, files: [] });
  });

  test('opens once for concurrent first calls, after beforeOpen has run', async () => {
    const found: boolean[] = [];
    const store = make(() => found.push(existsSync(file)));
    const prepared = store.run(prepare, null);
    await Promise.all([store.ready(), store.ready(), prepared, store.run(put, 'a'), store.read(one`select 1`)]);
    expect(found).toEqual([false]);
    expect(await store.read(count())).toBe(1);
    await store.close();
  });

  test('commits writes that were queued before it was opened and closed', async () => {
    const store = make();
    const written = [store.run(prepare, null), store.run(put, 'a')];
    await Promise.all([store.close(), ...written]);
    const again = make();
    expect(await again.read(count())).toBe(1);
    await again.close();
  });

  test('an error of beforeOpen fails the opening, and a later attempt may succeed', async () => {
    const cause = new Error('The secret cannot be read.');
    let broken = true;
    const store = make(() => {
      if (broken) throw cause;
    });
    const writing = expect(store.run(put, 'a')).rejects.toMatchObject({
      code: 'unavailable',
      cause: { name: 'StoreError', message: cause.message },
    });
    await expect(store.ready()).rejects.toMatchObject({ name: 'StoreError', message: cause.message, cause });
    await expect(store.read(count())).rejects.toMatchObject({ name: 'StoreError', message: cause.message });
    await writing;
    expect(readdirSync(databaseFolder)).toEqual([]);
    broken = false;
    await expect.poll(() => store.ready().then(() => 'open', String)).toBe('open');
    await store.close();
  });
});
