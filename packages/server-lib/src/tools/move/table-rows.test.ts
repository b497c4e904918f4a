import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runOperation } from '../../db/operation.js';
import { run } from '../../db/sql/statement.js';
import { openInMemory } from '../../db/sqlite/open-database.js';
import { pragma } from '../../db/sqlite/sqlite-driver.js';
import { readMovedTables } from './moved-table.js';
import { fromJson, hashTable, insertRows, keyOf, type Row, selectChunk, toJson } from './table-rows.js';

const connection = openInMemory(':memory:');
pragma(connection.database, 'foreign_keys = OFF');

const table = readMovedTables().find(({ name }) => name === 'askwell_carried');
if (!table) throw new Error('The table was not found.');

const rows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.string({ unit: 'grapheme', maxLength: 12 })), {
    selector: String,
    maxLength: 30,
  })
  .map((keys) => keys.map(([ask, bucket], at): Row => [ask, bucket.replaceAll('\0', ''), at]))
  .filter((list) => new Set(list.map((row) => `${row[0]} ${row[1]}`)).size === list.length);

/** The order of the key: numbers, then texts as bytes. */
function byKey(a: Row, b: Row): number {
  return Number(a[0]) - Number(b[0]) || Buffer.compare(Buffer.from(String(a[1])), Buffer.from(String(b[1])));
}

test('chunks have all rows once, in the order of the key, within the limits', () => {
  const limits = fc.record({ rows: fc.integer({ min: 1, max: 7 }), bytes: fc.integer({ min: 1, max: 60 }) });
  fc.assert(
    fc.property(rows, limits, (list, limit) => {
      runOperation(run`delete from askwell_carried`, connection.execute);
      runOperation(insertRows(table, list), connection.execute);
      const found: Row[] = [];
      for (let after: Row | undefined; ; ) {
        const chunk = runOperation(selectChunk(table, after, limit), connection.execute);
        const last = chunk.at(-1);
        if (!last) break;
        const bytes = chunk.reduce((sum, [, bucket]) => sum + Buffer.byteLength(String(bucket)), 0);
        expect(chunk.length).toBeLessThanOrEqual(limit.rows);
        expect(chunk.length === 1 || bytes <= limit.bytes).toBe(true);
        found.push(...chunk);
        after = keyOf(table, last).map((value) => fromJson(toJson(value)));
      }
      expect(found).toEqual([...list].sort(byKey));
      expect(runOperation(hashTable(table), connection.execute).rows).toBe(list.length);
    }),
  );
});

test('a table comes after the tables that it refers to', () => {
  const names = readMovedTables().map(({ name }) => name);
  for (const [parent, child] of [
    ['askwell_accounts', 'askwell_asks'],
    ['askwell_sites', 'askwell_keys'],
    ['askwell_answers', 'askwell_answer_notes'],
  ]) {
    expect(names.indexOf(parent ?? '')).toBeGreaterThanOrEqual(0);
    expect(names.indexOf(parent ?? '')).toBeLessThan(names.indexOf(child ?? ''));
  }
  expect(names).not.toContain('askwell_schema');
});
