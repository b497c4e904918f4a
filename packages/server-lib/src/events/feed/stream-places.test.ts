import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamPlaces } from './stream-places.js';

/** Returns places, and a function that takes a place and counts the places of each account. */
function createPlaces(perAccount: number, total: number) {
  const places = new StreamPlaces({ perAccount, total });
  const held = new Map<number, (() => void)[]>();
  const drop = (account: number, release: (() => void) | undefined): void => {
    held.set(
      account,
      (held.get(account) ?? []).filter((one) => one !== release),
    );
  };
  const take = (account: number): boolean => {
    const release = places.take(account, () => drop(account, release));
    if (release) held.set(account, [...(held.get(account) ?? []), release]);
    return release !== undefined;
  };
  const release = (account: number): void => {
    const own = held.get(account)?.[0];
    own?.();
    drop(account, own);
  };
  return { take, release, counts: () => [...held.values()].map(({ length }) => length) };
}

test('an account cannot have more streams than its limit', () => {
  const { take, release } = createPlaces(2, 10);
  expect([take(1), take(1), take(1), take(2)]).toEqual([true, true, false, true]);
  release(1);
  expect(take(1)).toBe(true);
});

test('an account without a stream takes a place from the account that has the most', () => {
  const { take, counts } = createPlaces(10, 6);
  for (let nth = 0; nth < 4; nth++) take(1);
  for (let nth = 0; nth < 2; nth++) take(2);
  expect([take(3), counts()]).toEqual([true, [3, 2, 1]]);
  expect([take(3), counts()]).toEqual([true, [2, 2, 2]]);
  expect([take(3), take(1), counts()]).toEqual([false, false, [2, 2, 2]]);
});

test('an account is refused if each other account has one stream', () => {
  const { take } = createPlaces(10, 3);
  expect([take(1), take(2), take(3), take(4)]).toEqual([true, true, true, false]);
});

test('accounts that request places get equal shares, whatever was taken and released before', () => {
  const step = fc.record({ account: fc.integer({ min: 1, max: 6 }), isTaken: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { take, release, counts } = createPlaces(5, 12);
      for (const { account, isTaken } of steps) {
        if (!isTaken) release(account);
        else take(account);
        const total = counts().reduce((sum, count) => sum + count, 0);
        expect(total).toBeLessThanOrEqual(12);
        expect(Math.max(0, ...counts())).toBeLessThanOrEqual(5);
      }
      // Accounts that request places as often as possible get equal shares.
      for (let round = 0; round < 12; round++) for (let account = 1; account <= 6; account++) take(account);
      expect(counts().filter((count) => count > 0)).toEqual([2, 2, 2, 2, 2, 2]);
    }),
  );
});
