import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Faults } from '../../base/faults/faults.js';
import { numberFieldInput } from './number-field.js';

const anything = { min: null, max: null, step: null };

/** Decimals with up to six places that a number represents exactly. */
const decimals = fc
  .oneof(
    fc.integer({ min: -9_000_000_000, max: 9_000_000_000 }).map((units) => BigInt(units)),
    fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).map((millions) => millions * 10n ** 12n),
  )
  .map((millionths) => ({ millionths, value: Number(millionths) / 1e6 }));

function tallies() {
  const buckets = new Map<string, number>();
  return {
    count: (bucket: string) => buckets.get(bucket) ?? 0,
    add: (value: number, sign: 1 | -1, bins: Parameters<typeof numberFieldInput.contribute>[1] = null) => {
      for (const one of numberFieldInput.contribute(value, bins)) {
        if ('bucket' in one) buckets.set(one.bucket, (buckets.get(one.bucket) ?? 0) + sign * one.n);
      }
    },
    all: () => [...buckets.values()],
  };
}

test('sums decimals exactly through additions and subtractions', () => {
  fc.assert(
    fc.property(fc.array(decimals, { maxLength: 60 }), fc.array(decimals, { maxLength: 20 }), (stored, undone) => {
      const { add, count } = tallies();
      for (const { value } of [...stored, ...undone]) add(value, 1);
      for (const { value } of undone) add(value, -1);
      const exact = stored.reduce((sum, { millionths }) => sum + millionths, 0n);
      const { sum, average } = numberFieldInput.summarize(stored.length, count, null);
      expect(sum).toBe(Number(`${exact}e-6`));
      expect(average).toBe(stored.length === 0 ? null : sum / stored.length);
    }),
  );
});

test('sums ten times 0.1 to exactly 1', () => {
  const { add, count } = tallies();
  for (let at = 0; at < 10; at++) add(0.1, 1);
  expect(Array.from({ length: 10 }, () => 0.1).reduce((sum, one) => sum + one, 0)).not.toBe(1);
  expect(numberFieldInput.summarize(10, count, null).sum).toBe(1);
});

test('sums millions of the largest numbers in safe integers', () => {
  for (const value of [1e12, -1e12, 999_999_999_999, 0.000001, 123_456_789.654321]) {
    for (const one of numberFieldInput.contribute(value, null)) {
      expect('bucket' in one && Math.abs(one.n) <= 1_000_000).toBe(true);
    }
  }
});

test('subtracting all contributions leaves zero', () => {
  fc.assert(
    fc.property(fc.array(decimals), (values) => {
      const { add, all } = tallies();
      for (const { value } of values) add(value, 1, { min: -100, max: 100, step: null });
      for (const { value } of values) add(value, -1, { min: -100, max: 100, step: null });
      expect(all().every((n) => n === 0)).toBe(true);
    }),
  );
});

test('counts every number in the bin that contains it', () => {
  const range = fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 1, max: 2_000 }), fc.nat(6));
  fc.assert(
    fc.property(range, fc.double({ min: 0, max: 1, noNaN: true }), ([low, size, places], at) => {
      const [min, max] = [Number(`${low}e-${places}`), Number(`${low + size}e-${places}`)];
      const value = Math.min(max, Math.max(min, Number((min + at * (max - min)).toFixed(6))));
      const bins = numberFieldInput.binsOf({ min, max, step: null });
      const { add, count } = tallies();
      add(value, 1, bins);
      const shown = numberFieldInput.summarize(1, count, bins).bins ?? [];
      expect(shown.length).toBeLessThanOrEqual(12);
      const holding = shown.filter((bin) => bin.count === 1);
      expect(holding).toHaveLength(1);
      for (const { from, to } of holding) {
        expect(value).toBeGreaterThanOrEqual(from);
        if (value !== max) expect(value).toBeLessThan(to);
        else expect(value).toBeLessThanOrEqual(to);
      }
    }),
  );
});

test('returns edges as exact decimals', () => {
  // Fields of earlier versions have ten bins.
  const bins = { min: 0.1, max: 0.7, step: null };
  const { add, count } = tallies();
  for (const value of [0.22, 0.28, 0.34]) add(value, 1, bins);
  const shown = numberFieldInput.summarize(3, count, bins).bins ?? [];
  expect(shown.map(({ from }) => from)).toEqual([0.1, 0.16, 0.22, 0.28, 0.34, 0.4, 0.46, 0.52, 0.58, 0.64]);
  expect(shown.flatMap((bin) => (bin.count === 1 ? [bin.from] : []))).toEqual([0.22, 0.28, 0.34]);
});

test('bins have the same number of values, at whole multiples of the step', () => {
  const step = fc.constantFrom(0.01, 0.25, 0.5, 1, 3, 20);
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), step, fc.integer({ min: 1, max: 3_000 }), (low, step, steps) => {
      const definition = { min: low, max: Number((low + step * steps).toFixed(6)), step };
      const bins = numberFieldInput.binsOf(definition);
      const { add, count } = tallies();
      for (let at = 0; at <= steps; at++) add(Number((low + step * at).toFixed(6)), 1, bins);
      const shown = numberFieldInput.summarize(steps + 1, count, bins).bins ?? [];
      const [first, ...rest] = shown.map((bin) => bin.count);
      const last = rest.pop() ?? expect.unreachable();
      expect(shown.length).toBeLessThanOrEqual(12);
      expect(new Set(rest).size === 0 || (rest[0] === first && new Set(rest).size === 1)).toBe(true);
      expect(last).toBeLessThanOrEqual(first ?? 0);
      expect(shown.reduce((sum, bin) => sum + bin.count, 0)).toBe(steps + 1);
      expect([shown[0]?.from, shown.at(-1)?.to]).toEqual([definition.min, definition.max]);
    }),
  );
});

test('each step has a bin if there are few steps, and numbers outside have no bin', () => {
  const bins = numberFieldInput.binsOf({ min: 0.1, max: 0.5, step: 0.1 });
  const { add, count } = tallies();
  for (const value of [0.1, 0.3, 0.3, 0.5, 0.6]) add(value, 1, bins);
  expect(numberFieldInput.summarize(5, count, bins).bins).toEqual([
    { from: 0.1, to: 0.1, count: 1 },
    { from: 0.2, to: 0.2, count: 0 },
    { from: 0.3, to: 0.3, count: 2 },
    { from: 0.4, to: 0.4, count: 0 },
    { from: 0.5, to: 0.5, count: 1 },
  ]);
});

test('ignores numbers outside of wide bins', () => {
  const bins = numberFieldInput.binsOf({ min: 0, max: 100, step: null });
  const { add, count } = tallies();
  for (const value of [-1, 100, 101]) add(value, 1, bins);
  const counts = numberFieldInput.summarize(3, count, bins).bins?.map((bin) => bin.count);
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

test.each<[string, object, unknown, boolean]>([
  ['a whole number', {}, 5, true],
  ['six decimals', {}, 1.123456, true],
  ['seven decimals', {}, 1.1234567, false],
  ['a ten-millionth', {}, 1e-7, false],
  ['the largest', {}, 1e12, true],
  ['more than the largest', {}, 1e12 + 1, false],
  ['infinity', {}, Number.POSITIVE_INFINITY, false],
  ['text', {}, '5', false],
  ['min itself', { min: 5 }, 5, true],
  ['below min', { min: 5 }, 4.999999, false],
  ['above max', { max: 5 }, 5.000001, false],
  ['0.3 in steps of 0.1', { step: 0.1 }, 0.3, true],
  ['off the steps from min', { min: 0.5, step: 1 }, 1, false],
  ['on the steps from min', { min: 0.5, step: 1 }, 1.5, true],
])('%s: %j accepts %j: %s', (_what, definition, given, fine) => {
  const faults = new Faults();
  numberFieldInput.check({ ...anything, ...definition }, given, 'answers.n', faults);
  expect(faults.any).toBe(!fine);
});
