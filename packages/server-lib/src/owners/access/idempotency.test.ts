import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toIdempotentRequest } from './idempotency.js';
import { Scope } from './scope.js';

interface RequestParts {
  key?: string | undefined;
  method?: string;
  path?: string;
  account?: number;
  site?: number | null;
  body?: unknown;
}

function requestOf({
  key = 'k',
  method = 'POST',
  path = '/api/v1/sites',
  account = 1,
  site = null,
  body = {},
}: RequestParts) {
  const exchange = { method, path, header: (name: string) => (name === 'idempotency-key' ? key : undefined) };
  return toIdempotentRequest(exchange, Scope.grant(account, site), body, 5);
}

const slotOf = (parts: RequestParts) => Buffer.from(requestOf(parts)?.slot ?? []).toString('hex');
const bodyOf = (body: unknown) => Buffer.from(requestOf({ body })?.body ?? []).toString('hex');

test('a request without the header has no slot', () => {
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

test('different requests have different slots', () => {
  const parts = fc.record({
    key: fc.stringMatching(/^[ -~]{1,20}$/),
    path: fc.stringMatching(/^\/[!-~]{0,20}$/),
    account: fc.nat({ max: 30 }),
    site: fc.option(fc.nat({ max: 30 })),
  });
  fc.assert(
    fc.property(parts, parts, (first, second) => {
      expect(slotOf(first) === slotOf(second)).toBe(JSON.stringify(first) === JSON.stringify(second));
    }),
  );
});

/** Reverses the members of every object. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

test('ignores the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(bodyOf(reversed(value))).toBe(bodyOf(value));
    }),
  );
});

test('different bodies have different hashes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, two) => {
      const [first, second] = [one, two].map((value): unknown => JSON.parse(JSON.stringify(value)));
      let areEqual = true;
      try {
        expect(first).toEqual(second);
      } catch {
        areEqual = false;
      }
      expect(bodyOf(first) === bodyOf(second)).toBe(areEqual);
    }),
  );
  expect(bodyOf([1, 2])).not.toBe(bodyOf([2, 1]));
  expect(bodyOf({ a: '1' })).not.toBe(bodyOf({ a: 1 }));
  expect(bodyOf({ a: null })).not.toBe(bodyOf({}));
});

test.each(['k', 'x'.repeat(255), '!"#$ %&~'])('accepts the key %j', (key) => {
  expect(requestOf({ key })).toMatchObject({ account: 1, at: 5 });
});

test.each(['', 'x'.repeat(256), 'ä', 'a\tb', '\u007f'])('rejects the key %j', (key) => {
  expect(() => requestOf({ key })).toThrow(
    expect.objectContaining({
      code: 'invalid',
      errors: { 'Idempotency-Key': ['Must have 1 to 255 printable ASCII characters.'] },
    }),
  );
});
