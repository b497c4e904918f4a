import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createForm, filters, firstTime, given, matches } from '../../../../test/support/asks/answer-model.js';
import { createOwner, type Owner } from '../../../../test/support/servers/create-owner.js';
import { startService } from '../../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../../test/support/servers/test-server.js';
import type { OwnerAsk } from '../owner-ask.js';
import { noFilter, readAnswersQuery, writeAnswersQuery } from './answers-query.js';
import { findAllAnswers, searchAnswers } from './search-answers.js';
import { toSearch } from './to-search.js';

const clock = { now: firstTime };
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: () => clock.now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

test('finds the answers that a plain filter finds, and pages neither repeat nor skip any', async () => {
  const limits = fc.record({
    rows: fc.integer({ min: 1, max: 8 }),
    characters: fc.constantFrom(1, 40, 1_000),
    batch: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { maxLength: 10 }),
      fc.array(fc.tuple(filters, limits, fc.integer({ min: 1, max: 4 }), fc.constantFrom('asc', 'desc')), {
        minLength: 4,
        maxLength: 8,
      }),
      async (answers, searches) => {
        clock.now = firstTime;
        const { ask, stored } = await createForm({ server, owner, clock }, answers);
        for (const [filter, limit, pageSize, order] of searches) {
          const sent = readAnswersQuery(writeAnswersQuery({ ...filter, sort: 'newest', columns: [] }).slice(1));
          const search = toSearch(sent, ask.answers.table);
          const found: string[] = [];
          for (let after: string | null = null; ; ) {
            const page = await searchAnswers(ask, search, { after, limit: pageSize, order }, limit);
            expect(page.answers.length).toBeLessThanOrEqual(pageSize);
            found.push(...page.answers.map(({ id }) => id));
            if (page.next === null) break;
            after = page.next;
          }
          const expected = stored.filter((answer) => matches(answer, filter)).map(({ id }) => id);
          expect(found).toEqual(order === 'asc' ? expected.sort() : expected.sort().reverse());
          const all: string[] = [];
          for await (const batch of findAllAnswers(ask, search, order)) all.push(...batch.map(({ id }) => id));
          expect(all).toEqual(found);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('stops at its limits and continues from there', async () => {
  const names = [...Array.from({ length: 9 }, () => 'b'), 'apple'];
  const { ask, stored } = await createForm(
    { server, owner, clock },
    names.map((name) => ({ name, size: null, picked: [], voter: null, language: null, hours: 1, tags: [] })),
  );
  const search = toSearch({ ...noFilter, q: 'apple' }, ask.answers.table);
  const limits = { rows: 4, characters: 1_000_000, batch: 2 };
  const first = await searchAnswers(ask, search, { after: null, limit: 5, order: 'asc' }, limits);
  expect(first).toMatchObject({ answers: [], isCut: true });
  const second = await searchAnswers(ask, search, { after: first.next, limit: 5, order: 'asc' }, limits);
  const third = await searchAnswers(ask, search, { after: second.next, limit: 5, order: 'asc' }, limits);
  expect([second.answers.length, third.answers[0]?.id]).toEqual([0, stored.at(-1)?.id]);
});

test('lets other work run while it searches', async () => {
  const { ask } = await createForm({ server, owner, clock }, []);
  const text = 'x'.repeat(5_000);
  const body = { f1: text };
  const row = {
    voter: null,
    language: null,
    tags: null,
    note: null,
    created_at: 0,
    updated_at: 0,
    respondent: null,
    body: JSON.stringify(body),
  };
  const rows = Array.from({ length: 500 }, (_, nth) => ({ ...row, id: String(nth).padStart(20, '0') }));
  const large: OwnerAsk = {
    ...ask,
    answers: { ...ask.answers, listNoted: async (_filter, { after }) => (after === null ? rows : []) },
  };
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const page = { after: null, limit: 5, order: 'asc' } as const;
  await searchAnswers(large, toSearch({ ...noFilter, q: 'y' }, ask.answers.table), page);
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(10);
});
