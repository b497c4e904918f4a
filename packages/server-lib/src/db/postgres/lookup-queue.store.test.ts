import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listenTo } from '../../../test/support/store/listening-pool.js';
import { newSchema } from '../../../test/support/store/test-database.js';
import { prepare, put, testWrites } from '../../../test/support/store/test-writes.js';
import { silentLogger } from '../../base/logger.js';
import { type LookupSource, lookUp } from '../sets/lookup.js';
import { sql } from '../sql/statement.js';
import type { Store } from '../store.js';
import { openPostgresStore } from './postgres-store.js';

const entries: LookupSource = { key: sql`label`, keyType: 'text', columns: sql`n`, from: sql`askwell_test` };
const find = (label: string) => store.read(lookUp<{ n: number }>(entries, label));

let pool: pg.Pool;
let store: Store;
let statements: string[] = [];

beforeAll(async () => {
  const [url = '', schema] = newSchema().split('?schema=');
  pool = new pg.Pool({ connectionString: url });
  const database = listenTo(pool, (text) => statements.push(text));
  store = openPostgresStore({ database, schema, writes: testWrites, logger: silentLogger });
  await store.run(prepare, null);
  await Promise.all(['a', 'b', 'c'].map((label) => store.run(put, label)));
});
afterAll(async () => {
  await store.close();
  await pool.end();
});
beforeEach(() => {
  statements = [];
});

test('look-ups of one turn share a statement, and each gets its row', async () => {
  const found = await Promise.all(['c', 'a', 'nobody', 'c', 'b'].map(find));
  expect(found.map((row) => row?.n)).toEqual([3, 1, undefined, 3, 2]);
  expect(statements).toHaveLength(1);
});

test('a look-up sees everything that was committed before it, also while other look-ups are running', async () => {
  for (let round = 0; round < 20; round++) {
    const running = Array.from({ length: 5 }, () => find('a'));
    await store.run(put, `round ${round}`);
    expect(await find(`round ${round}`)).toBeDefined();
    await Promise.all(running);
  }
});

test('a failing statement rejects its look-ups, and later ones succeed', async () => {
  const broken: LookupSource = { ...entries, from: sql`askwell_nowhere` };
  const settled = await Promise.allSettled([
    store.read(lookUp(broken, 'a')),
    store.read(lookUp(broken, 'b')),
    find('a'),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await find('b')).toMatchObject({ n: 2 });
});
