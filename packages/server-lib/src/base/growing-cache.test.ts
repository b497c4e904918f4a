import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGrowingCache } from './growing-cache.js';

test('has the entries that were used last, and never more than its maximum', () => {
  const key = fc.nat(12);
  const step = fc.record({ key, value: fc.option(fc.nat(), { nil: undefined }) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 60 }), (maxEntries, steps) => {
      const cache = createGrowingCache<number, number>(maxEntries);
      const expected = new Map<number, number>();
      for (const { key, value } of steps) {
        if (value === undefined) expect(cache.get(key)).toBe(expected.get(key));
        else cache.set(key, value);
        const known = value ?? expected.get(key);
        if (known === undefined) continue;
        expected.delete(key);
        expected.set(key, known);
        const [oldest] = expected.keys();
        if (expected.size > maxEntries && oldest !== undefined) expected.delete(oldest);
        expect([...cache.entries()].reverse()).toEqual([...expected]);
      }
    }),
  );
});
