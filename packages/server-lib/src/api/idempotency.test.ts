import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Scope } from '../access/scope.js';
import { toIdempotentRequest } from './idempotency.js';

interface Given {
  key?: string | undefined;
  method?: string;
  path?: string;
  account?: number;
  site?: number | null;
  body?: unknown;
}

function requestOf({ key = 'k', method = 'POST', path = '/api/v1/sites', account = 1, site = null, body = {} }: Given) {
  const exchange = { method, path, header: (name: string) => (name === 'idempotency-key' ? key : undefined) };
  return toIdempotentRequest(exchange, Scope.grant(account, site), body, 5);
}

const slotOf = (given: Given) => Buffer.from(requestOf(given)?.slot ?? []).toString('hex');
const bodyOf = (body: unknown) => Buffer.from(requestOf({ body })?.body ?? []).toString('hex');

test('without the header nothing is remembered', () => {
  const exchange = { method: 'POST', path: '/api/v1/sites', header: () => undefined };
  expect(toIdempotentRequest(exchange, Scope.grant(1, null), {}, 5)).toBeNull();
});

test('a slot belongs to an account, a site, a method, a path and a key', () => {
  const slots = [
    {},
    { key: 'k2' },
    { method: 'PUT' },
    { path: '/api/v1/sites/1' },
    { account: 2 },
    { site: 1 },
    { site: 2 },
    { account: 1, site: 1, key: 'k2' },
  ].map(slotOf);
  expect(new Set(slots).size).toBe(slots.length);
  expect(slotOf({ body: { a: 1 } })).toBe(slotOf({}));
});

test('nothing that one caller may write makes it the slot of another', () => {
  const given = fc.record({
    key: fc.stringMatching(/^[ -~]{1,20}$/),
    path: fc.stringMatching(/^\/[!-~]{0,20}$/),
    account: fc.nat({ max: 30 }),
    site: fc.option(fc.nat({ max: 30 })),
  });
  fc.assert(
    fc.property(given, given, (one, two) => {
      expect(slotOf(one) === slotOf(two)).toBe(JSON.stringify(one) === JSON.stringify(two));
    }),
  );
});

/** The same value with the members of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
}

test('the order of members makes no difference', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(bodyOf(shuffled(value))).toBe(bodyOf(value));
    }),
  );
});

test('any other difference makes another body', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, two) => {
      const [first, second] = [one, two].map((value): unknown => JSON.parse(JSON.stringify(value)));
      let same = true;
      try {
        expect(first).toEqual(second);
      } catch {
        same = false;
      }
      expect(bodyOf(first) === bodyOf(second)).toBe(same);
    }),
  );
  expect(bodyOf([1, 2])).not.toBe(bodyOf([2, 1]));
  expect(bodyOf({ a: '1' })).not.toBe(bodyOf({ a: 1 }));
  expect(bodyOf({ a: null })).not.toBe(bodyOf({}));
});

test.each(['k', 'x'.repeat(255), '!"#$ %&~'])('%j is a key', (key) => {
  expect(requestOf({ key })).toMatchObject({ account: 1, at: 5 });
});

test.each(['', 'x'.repeat(256), 'ä', 'a\tb', '\u007f'])('%j is no key', (key) => {
  expect(() => requestOf({ key })).toThrow(
    expect.objectContaining({
      code: 'invalid',
      errors: { 'Idempotency-Key': ['Must have 1 to 255 printable ASCII characters.'] },
    }),
  );
});
