import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createForm, filters, firstTime, given, matches } from '../../../test/support/asks/answer-model.js';
import { collect } from '../../../test/support/collect.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { readAnswersQuery, writeAnswersQuery } from './answers-query.js';
import { toAnswerList } from './to-answer-list.js';

const clock = { now: firstTime };
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: () => clock.now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

test('finds the answers that a plain filter finds, and pages neither repeat nor skip answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { maxLength: 10 }),
      fc.array(fc.tuple(filters, fc.integer({ min: 1, max: 4 }), fc.constantFrom('newest', 'oldest')), {
        minLength: 4,
        maxLength: 8,
      }),
      async (answers, searches) => {
        clock.now = firstTime;
        const { ask, stored } = await createForm({ server, owner, clock }, answers);
        const { table, page, all, wireId } = ask.answers;
        for (const [filter, limit, sort] of searches) {
          const sent = readAnswersQuery(writeAnswersQuery({ ...filter, sort, columns: [] }).slice(1));
          const list = toAnswerList(sent, table.columns);
          const found: string[] = [];
          for (let cursor: string | undefined; ; ) {
            const { rows, next } = await page(list, { cursor, limit });
            expect(rows.length).toBeLessThanOrEqual(limit);
            found.push(...rows.map(({ id }) => wireId(id)));
            if (next === null) break;
            cursor = next;
          }
          const expected = stored.filter((answer) => matches(answer, filter)).map(({ id }) => id);
          expect(found).toEqual(sort === 'oldest' ? expected.sort() : expected.sort().reverse());
          expect((await collect(await all(list))).flat().map(({ id }) => wireId(id))).toEqual(found);
        }
      },
    ),
    { numRuns: 20 },
  );
});
