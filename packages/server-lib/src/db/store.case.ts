import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  count,
  countLabels,
  failingReport,
  labels,
  prepare,
  put,
  putAndThrow,
  putNothing,
  putSet,
  putSetAndForget,
  putToo,
} from '../../test/support/store/test-writes.js';
import { write } from './operation.js';
import { typed } from './sql/dialect.js';
import { all, one } from './sql/statement.js';
import type { Store } from './store.js';

/** Opens the stores of a test suite. */
export interface StoreSource {
  /** Opens a store over an empty database that knows the test writes. */
  open(): Promise<Store>;
  /** Opens the last database again. Absent for databases in memory, which are lost when their store closes. */
  reopen?(): Promise<Store>;
  /** Deletes all databases. */
  end(): Promise<void>;
}

const unavailable = { name: 'AskwellError', code: 'unavailable', status: 503 };

/** Defines the tests that every store must pass, whichever database it uses. */
export function describeStore(name: string, makeSource: () => Promise<StoreSource>): void {
  describe(name, () => {
    let source: StoreSource;
    let store: Store;

    beforeAll(async () => {
      source = await makeSource();
    });
    afterAll(() => source.end());
    beforeEach(async () => {
      store = await source.open();
      await store.run(prepare, null);
    });
    afterEach(() => store.close());

    test('a write returns its outcome, and reads see its changes', async () => {
      expect(await store.run(put, 'first')).toBe(1);
      expect(await store.run(put, 'second')).toBe(2);
      expect(await store.read(labels())).toEqual(['first', 'second']);
    });

    test('a report sees everything that was committed before it', async () => {
      await store.run(put, 'a1');
      expect(await store.report(countLabels, 'a')).toBe(1);
      await Promise.all([store.run(put, 'a2'), store.run(put, 'b')]);
      expect(await Promise.all(['a', 'b', 'c'].map((start) => store.report(countLabels, start)))).toEqual([2, 1, 0]);
    });

    test('a report that fails does not affect others', async () => {
      await store.run(put, 'a');
      const reports = [store.report(failingReport, 'broken'), store.report(countLabels, 'a')];
      expect(await Promise.allSettled(reports)).toMatchObject([
        { status: 'rejected', reason: { message: 'broken' } },
        { status: 'fulfilled', value: 1 },
      ]);
    });

    test('applies concurrent writes in their order, even of different types', async () => {
      const labelsInOrder = Array.from({ length: 300 }, (_, at) => `${at}`);
      const numbers = await Promise.all(
        labelsInOrder.map((label, at) => store.run(at % 3 === 0 ? putToo : put, label)),
      );
      expect(numbers).toEqual(labelsInOrder.map((_, at) => at + 1));
      expect(await store.read(labels())).toEqual(labelsInOrder);
    });

    test('rolls back a write that fails, and no other write of its group', async () => {
      const failing = new Map([
        [0, putAndThrow],
        [17, putNothing],
        [18, putAndThrow],
        [49, putNothing],
      ]);
      const settled = await Promise.allSettled(
        Array.from({ length: 50 }, (_, at) => store.run(failing.get(at) ?? put, `${at}`)),
      );
      const failed = settled.flatMap((outcome, at) => (outcome.status === 'rejected' ? [at] : []));
      expect(failed).toEqual([...failing.keys()]);
      expect(await store.read(labels())).toEqual(
        Array.from({ length: 50 }, (_, at) => `${at}`).filter((_, at) => !failing.has(at)),
      );
    });

    test('a batch write gets all consecutive inputs of a group', async () => {
      const outcomes = await Promise.all([
        ...['a', 'b', 'c'].map((label) => store.run(putSet, label)),
        store.run(put, 'd'),
        ...['e', 'f'].map((label) => store.run(putSet, label)),
      ]);
      expect(outcomes).toEqual([3, 3, 3, 4, 2, 2]);
      expect(await store.read(labels())).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    });

    test('rolls back a batch write that returns too few outcomes', async () => {
      const settled = await Promise.allSettled([store.run(putSetAndForget, 'a'), store.run(put, 'b')]);
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      expect(await store.read(labels())).toEqual(['b']);
    });

    test('refuses an unknown write, and no other write of its group', async () => {
      const unknown = write('test.unknown', (_: null) => count());
      const settled = await Promise.allSettled([store.run(unknown, null), store.run(put, 'a')]);
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    });

    test('a read that fails does not affect later reads', async () => {
      await expect(store.read(one`select 1 from askwell_nowhere`)).rejects.toThrow(/askwell_nowhere/);
      expect(await store.read(count())).toBe(0);
    });

    test('values are read as they were written', async () => {
      const bytes = Uint8Array.of(0, 1, 254, 255);
      const largest = Number.MAX_SAFE_INTEGER;
      const row = await store.read(
        one<{ t: string; i: number; b: Uint8Array; n: null }>`
          select cast(${'né ☃ 🙂'} as text) as t, cast(${largest} as bigint) as i, ${typed('bytea', bytes)} as b, ${null} as n`,
      );
      expect(row && { ...row, b: [...row.b] }).toEqual({ t: 'né ☃ 🙂', i: largest, b: [...bytes], n: null });
    });

    test('without rows, `one` returns undefined and `all` an empty list', async () => {
      expect(await store.read(one`select 1 from askwell_test`)).toBeUndefined();
      expect(await store.read(all`select 1 from askwell_test`)).toEqual([]);
    });

    test('close() commits pending writes and refuses later calls', async () => {
      const pending = Array.from({ length: 100 }, (_, at) => store.run(put, `${at}`));
      const closed = store.close();
      const late = expect(store.run(put, 'late')).rejects.toMatchObject(unavailable);
      expect(await Promise.all(pending)).toHaveLength(100);
      await Promise.all([closed, late, store.close()]);
      await expect(store.read(count())).rejects.toMatchObject(unavailable);
      await expect(store.ready()).rejects.toMatchObject(unavailable);
      if (!source.reopen) return;
      const again = await source.reopen();
      expect(await again.read(count())).toBe(100);
      await again.close();
    });
  });
}
