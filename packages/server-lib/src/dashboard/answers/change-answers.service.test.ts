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
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createAnswerSearch, searchLimits } from '../../core/answers/answer-search.js';
import type { ChangeLimits } from '../../core/answers/change-matching.js';
import { form as formKind } from '../../kinds/form/form-kind.js';
import type { OwnerAsk, OwnerChange } from '../asks/owner-ask.js';
import { type FilterParams, noFilter } from './answers-query.js';
import { toAnswerList, toSelection } from './to-answer-list.js';

const clock = { now: firstTime };
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: () => clock.now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const limits = fc.record({
  scanned: fc.integer({ min: 1, max: 8 }),
  characters: fc.constantFrom(1, 40, 1_000),
  batch: fc.integer({ min: 1, max: 4 }),
  changes: fc.integer({ min: 1, max: 4 }),
});

/** Changes all matching answers, slice by slice. Returns the numbers of changed ones and of those with too many tags. */
async function changeAll(
  ask: OwnerAsk,
  filter: FilterParams,
  { change, upTo, limit }: { change: OwnerChange; upTo: string; limit: ChangeLimits },
): Promise<[changed: number, full: number]> {
  const total: [number, number] = [0, 0];
  for (let after: string | null = null; ; ) {
    const { table, changeMatching } = ask.answers;
    const slice = await changeMatching(toSelection(filter, table.columns), change, { after, upTo }, limit);
    total[0] += slice.changed;
    total[1] += slice.full;
    if (slice.after === null) return total;
    after = slice.after;
  }
}

async function answersOf(ask: OwnerAsk): Promise<Map<string, readonly string[]>> {
  const left = new Map<string, readonly string[]>();
  const { table, all } = ask.answers;
  const list = toAnswerList({ ...noFilter, sort: 'oldest', columns: [] }, table.columns);
  for await (const rows of await all(list)) for (const { id, tags } of rows.map(table.read)) left.set(id, tags);
  return left;
}

/** Returns the ID of the row of an answer: the part after its prefix. */
const rowId = (answer: Stored | undefined) => answer?.id.split('_')[1] ?? '0'.repeat(20);

const equal = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

test('changes exactly the answers that a plain filter finds, up to the last one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { maxLength: 10 }),
      fc.nat(9),
      fc.array(fc.tuple(filters, limits, fc.constantFrom('hot', 'New', 'ü')), { minLength: 1, maxLength: 3 }),
      async (answers, kept, steps) => {
        clock.now = firstTime;
        const { ask, stored } = await createForm({ server, owner, clock }, answers);
        const upTo = rowId(stored.at(-1 - (kept % Math.max(1, stored.length))));
        let model = stored;
        for (const [filter, limit, tag] of steps) {
          const targets = model.filter((answer) => matches(answer, filter) && rowId(answer) <= upTo);
          const tagged = targets.filter(({ tags }) => !tags.some((own) => equal(own, tag)));
          expect(await changeAll(ask, filter, { change: { change: 'add', tags: [tag] }, upTo, limit })).toEqual([
            tagged.length,
            0,
          ]);
          model = model.map((answer) =>
            tagged.includes(answer) ? { ...answer, tags: [...answer.tags, tag] } : answer,
          );
          expect([...(await answersOf(ask))]).toEqual(model.map(({ id, tags }) => [id, tags]));
        }
        const [[filter, limit] = []] = steps;
        if (!filter || !limit) return;
        const removed = model.filter((answer) => matches(answer, filter) && rowId(answer) <= upTo);
        const selection = toSelection(filter, ask.answers.table.columns);
        expect(await ask.answers.count(selection, upTo)).toEqual({ count: removed.length, isCut: false });
        const { store, forms } = server.services;
        const owned = await forms.submitService.find(ask.id);
        const limited = createAnswerSearch(
          formKind,
          { store, clock: { elapsed: () => clock.now } },
          { ...searchLimits, ...limit },
        );
        const cut = owned ? await limited.count(owned, selection, upTo) : expect.unreachable('The form exists.');
        expect(cut.isCut ? cut.count <= removed.length : cut.count === removed.length).toBe(true);
        expect(await changeAll(ask, filter, { change: { change: 'delete' }, upTo, limit })).toEqual([
          removed.length,
          0,
        ]);
        const left = model.filter((answer) => !removed.includes(answer));
        expect([...(await answersOf(ask)).keys()]).toEqual(left.map(({ id }) => id));
        expect(await findMiscounts(server.services)).toEqual([]);
      },
    ),
    { numRuns: 30 },
  );
});
