import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalPlaces, isOnStep, isWithin } from './decimal.js';

/** Integers of a unit. Converted to numbers, they have the value that people would type. */
const scaled = fc.record({
  a: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  b: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  size: fc.integer({ min: 1, max: 2_000_000 }),
  places: fc.integer({ min: 0, max: 9 }),
});
const typed = (whole: number, places: number) => Number(`${whole}e-${places}`);

describe('decimals', () => {
  test('0.4 is within 0.1 of 0.3, although not in binary', () => {
    expect(Math.abs(0.4 - 0.3) <= 0.1).toBe(false);
    expect(isWithin(0.4, 0.3, 0.1)).toBe(true);
    expect(isWithin(0.2, 0.3, 0.1)).toBe(true);
    expect(isWithin(0.41, 0.3, 0.1)).toBe(false);
  });

  test('0.1 + 0.2 is not 0.3', () => {
    expect(isWithin(0.1 + 0.2, 0.3, 0)).toBe(false);
    expect(isWithin(0.1 + 0.2, 0, 0.3)).toBe(false);
    expect(isWithin(0.3, 0, 0.3)).toBe(true);
  });

  test('the largest and the smallest numbers are compared exactly', () => {
    expect(isWithin(1.7976931348623157e308, 5e-324, 1)).toBe(false);
    expect(isWithin(1e21, 1e21 - 131072, 131072)).toBe(true);
    expect(isWithin(1e-7, 0, 1e-7)).toBe(true);
    expect(isWithin(-0, 0, 0)).toBe(true);
  });

  test('isWithin matches integer arithmetic', () => {
    fc.assert(
      fc.property(scaled, ({ a, b, size, places }) => {
        const within = isWithin(typed(a, places), typed(b, places), typed(size, places));
        expect(within).toBe(Math.abs(a - b) <= size);
      }),
    );
  });

  test('isOnStep matches integer arithmetic', () => {
    expect(isOnStep(0.3, 0, 0.1)).toBe(true);
    expect(isOnStep(1.1, 0.1, 0.5)).toBe(true);
    fc.assert(
      fc.property(scaled, ({ a, b, size, places }) => {
        const onStep = isOnStep(typed(a, places), typed(b, places), typed(size, places));
        expect(onStep).toBe((a - b) % size === 0);
      }),
    );
  });

  test.each([
    [1, 0],
    [0.5, 1],
    [1e21, 0],
    [1e-7, 7],
    [1.25e-7, 9],
    [-0.125, 3],
  ])('%d has %d decimal places', (value, places) => {
    expect(decimalPlaces(value)).toBe(places);
  });
});
