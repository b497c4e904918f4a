import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom, shuffle } from './shuffle.js';

const secret = Buffer.from('a secret of enough characters, for tests');
const items = ['a', 'b', 'c', 'd', 'e'];

describe('seededRandom and shuffle', () => {
  test('the order is the same only for the same seed and secret', () => {
    const throws = (dice: (below: number) => number) => Array.from({ length: 20 }, () => dice(1_000_000));
    const seen = throws(seededRandom(secret, ['a', 'b']));
    expect(throws(seededRandom(secret, ['a', 'b']))).toEqual(seen);
    expect(throws(seededRandom(secret, ['a', 'c']))).not.toEqual(seen);
    expect(throws(seededRandom(secret, ['ab']))).not.toEqual(seen);
    expect(throws(seededRandom(Buffer.from('another secret'), ['a', 'b']))).not.toEqual(seen);
  });

  test('random numbers stay below their bound', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, below) => {
        const numbers = seededRandom(secret, [seed])(below);
        expect(numbers).toBeGreaterThanOrEqual(0);
        expect(numbers).toBeLessThan(below);
        expect(Number.isInteger(numbers)).toBe(true);
      }),
    );
  });

  test('every order of a few items is about equally frequent', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 6_000; seed++) {
      const order = shuffle(['a', 'b', 'c'], seededRandom(secret, [String(seed)])).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    // Seeds and secret are fixed, so the counts are too. They are within six standard deviations of a thousand.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(175);
  });

  test('shuffling neither loses nor repeats items', () => {
    fc.assert(
      fc.property(fc.string(), fc.subarray(items), (seed, some) => {
        expect(shuffle(some, seededRandom(secret, [seed])).sort()).toEqual(some);
      }),
    );
  });
});
