import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlidingWindow } from '../../db/windows/sliding-window.js';
import { MemoryStore } from './memory-store.js';

const policy = { limit: 30, seconds: 60 };
const span = policy.seconds * 1000;

/** Requests of a few frequent addresses among many rare ones. */
const traffic = fc.array(
  fc.record({
    key: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('one', 'two') },
      { weight: 1, arbitrary: fc.nat({ max: 1_000 }).map((n) => `forged ${n}`) },
    ),
    times: fc.integer({ min: 1, max: 20 }),
    pause: fc.integer({ min: 0, max: 8_000 }),
  }),
  { maxLength: 80 },
);

test('counts every address exactly up to the capacity', () => {
  fc.assert(
    fc.property(traffic, (requests) => {
      const store = new MemoryStore(policy, 1_100);
      const exact = new Map<string, SlidingWindow>();
      let now = 0;
      for (const { key, times, pause } of requests) {
        now += pause;
        const window = exact.get(key) ?? new SlidingWindow(policy);
        exact.set(key, window);
        const decisions = Array.from({ length: times }, () => [store.take(key, now), window.take(now)]);
        expect(decisions.map(([ofStore]) => ofStore)).toEqual(decisions.map(([, ofWindow]) => ofWindow));
        expect(store.peek(key, now)).toEqual(window.peek(now));
      }
    }),
  );
});

test('admits an address at most 30 times in any 60 seconds, even if addresses are evicted', () => {
  fc.assert(
    fc.property(traffic, fc.integer({ min: 1, max: 4 }), (requests, capacity) => {
      const store = new MemoryStore(policy, capacity);
      const admitted = new Map<string, number[]>();
      let now = 0;
      for (const { key, times, pause } of requests) {
        now += pause;
        for (let n = 0; n < times; n++) {
          const mine = admitted.get(key) ?? [];
          admitted.set(key, mine);
          const used = mine.filter((at) => now - at < span).length;
          const decision = store.take(key, now);
          if (decision.admitted) mine.push(now);
          // An exact count is never stricter.
          const tooMany = decision.admitted && used >= policy.limit;
          if (tooMany || decision.remaining > policy.limit - used || store.size > capacity) return false;
        }
      }
      return true;
    }),
    { numRuns: 100 },
  );
});

test('admits an evicted address again when its window is over', () => {
  const store = new MemoryStore(policy, 1);
  for (let n = 0; n < 30; n++) store.take('blocked', n);
  store.take('other', 100);
  expect(store.take('blocked', 200).admitted).toBe(false);
  store.take('other', 300);
  expect(store.take('blocked', 29 + span).admitted).toBe(true);
});

test('a quarter of a million forged addresses do not unblock a blocked address, block new ones or exceed the capacity', () => {
  const store = new MemoryStore(policy, 1_000);
  for (let n = 0; n < 31; n++) store.take('blocked', 0);
  for (let n = 0; n < 250_000; n++) store.take(`forged ${n}`, 1);
  expect(store.size).toBe(1_000);
  expect(store.take('blocked', 59_999).admitted).toBe(false);
  // A new address starts with the count of its bucket: 250,000 addresses in 2 ** 18 buckets are about one of 30.
  const left = Array.from({ length: 1_000 }, (_, n) => store.peek(`new ${n}`, 1).remaining);
  expect(left.reduce((sum, remaining) => sum + remaining) / left.length).toBeGreaterThan(28);
  // One address in 2 ** 18 shares the bucket of the blocked address and is blocked too.
  expect(left.filter((remaining) => remaining === 0).length).toBeLessThanOrEqual(2);
});

test('lists the counted requests, without requests that were given back', () => {
  const store = new MemoryStore(policy);
  for (const at of [1_000, 2_000, 3_000]) store.take('three', at);
  store.take('one', 4_000);
  store.giveBack('three', 2_000);
  store.giveBack('three', 2_500);
  store.giveBack('one', 4_000);
  store.giveBack('unknown', 4_000);
  expect([...store.entries()].filter(([, times]) => times.length > 0)).toEqual([['three', [1_000, 3_000]]]);
  expect(store.peek('three', 5_000).remaining).toBe(28);
  expect(store.peek('one', 5_000).remaining).toBe(30);
});

test('knows until when it has counts that it cannot list', () => {
  const store = new MemoryStore(policy, 2);
  for (const key of ['one', 'two']) store.take(key, 1_000);
  expect(store.evictedUntil).toBeLessThan(0);
  store.take('three', 2_000);
  expect(store.evictedUntil).toBe(62_000);
  expect([...store.entries()].map(([key]) => key).sort()).toEqual(['three', 'two']);
});
