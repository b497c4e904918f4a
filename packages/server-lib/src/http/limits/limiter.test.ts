import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock } from '../../base/clock.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import { createLimiter, publicPolicy, rateLimitHeaders } from './limiter.js';

/** A limiter with a clock that the test moves. */
function createTimed(ipv6Prefix = 64) {
  let now = 1_769_850_000_000.5;
  const limiter = createLimiter({ clock: createClock(() => now), ipv6Prefix });
  return {
    limiter,
    now: () => now,
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

test('the default policy is 30 requests in 60 seconds', () => {
  expect(publicPolicy).toEqual({ limit: 30, seconds: 60 });
  expect(createTimed().limiter.policy).toBe(publicPolicy);
});

test('admits at most 30 requests in any 60 seconds, and a retry after retryAfterSeconds', async () => {
  const pauses = fc.array(
    fc.oneof(fc.constant(0), fc.nat({ max: 5_000 }), fc.double({ min: 0, max: 3_000, noNaN: true })),
    {
      maxLength: 120,
    },
  );
  await fc.assert(
    fc.asyncProperty(pauses, async (waits) => {
      const { limiter, now, pass } = createTimed();
      const admitted: number[] = [];
      for (const wait of waits) {
        pass(wait);
        const decision = await limiter.take('203.0.113.5');
        if (decision.admitted) admitted.push(now());
        else if (waits.length % 2 === 0) {
          // Half of the clients respect `retryAfterSeconds`.
          pass(decision.retryAfterSeconds * 1000);
          expect((await limiter.take('203.0.113.5')).admitted).toBe(true);
          admitted.push(now());
        }
      }
      admitted.forEach((at, nth) => {
        expect((admitted[nth + 30] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(60_000);
      });
    }),
  );
});

async function admittedOf(limiter: ReturnType<typeof createTimed>['limiter'], addresses: (string | undefined)[]) {
  const decisions = await Promise.all(addresses.map((address) => limiter.take(address)));
  return decisions.filter((decision) => decision.admitted).length;
}

test('counts each address separately, and an IPv4-mapped address as IPv4', async () => {
  const { limiter } = createTimed();
  const mapped = Array.from({ length: 20 }, () => '::ffff:203.0.113.5');
  expect(await admittedOf(limiter, [...mapped, ...Array.from({ length: 20 }, () => '203.0.113.5')])).toBe(30);
  expect(await admittedOf(limiter, ['203.0.113.6'])).toBe(1);
});

test('counts an IPv6 network of the configured prefix as one client', async () => {
  const hosts = Array.from({ length: 40 }, (_, host) => `2001:db8:0:0::${host.toString(16)}`);
  const networks = Array.from({ length: 40 }, (_, network) => `2001:db8:0:${network.toString(16)}::1`);
  expect(await admittedOf(createTimed().limiter, hosts)).toBe(30);
  expect(await admittedOf(createTimed().limiter, networks)).toBe(40);
  expect(await admittedOf(createTimed(128).limiter, hosts)).toBe(40);
  expect(await admittedOf(createTimed(48).limiter, networks)).toBe(30);
});

test('counts all unknown and invalid addresses as one client', async () => {
  const { limiter } = createTimed();
  expect(
    await admittedOf(
      limiter,
      Array.from({ length: 40 }, (_, at) => (at % 2 ? undefined : 'junk')),
    ),
  ).toBe(30);
});

test('the headers contain the policy, the remaining requests and, after a refusal, Retry-After', async () => {
  const { limiter, pass } = createTimed();
  expect(rateLimitHeaders(await limiter.take('203.0.113.5'))).toEqual([
    'ratelimit-policy',
    '"public";q=30;w=60',
    'ratelimit',
    '"public";r=29;t=60',
  ]);
  pass(1_500);
  for (let n = 0; n < 29; n++) await limiter.take('203.0.113.5');
  expect(rateLimitHeaders(await limiter.take('203.0.113.5'))).toEqual([
    'ratelimit-policy',
    '"public";q=30;w=60',
    'ratelimit',
    '"public";r=0;t=59',
    'retry-after',
    '59',
  ]);
});

test('uses a custom store', async () => {
  const calls: [string, number][] = [];
  const refusal = { admitted: false, remaining: 0, resetSeconds: 7, retryAfterSeconds: 7 };
  const store = {
    async take(key: string, now: number) {
      calls.push([key, now]);
      return refusal;
    },
    peek: () => refusal,
  };
  const limiter = createLimiter({ clock: createClock(() => 5), ipv6Prefix: 64, store });
  expect(await limiter.take('2001:db8::1')).toEqual(refusal);
  expect(calls).toEqual([['2001:db8:0:0:0:0:0:0/64', 5]]);
});

/** Returns addresses of one /48, each in a different /64. */
function addressesIn(network: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${network}:${at.toString(16)}::1`);
}

test('limits an IPv6 /48 to twenty times the limit', async () => {
  const { limiter, pass } = createTimed();
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700))).toBe(600);
  expect(await limiter.take('2001:db8:1:fffe::1')).toEqual({
    admitted: false,
    remaining: 0,
    resetSeconds: 60,
    retryAfterSeconds: 60,
  });
  expect(await admittedOf(limiter, ['2001:db8:2::1', '203.0.113.5'])).toBe(2);
  pass(60_000);
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700))).toBe(600);
});

test('a refused request of a /64 does not count for its /48', async () => {
  const { limiter } = createTimed();
  expect(
    await admittedOf(
      limiter,
      Array.from({ length: 1_000 }, () => '2001:db8:1::1'),
    ),
  ).toBe(30);
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700).slice(1))).toBe(570);
});

test('admits a retry after retryAfterSeconds if the /64 and its /48 are limited', async () => {
  const { limiter, pass } = createTimed();
  await admittedOf(limiter, addressesIn('2001:db8:1', 570));
  pass(10_000);
  expect(
    await admittedOf(
      limiter,
      Array.from({ length: 40 }, () => '2001:db8:1:ffff::1'),
    ),
  ).toBe(30);
  const refused = await limiter.take('2001:db8:1:ffff::1');
  expect(refused.retryAfterSeconds).toBe(60);
  pass(60_000);
  expect((await limiter.take('2001:db8:1:ffff::1')).admitted).toBe(true);
});

test('limits an IPv6 /48 with a custom store too', async () => {
  const store = {
    take: async () => ({ admitted: true, remaining: 29, resetSeconds: 60, retryAfterSeconds: 0 }),
    peek: async () => ({ admitted: true, remaining: 30, resetSeconds: 0, retryAfterSeconds: 0 }),
  };
  const limiter = createLimiter({ clock: createClock(() => 5), ipv6Prefix: 64, store });
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700))).toBe(600);
});

test('has no separate limit for the /48 if the prefix is 48 or less', async () => {
  const { limiter } = createTimed(40);
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700))).toBe(30);
  const wide = createTimed(56).limiter;
  expect(await admittedOf(wide, addressesIn('2001:db8:1', 6_000))).toBe(600);
});

test('a request fails after five seconds if the store of the host does not answer', async () => {
  const { clock, advance } = createManualClock();
  const never = () => new Promise<never>(() => {});
  const limiter = createLimiter({ clock, ipv6Prefix: 64, store: { take: never, peek: never } });
  const refused = expect(limiter.take('203.0.113.5')).rejects.toMatchObject({ code: 'unavailable' });
  await advance({ seconds: 5 });
  await refused;
});
