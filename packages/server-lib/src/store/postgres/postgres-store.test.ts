import { inspect } from 'node:util';
import pg from 'pg';
import { expect, test } from 'vitest';
import { emptySchema } from '../../../test/support/store/test-database.js';
import { prepare, put, testReports, testWrites } from '../../../test/support/store/test-writes.js';
import { silentLogger } from '../../logger.js';
import { openStore } from '../open-store.js';
import { describeStore } from '../store.case.js';

describeStore('over PostgreSQL', async () => {
  let database = emptySchema();
  const open = () => openStore({ database, writes: testWrites, reports: testReports, logger: silentLogger });
  return {
    async open() {
      database = emptySchema();
      return open();
    },
    reopen: async () => open(),
    end: async () => {},
  };
});

test('a pool of the host stays open, and its queries read values as before', async () => {
  const [url = '', schema] = emptySchema().split('?schema=');
  const pool = new pg.Pool({ connectionString: url });
  const store = openStore({ database: pool, schema, writes: testWrites, reports: testReports, logger: silentLogger });
  await store.run(prepare, null);
  expect(await store.run(put, 'first')).toBe(1);
  await store.close();
  // Askwell reads 64-bit integers as numbers, `pg` as texts.
  expect((await pool.query('select cast(1 as bigint) as n, true as b')).rows).toEqual([{ n: '1', b: true }]);
  await pool.end();
});

test('a password of a URL is in no message', async () => {
  const url = emptySchema().replace(/:askwell@/, ':a-wrong-password@');
  const store = openStore({ database: url, writes: testWrites, reports: testReports, logger: silentLogger });
  const error = await store.ready().catch((failure: unknown) => failure);
  expect(inspect(error, { depth: 5 })).not.toContain('a-wrong-password');
  await store.close();
});
