import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSchema } from '../../../test/support/store/test-database.js';
import { silentLogger } from '../../base/logger.js';
import { CommitMarker } from './commit-marker.js';
import { openPostgresStore } from './postgres-store.js';

const [url = '', schema = ''] = newSchema().split('?schema=');
const pool = new pg.Pool({ connectionString: url });

beforeAll(async () => {
  const store = openPostgresStore({ database: url, schema, writes: [], writer: 'inline', logger: silentLogger });
  await store.ready();
  await store.close();
});
afterAll(() => pool.end());

/** Runs a transaction that only stores its token, and ends it with a statement. */
async function runTransaction(statement: string, end: 'commit' | 'rollback'): Promise<void> {
  await pool.query(`begin; ${statement}; ${end}`);
}

test('a rolled back transaction is not reported as committed, also after a committed transaction', async () => {
  const marker = new CommitMarker(() => schema);
  for (const earlier of [[], [marker.next()]]) {
    for (const { statement } of earlier) await runTransaction(statement, 'commit');
    const { token, statement } = marker.next();
    await runTransaction(statement, 'rollback');
    expect(await marker.isCommitted(pool, token)).toBe(false);
  }
});

test('only the last committed transaction of a writer is reported as committed', async () => {
  const [marker, other] = [new CommitMarker(() => schema), new CommitMarker(() => schema)];
  const [first, second] = [marker.next(), marker.next()];
  await runTransaction(first.statement, 'commit');
  await runTransaction(other.next().statement, 'commit');
  expect(await marker.isCommitted(pool, first.token)).toBe(true);
  await runTransaction(second.statement, 'commit');
  expect([await marker.isCommitted(pool, second.token), await marker.isCommitted(pool, first.token)]).toEqual([
    true,
    false,
  ]);
});

test.each(['commit', 'rollback'] as const)('a look-up of a running transaction waits for its %s', async (end) => {
  const marker = new CommitMarker(() => schema);
  const { token, statement } = marker.next();
  const client = await pool.connect();
  await client.query(`begin; ${statement}`);
  const found = marker.isCommitted(pool, token);
  const waiting = "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and query like $1";
  await expect.poll(async () => (await pool.query(waiting, [`%"${schema}".askwell_commits%`])).rows[0].n).toBe('1');
  await client.query(end);
  client.release();
  expect(await found).toBe(end === 'commit');
});
