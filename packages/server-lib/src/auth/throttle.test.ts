import { expect, test } from 'vitest';
import { createClock } from '../clock.js';
import { createThrottle } from './throttle.js';

function createTimed() {
  let now = 0;
  const throttle = createThrottle(
    { limit: 3, seconds: 15 * 60 },
    createClock(() => now),
  );
  return {
    throttle,
    pass(seconds: number) {
      now += seconds * 1000;
    },
  };
}

test('asking is free; what counts is failing', async () => {
  const { throttle } = createTimed();
  for (let n = 0; n < 10; n++) await throttle.admit('a');
  for (let n = 0; n < 2; n++) await throttle.count('a');
  await throttle.admit('a');
});

test('after too many failures everything under the key is refused, until the first of them is old enough', async () => {
  const { throttle, pass } = createTimed();
  for (let n = 0; n < 3; n++) {
    await throttle.count('a');
    pass(60);
  }
  await expect(throttle.admit('a')).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryAfter: 12 * 60,
    message: 'Too many attempts. Try again in 12 minutes.',
  });
  await throttle.admit('b');
  pass(12 * 60 - 1);
  await expect(throttle.admit('a')).rejects.toMatchObject({ message: 'Too many attempts. Try again in a minute.' });
  pass(1);
  await throttle.admit('a');
});

test('being refused does not make the wait longer', async () => {
  const { throttle, pass } = createTimed();
  for (let n = 0; n < 3; n++) await throttle.count('a');
  for (let n = 0; n < 14; n++) {
    pass(60);
    await expect(throttle.admit('a')).rejects.toMatchObject({ retryAfter: (14 - n) * 60 });
  }
  pass(60);
  await throttle.admit('a');
});

test('what is counted under a long key is kept under a short one, and not in clear', async () => {
  const kept: string[] = [];
  const decision = { admitted: true, remaining: 1, resetSeconds: 0, retryAfterSeconds: 0 };
  const note = (key: string) => {
    kept.push(key);
    return decision;
  };
  const throttle = createThrottle(
    { limit: 1, seconds: 60 },
    createClock(() => 0),
    { take: note, peek: note },
  );
  for (const key of ['owner@example.com', 'x'.repeat(100_000)]) {
    await throttle.admit(key);
    await throttle.count(key);
  }
  expect(kept.map((key) => key.length)).toEqual([44, 44, 44, 44]);
  expect(new Set(kept).size).toBe(2);
  expect(kept.join()).not.toContain('owner');
});
