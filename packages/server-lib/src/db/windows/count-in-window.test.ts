import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Admissions, countInWindow } from './count-in-window.js';
import { SlidingWindow } from './sliding-window.js';

const waits = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000_000 }), fc.constantFrom(999_999, 1_000_000));
const steps = fc.array(fc.record({ wait: waits, count: fc.integer({ min: 0, max: 12 }) }), { maxLength: 60 });

test('small limits count as SlidingWindow does, also when admissions are given back', () => {
  const policies = fc.record({ limit: fc.integer({ min: 1, max: 30 }), seconds: fc.integer({ min: 1, max: 10 }) });
  fc.assert(
    fc.property(policies, steps, ({ limit, seconds }, list) => {
      const policy = { limit, span: seconds * 1_000_000, width: 1 };
      const model = new SlidingWindow({ limit, seconds });
      let entries: readonly Admissions[] = [];
      let now = 1_000_000_000;
      let latest: number | undefined;
      for (const { wait, count } of list) {
        now += wait;
        if (count === 0 && latest !== undefined) {
          entries = countInWindow(entries, { ...policy, count: -1, at: latest }, now).entries;
          model.remove(latest / 1000);
          latest = undefined;
        }
        const decisions = Array.from({ length: count }, () => model.take(now / 1000));
        const counted = countInWindow(entries, { ...policy, count }, now);
        expect(counted.taken).toBe(decisions.filter(({ admitted }) => admitted).length);
        expect(counted.used).toBe(model.used(now / 1000));
        if (counted.taken > 0) latest = counted.at;
        entries = counted.entries;
      }
    }),
  );
});

test('large limits are never exceeded in any period, with a bounded number of entries', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const policy = { limit: 20, span: 5_000_000, width: 500_000 };
      const admitted: number[] = [];
      let entries: readonly Admissions[] = [];
      let now = 1_000_000_000;
      for (const { wait, count } of list) {
        now += wait;
        const counted = countInWindow(entries, { ...policy, count }, now);
        for (let n = 0; n < counted.taken; n++) admitted.push(now);
        entries = counted.entries;
        expect(entries.length).toBeLessThanOrEqual(11);
        const [oldest] = entries;
        if (counted.taken === count || !oldest) continue;
        const whenFree = oldest[0] + policy.span;
        expect(countInWindow(entries, { ...policy, count: 1 }, whenFree).taken).toBe(1);
      }
      admitted.forEach((at, nth) => {
        expect((admitted[nth + 20] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(5_000_000);
      });
    }),
  );
});

test('nothing more is admitted when the clock goes back', () => {
  const policy = { limit: 2, span: 1_000, width: 1, count: 1 };
  let entries: readonly Admissions[] = [];
  for (const now of [5_000, 4_000]) entries = countInWindow(entries, policy, now).entries;
  expect(entries).toEqual([[5_000, 2]]);
  expect(countInWindow(entries, policy, 5_999).taken).toBe(0);
  expect(countInWindow(entries, policy, 6_000).taken).toBe(1);
});
