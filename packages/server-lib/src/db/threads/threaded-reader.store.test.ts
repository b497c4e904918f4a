import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import {
  countLabels,
  exitingReport,
  prepare,
  put,
  testReports,
  testWrites,
} from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import type { Report } from '../operation.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';
import type { Store } from '../store.js';

const unavailable = { name: 'AskwellError', code: 'unavailable', status: 503 };

let folder: string;
let writer: string;
let store: Store;
let nth = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  writer = await buildTestWriter(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  store = openSqliteStore({
    database: join(folder, `${++nth}.db`),
    writes: testWrites,
    reports: testReports,
    writer,
    logger: silentLogger,
  });
  await store.run(prepare, null);
  await store.run(put, 'a');
});
afterEach(() => store.close());

test('a thread that exits fails its report, and the next report starts another thread', async () => {
  for (let round = 0; round < 3; round++) {
    const reports = [store.report(exitingReport, null), store.report(countLabels, 'a')];
    expect(await Promise.allSettled(reports)).toMatchObject([
      { status: 'rejected', reason: unavailable },
      { status: 'fulfilled', value: 1 },
    ]);
  }
});

test('closing finishes the running report and refuses the waiting ones', async () => {
  await store.report(countLabels, 'a');
  const reports = [store.report(countLabels, 'a'), store.report(countLabels, 'a')];
  // After that, both have reached the reader.
  await store.ready();
  await store.ready();
  const closed = store.close();
  expect(await Promise.allSettled(reports)).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: unavailable },
  ]);
  await closed;
  await expect(store.report(countLabels, 'a')).rejects.toMatchObject(unavailable);
});

test('a report that is not registered is refused', async () => {
  const unknown: Report<null, number> = { name: 'test.unknown', read: (_, limit) => countLabels.read('', limit) };
  await expect(store.report(unknown, null)).rejects.toThrow('There is no report named test.unknown.');
});
