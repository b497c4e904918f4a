import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSchema } from '../../../test/support/store/test-database.js';
import { silentLogger } from '../../base/logger.js';
import { openStore } from '../open-store.js';
import { batchWrite, write } from '../operation.js';
import { anyOf, valuesOf } from '../sql/dialect.js';
import { all, DialectFragment, run, sql } from '../sql/statement.js';
import type { Store } from '../store.js';
import { Bulk, combined, together } from './statement-set.js';

type Row = [n: number, label: string | null, bytes: Uint8Array | null];

const types = ['bigint', 'text', 'bytea'] as const;

/** The column is `bytea` in PostgreSQL; SQLite stores bytes in a column of any type. */
const bytesType = new DialectFragment((dialect) => (dialect === 'sqlite' ? sql`blob` : sql`bytea`));

const replaceRows = batchWrite('sets.replace', function* ([list = []]: readonly (readonly Row[])[]) {
  yield* run`create table if not exists askwell_sets (n bigint primary key, label text, bytes ${bytesType})`;
  yield* run`delete from askwell_sets`;
  yield* together([new Bulk(list, (part) => run`insert into askwell_sets (n, label, bytes) ${valuesOf(types, part)}`)]);
  return [null];
});

const labelAll = batchWrite('sets.label', function* ([list = []]: readonly (readonly [number, string][])[]) {
  yield* together([
    new Bulk(
      list,
      (part) => run`
        with k (n, label) as (${valuesOf(['bigint', 'text'], part)})
        update askwell_sets as s set label = k.label from k where s.n = k.n`,
    ),
  ]);
  return [null];
});

const insertTwice = write('sets.insertTwice', function* ([first, second]: readonly [number, number]) {
  yield* combined([
    run`insert into askwell_sets (n) values (${first})`,
    run`insert into askwell_sets (n, label) values (${second}, ${'second'})`,
  ]);
  return null;
});

const selectRows = () => all<{ n: number; label: string | null; bytes: Uint8Array | null }>`
  select n, label, bytes from askwell_sets order by n`;

const open = (database: string) =>
  openStore({ database, writes: [replaceRows, labelAll, insertTwice], logger: silentLogger, writer: 'inline' });

describe.each(['SQLite', 'PostgreSQL'])('lists over %s', (name) => {
  let store: Store;
  beforeAll(async () => {
    store = open(name === 'SQLite' ? ':memory:' : newSchema());
    await store.ready();
  });
  afterAll(() => store.close());

  const texts = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '{', '}', ' ', '\n', 'é', '🙂', 'NULL', "'") });
  const row = fc.tuple(
    fc.maxSafeInteger(),
    fc.option(texts),
    fc.option(fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes))),
  );
  const lists = fc.uniqueArray(row, { maxLength: 90, selector: ([n]) => n });

  test('are inserted, found and changed with any length and any values', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        await store.run(replaceRows, list);
        const sorted = list.toSorted(([a], [b]) => a - b);
        // The drivers return a Buffer or a Uint8Array.
        const rows = (await store.read(selectRows())).map(({ n, label, bytes }) => [
          n,
          label,
          bytes && Buffer.from(bytes),
        ]);
        expect(rows).toEqual(sorted);

        const some = sorted.filter((_, at) => at % 2 === 0);
        expect((await store.read(findAll(some.map(([n]) => n)))).map(({ n }) => n)).toEqual(some.map(([n]) => n));

        await store.run(
          labelAll,
          some.map(([n]): [number, string] => [n, `"${n}\\`]),
        );
        const labels = (await store.read(selectRows())).map(({ label }) => label);
        expect(labels).toEqual(sorted.map(([n, label], at) => (at % 2 === 0 ? `"${n}\\` : label)));
      }),
      { numRuns: 20 },
    );
  });

  test('combined writes are made together, or none of them is made', async () => {
    await store.run(replaceRows, []);
    await store.run(insertTwice, [1, 2]);
    await expect(store.run(insertTwice, [3, 1])).rejects.toThrow();
    expect((await store.read(selectRows())).map(({ n, label }) => [n, label])).toEqual([
      [1, null],
      [2, 'second'],
    ]);
  });
});

function* findAll(numbers: readonly number[]) {
  const found = new Bulk(
    numbers,
    (part) => all<{ n: number }>`select n from askwell_sets where n ${anyOf('bigint', part)}`,
  );
  yield* together([found]);
  return found.rows.toSorted((a, b) => a.n - b.n);
}
