import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../access/authenticate-key.js';
import { Scope } from '../access/scope.js';
import { formatTimestamp, type Micros } from '../clock.js';
import { maskKey } from '../keys/key-format.js';
import type { KeyRow } from '../keys/key-queries.js';
import { AccountBody, createAccountResponses } from './account-response.js';

const told = (at: Micros | null) => (at === null ? null : formatTimestamp(at));
const settled = (row: KeyRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  masked_key: maskKey(row),
  created_at: formatTimestamp(row.created_at),
});

const time = fc.integer({ min: 0, max: 4e15 });
const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '••',
    'ü',
    '😀',
    '"last_used_at":null',
    '\\"last_used_at\\":null',
    '\\',
    '"',
    '","last_used_at":null,"',
    '{"last_used_at":null}',
  ),
);
const key: fc.Arbitrary<KeyRow> = fc.record({
  id: fc.nat(),
  site_id: fc.option(fc.nat()),
  name: words,
  description: fc.option(words),
  prefix: fc.constant('ask'),
  head: fc.constant('4Tzk'),
  tail: fc.constant('q0Wd'),
  created_at: time,
  last_used_at: fc.option(time),
});

test('it reads as the account does, whatever things are called and whenever its keys were used', () => {
  fc.assert(
    fc.property(
      fc.record({ id: fc.nat(), name: words, email: words, createdAt: time }),
      fc.array(key, { maxLength: 5 }),
      fc.array(fc.array(fc.option(time), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
      (account, rows, rounds) => {
        let uses: (Micros | null)[] = [];
        const lastUsed = (row: KeyRow) => told(uses[rows.indexOf(row)] ?? null);
        const body = new AccountBody(account, rows, { settled, lastUsed }, 1);
        for (uses of rounds) {
          const text = new TextDecoder('utf-8', { fatal: true }).decode(body.write().bytes);
          expect(JSON.parse(text)).toEqual({
            data: {
              id: account.id,
              name: account.name,
              email: account.email,
              api_keys: rows.map((row, at) => ({ ...settled(row), last_used_at: told(uses[at] ?? null) })),
              created_at: formatTimestamp(account.createdAt),
            },
          });
        }
      },
    ),
  );
});

test('what is kept is bounded by its size: of many large accounts those that asked last are known', async () => {
  const row = { site_id: null, prefix: 'ask', head: '4Tzk', tail: 'q0Wd', created_at: 0, last_used_at: null };
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: 'n'.repeat(100), description: null, ...row }));
  let reads = 0;
  const tell = createAccountResponses({
    settled,
    lastUsed: () => null,
    visibleTo: async () => {
      reads++;
      return { stamp: undefined, rows };
    },
  });
  const callerOf = (account: number): Caller => ({
    scope: Scope.grant(account, null),
    key: { id: account, name: 'Key' },
    account: { id: account, name: 'Owner', email: 'owner@example.com', createdAt: 0 },
  });
  const one = (await tell(callerOf(0))).text.length;
  // Twice what 16 MiB hold of texts alone.
  const accounts = Math.ceil((32 * 2 ** 20) / one);
  for (let account = 1; account < accounts; account++) await tell(callerOf(account));
  expect(reads).toBe(accounts);
  await tell(callerOf(accounts - 1));
  expect(reads).toBe(accounts);
  await tell(callerOf(0));
  expect(reads).toBe(accounts + 1);
});
