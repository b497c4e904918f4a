import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { newSchema } from '../../../test/support/store/test-database.js';
import { countLabels, prepare, put, testReports, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import { openStore } from '../open-store.js';
import { one } from '../sql/statement.js';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true }));

test('an instance has no more connections than its option allows', async () => {
  const [url = '', schema = ''] = newSchema().split('?schema=');
  const name = `askwell-bounded-${schema}`;
  const store = openStore({
    database: `${url}?schema=${schema}&application_name=${name}`,
    connections: 4,
    writes: testWrites,
    reports: testReports,
    writer: await buildTestWriter(folder),
    logger: silentLogger,
  });
  await store.run(prepare, null);
  const count = one<{ n: number }>`select count(*) as n from pg_stat_activity where application_name = ${name}`;
  const work = Array.from({ length: 40 }, (_, at) => [store.read(count), store.run(put, `${at}`)]).flat();
  await Promise.all([...work, store.report(countLabels, 'a')]);
  const found = await store.read(count);
  expect(found?.n).toBeGreaterThanOrEqual(3);
  expect(found?.n).toBeLessThanOrEqual(4);
  await store.close();
});
