import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock } from '../clock.js';
import { createLimiter, publicPolicy, rateLimitHeaders } from './limiter.js';

/** A limiter whose time passes when told to. */
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

test('the public operations share 30 requests in 60 seconds', () => {
  expect(publicPolicy).toEqual({ limit: 30, seconds: 60 });
  expect(createTimed().limiter.policy).toBe(publicPolicy);
});

test('whatever comes when, never more than 30 are admitted in any 60 seconds, and waiting suffices', async () => {
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
          // Half of the clients wait as they are told.
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

test('an address counts once, however it is written, and apart from others', async () => {
  const { limiter } = createTimed();
  const mapped = Array.from({ length: 20 }, () => '::ffff:203.0.113.5');
  expect(await admittedOf(limiter, [...mapped, ...Array.from({ length: 20 }, () => '203.0.113.5')])).toBe(30);
  expect(await admittedOf(limiter, ['203.0.113.6'])).toBe(1);
});

test('a network of IPv6 counts as one client, as wide as the prefix says', async () => {
  const hosts = Array.from({ length: 40 }, (_, host) => `2001:db8:0:0::${host.toString(16)}`);
  const networks = Array.from({ length: 40 }, (_, network) => `2001:db8:0:${network.toString(16)}::1`);
  expect(await admittedOf(createTimed().limiter, hosts)).toBe(30);
  expect(await admittedOf(createTimed().limiter, networks)).toBe(40);
  expect(await admittedOf(createTimed(128).limiter, hosts)).toBe(40);
  expect(await admittedOf(createTimed(48).limiter, networks)).toBe(30);
});

test('clients whom nobody can tell apart share one budget', async () => {
  const { limiter } = createTimed();
  expect(
    await admittedOf(
      limiter,
      Array.from({ length: 40 }, (_, at) => (at % 2 ? undefined : 'junk')),
    ),
  ).toBe(30);
});

test('the headers tell the policy, what is left, and after a refusal when to come back', async () => {
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

test('counts may stand elsewhere', async () => {
  const asked: [string, number][] = [];
  const refusal = { admitted: false, remaining: 0, resetSeconds: 7, retryAfterSeconds: 7 };
  const store = {
    async take(key: string, now: number) {
      asked.push([key, now]);
      return refusal;
    },
    peek: () => refusal,
  };
  const limiter = createLimiter({ clock: createClock(() => 5), ipv6Prefix: 64, store });
  expect(await limiter.take('2001:db8::1')).toEqual(refusal);
  expect(asked).toEqual([['2001:db8:0:0:0:0:0:0/64', 5]]);
});

/** Addresses of one /48, each in a /64 of its own. */
function addressesIn(network: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${network}:${at.toString(16)}::1`);
}

test('an IPv6 /48 counts as a client too, with twenty times the allowance', async () => {
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

test('what one /64 is refused takes nothing from its /48', async () => {
  const { limiter } = createTimed();
  expect(
    await admittedOf(
      limiter,
      Array.from({ length: 1_000 }, () => '2001:db8:1::1'),
    ),
  ).toBe(30);
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700).slice(1))).toBe(570);
});

test('after a refusal, waiting suffices for the /64 and its /48', async () => {
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

test('the /48 is counted where counts stand elsewhere, too', async () => {
  const store = {
    take: async () => ({ admitted: true, remaining: 29, resetSeconds: 60, retryAfterSeconds: 0 }),
    peek: async () => ({ admitted: true, remaining: 30, resetSeconds: 0, retryAfterSeconds: 0 }),
  };
  const limiter = createLimiter({ clock: createClock(() => 5), ipv6Prefix: 64, store });
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700))).toBe(600);
});

test('a prefix of 48 or less has no second tier', async () => {
  const { limiter } = createTimed(40);
  expect(await admittedOf(limiter, addressesIn('2001:db8:1', 700))).toBe(30);
  const wide = createTimed(56).limiter;
  expect(await admittedOf(wide, addressesIn('2001:db8:1', 6_000))).toBe(600);
});
