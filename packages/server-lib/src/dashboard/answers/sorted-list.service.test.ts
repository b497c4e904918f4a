import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createForm,
  filters,
  firstTime,
  given,
  matches,
  type Stored,
} from '../../../test/support/asks/answer-model.js';
import { collect } from '../../../test/support/collect.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { noFilter, readColumnOrder } from './answers-query.js';
import { toAnswerList } from './to-answer-list.js';

const clock = { now: firstTime };
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: () => clock.now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

/** Compares answers in a simple way: answers without a value come last, and equal answers are in the order of their times. */
function compare(column: string, sign: number) {
  return (a: Stored, b: Stored): number => {
    const [first, second] = [a, b].map((answer) =>
      column === 'f2' ? answer.size : (answer.name?.toLowerCase() ?? null),
    );
    if (first === second) return a.id < b.id ? -sign : sign;
    if (first === null || first === undefined) return 1;
    if (second === null || second === undefined) return -1;
    return first < second ? -sign : sign;
  };
}

async function allIds({ answers }: OwnerAsk, list: ReturnType<typeof toAnswerList>): Promise<string[]> {
  return (await collect(await answers.all(list))).flat().map(({ id }) => answers.wireId(id));
}

test('sorts by a column as a plain sort does, and pages neither repeat nor skip answers', async () => {
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
        const { table, page, wireId } = ask.answers;
        for (const [filter, column, direction, limit] of sorts) {
          const list = toAnswerList({ ...filter, sort: `${direction}:${column}`, columns: [] }, table.columns);
          const found: string[] = [];
          for (let cursor: string | undefined; ; ) {
            const { rows, next } = await page(list, { cursor, limit });
            found.push(...rows.map(({ id }) => wireId(id)));
            if (next === null) break;
            cursor = next;
          }
          const expected = stored
            .filter((answer) => matches(answer, filter))
            .sort(compare(column, direction === 'ascending' ? 1 : -1));
          expect(found).toEqual(expected.map(({ id }) => id));
          expect(await allIds(ask, list)).toEqual(found);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('sorts all answers of a file in several slices', async () => {
  const count = 5_200;
  const { ask } = await createForm({ server, owner, clock }, []);
  const sizes = Array.from({ length: count }, (_, nth) => (nth * 7_919) % 1_000);
  const given: { id: string; size: number }[] = [];
  for (let start = 0; start < count; start += 1_000) {
    const part = sizes.slice(start, start + 1_000);
    const submissions = part.map((size) => ({ answers: { f2: size } }));
    const results = await server.askwell.forms.answers.batch(owner.session.account, ask.id, submissions);
    for (const [at, result] of results.entries()) {
      if (!('id' in result)) throw new Error('A submission was refused.');
      given.push({ id: result.id, size: part[at] ?? 0 });
    }
  }
  const list = toAnswerList({ ...noFilter, sort: 'ascending:f2', columns: [] }, ask.answers.table.columns);
  const sorted = given.toSorted((a, b) => a.size - b.size || (a.id < b.id ? -1 : 1));
  expect(await allIds(ask, list)).toEqual(sorted.map(({ id }) => id));
});

test('ignores an order by an unknown column', () => {
  const columns = [{ id: 'f1' }];
  for (const sort of ['', 'newest', 'oldest', 'ascending', 'ascending:', 'ascending:f2', 'sideways:f1']) {
    expect(readColumnOrder(sort, columns)).toBeNull();
  }
});
