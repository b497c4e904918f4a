import { expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { createClock } from '../../base/clock.js';
import { createSecret } from '../../base/crypto/secret.js';
import { createFailureThrottle, createThrottles } from './failure-throttle.js';

const secret = createSecret({ secret: undefined, file: undefined, requireCreatable: () => {} });

function createTimed() {
  let now = 0;
  const createThrottle = createThrottles({ clock: createClock(() => now), secret });
  const throttle = createThrottle('test', { limit: 3, seconds: 15 * 60 });
  return {
    throttle,
    pass(seconds: number) {
      now += seconds * 1000;
    },
  };
}

test('counts failures only', async () => {
  const { throttle } = createTimed();
  for (let n = 0; n < 10; n++) expect(await throttle.attempt('a', async () => true)).toBe(true);
  for (let n = 0; n < 3; n++) expect(await throttle.attempt('a', async () => false)).toBe(false);
  await expect(throttle.attempt('a', async () => true)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('refuses a key after too many failures, until the first failure has left the window', async () => {
  const { throttle, pass } = createTimed();
  for (let n = 0; n < 3; n++) {
    await throttle.count('a');
    pass(60);
  }
  await expect(throttle.count('a')).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryAfter: 12 * 60,
    message: 'Too many attempts. Try again in 12 minutes.',
  });
  await throttle.count('b');
  pass(12 * 60 - 1);
  await expect(throttle.count('a')).rejects.toMatchObject({ message: 'Too many attempts. Try again in a minute.' });
  pass(1);
  await throttle.count('a');
});

test('counts running attempts as failures until they succeed', async () => {
  const { throttle } = createTimed();
  const ends = Array.from({ length: 3 }, () => createDeferred<boolean>());
  const attempts = ends.map((end) => throttle.attempt('a', () => end.promise));
  const another = () => throttle.attempt('a', async () => true);
  const tooManyConcurrent = {
    code: 'rate_limited',
    retryAfter: 1,
    message: 'Too many attempts at once. Try again in a moment.',
  };
  await expect(another()).rejects.toMatchObject(tooManyConcurrent);
  expect(await throttle.attempt('b', async () => true)).toBe(true);

  ends[0]?.resolve(false);
  expect(await attempts[0]).toBe(false);
  await expect(another()).rejects.toMatchObject(tooManyConcurrent);
  ends[1]?.resolve(true);
  expect(await attempts[1]).toBe(true);
  expect(await another()).toBe(true);
  ends[2]?.reject(new Error('Aborted.'));
  await expect(attempts[2]).rejects.toThrow('Aborted.');

  expect(await throttle.attempt('a', async () => false)).toBe(false);
  expect(await throttle.attempt('a', async () => false)).toBe(false);
  await expect(another()).rejects.toMatchObject({ retryAfter: 15 * 60 });
});

test('refused attempts do not extend the wait', async () => {
  const { throttle, pass } = createTimed();
  for (let n = 0; n < 3; n++) await throttle.count('a');
  for (let n = 0; n < 14; n++) {
    pass(60);
    await expect(throttle.count('a')).rejects.toMatchObject({ retryAfter: (14 - n) * 60 });
  }
  pass(60);
  await throttle.count('a');
});

test('passes hashed keys of a fixed length to the counter', async () => {
  const keys: string[] = [];
  const throttle = createFailureThrottle({
    take(key) {
      keys.push(key);
      return { admitted: true, remaining: 1, resetSeconds: 0, retryAfterSeconds: 0, at: 5 };
    },
    giveBack(key, at) {
      expect(at).toBe(5);
      keys.push(key);
    },
  });
  for (const key of ['owner@example.com', 'x'.repeat(100_000)]) await throttle.attempt(key, async () => true);
  expect(keys.map((key) => key.length)).toEqual([44, 44, 44, 44]);
  expect(new Set(keys).size).toBe(2);
  expect(keys.join()).not.toContain('owner');
});
