import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createForm,
  filters,
  firstTime,
  given,
  matches,
  type Stored,
} from '../../../../test/support/asks/answer-model.js';
import { collect } from '../../../../test/support/collect.js';
import { createOwner, type Owner } from '../../../../test/support/servers/create-owner.js';
import { startService } from '../../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../../test/support/servers/test-server.js';
import { readColumnOrder } from './answer-order.js';
import { noFilter } from './answers-query.js';
import { searchLimits } from './search-answers.js';
import { sortAllAnswers } from './sort-all-answers.js';
import { sortAnswers } from './sort-answers.js';
import { toSearch } from './to-search.js';

const clock = { now: firstTime };
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: () => clock.now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

/** Compares answers plainly: those without a value last, and equal ones newest first. */
function compare(column: string, sign: number) {
  return (a: Stored, b: Stored): number => {
    const [first, second] = [a, b].map((answer) =>
      column === 'f2' ? answer.size : (answer.name?.toLowerCase() ?? null),
    );
    const newest = a.id < b.id ? 1 : -1;
    if (first === second) return newest;
    if (first === null || first === undefined) return 1;
    if (second === null || second === undefined) return -1;
    return first < second ? -sign : sign;
  };
}

async function idsOf(batches: AsyncIterable<readonly { id: string }[]>): Promise<string[]> {
  return (await collect(batches)).flat().map(({ id }) => id);
}

test('sorts by a column as a plain sort does, and pages neither repeat nor skip any', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { maxLength: 12 }),
      fc.array(
        fc.tuple(
          filters,
          fc.constantFrom('f1', 'f2'),
          fc.constantFrom('ascending', 'descending'),
          fc.integer({ min: 1, max: 4 }),
        ),
        { minLength: 2, maxLength: 6 },
      ),
      async (answers, sorts) => {
        clock.now = firstTime;
        const { ask, stored } = await createForm({ server, owner, clock }, answers);
        const { table } = ask.answers;
        for (const [filter, column, direction, limit] of sorts) {
          const order = readColumnOrder(`${direction}:${column}`, table.columns);
          if (!order) throw new Error('The column is missing.');
          const found: string[] = [];
          for (let after: string | null = null; ; ) {
            const page = await sortAnswers(ask, toSearch(filter, table), { order, after, limit });
            found.push(...page.answers.map(({ id }) => id));
            if (page.next === null) break;
            after = page.next;
          }
          const expected = stored
            .filter((answer) => matches(answer, filter))
            .sort(compare(column, direction === 'ascending' ? 1 : -1));
          expect(found).toEqual(expected.map(({ id }) => id));
          expect(await idsOf(sortAllAnswers(ask, toSearch(filter, table), order))).toEqual(found);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('sorts only the newest answers if there are too many, and says so', async () => {
  const sizes = [9, 1, 5, 3, 7, 2];
  const { ask, stored } = await createForm(
    { server, owner, clock },
    sizes.map((size) => ({ name: null, size, picked: [], voter: null, hours: 1, tags: [] })),
  );
  const order = { column: 2, direction: 'descending' } as const;
  const page = { order, after: null, limit: 5 };
  const search = toSearch(noFilter, ask.answers.table);
  const found = await sortAnswers(ask, search, page, { ...searchLimits, rows: 4, batch: 2 });
  expect(found.sortedRows).toBe(4);
  expect(found.answers.map(({ id }) => id)).toEqual([4, 2, 3, 5].map((at) => stored[at]?.id));
  expect((await sortAnswers(ask, search, page)).sortedRows).toBeNull();
});

test('sorts all answers of a file in several parts, up to a limit, and the others by time', async () => {
  const count = 5_200;
  const { ask } = await createForm({ server, owner, clock }, []);
  const order = { column: 2, direction: 'ascending' } as const;
  const search = toSearch(noFilter, ask.answers.table);
  const sizes = Array.from({ length: count }, (_, nth) => (nth * 7_919) % 1_000);
  const newest: { id: string; size: number }[] = [];
  for (let start = 0; start < count; start += 1_000) {
    const part = sizes.slice(start, start + 1_000);
    const submissions = part.map((size) => ({ answers: { f2: size } }));
    const results = await server.askwell.forms.answers.batch(owner.session.account, ask.id, submissions);
    for (const [at, result] of results.entries()) {
      if (!('id' in result)) throw new Error('A submission was refused.');
      newest.push({ id: result.id, size: part[at] ?? 0 });
    }
  }
  newest.sort((a, b) => (a.id > b.id ? -1 : 1));
  const sorted = (part: typeof newest) => [...part].sort((a, b) => a.size - b.size).map(({ id }) => id);
  expect(await idsOf(sortAllAnswers(ask, search, order))).toEqual(sorted(newest));
  // The scan reads 500 answers at once.
  const limited = await idsOf(sortAllAnswers(ask, search, order, { answers: 3_000, characters: 1 }));
  expect(limited).toEqual([...sorted(newest.slice(0, 3_000)), ...newest.slice(3_000).map(({ id }) => id)]);
});

test('an order by a column that does not exist is none', () => {
  const columns = [{ id: 'f1', label: 'Name' }];
  for (const sort of ['', 'newest', 'oldest', 'ascending', 'ascending:', 'ascending:f2', 'sideways:f1']) {
    expect(readColumnOrder(sort, columns)).toBeNull();
  }
});
