import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { Bulk, together } from '../../db/sets/statement-set.js';
import { valuesOf } from '../../db/sql/dialect.js';
import { run } from '../../db/sql/statement.js';
import { poll as pollKind } from '../../kinds/poll/poll-kind.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { newAnswerId } from '../ids.js';
import type { AnswerList, FoundPage } from './answer-list.js';
import type { AnswerRow } from './answer-queries.js';
import { createAnswerSearch, searchLimits } from './answer-search.js';
import { type AnswerSelection, everyAnswer } from './answer-selection.js';
import { changeMatching } from './change-matching.js';
import { answersPerSlice, maxChangedAnswers } from './limits.js';
import { byCreation } from './sort-position.js';
import { sortLimits } from './sorted-answers.js';

let server: TestServer;
let key: string;
let account: AccountObject;
const { clock, source } = createTestClock('2026-01-01T12:00:00Z');
beforeAll(async () => {
  server = await startService({ clock: source });
  const owner = await createOwner(server.services);
  key = await owner.key();
  account = owner.session.account;
});
afterAll(() => server.close());

async function findPoll(id: string) {
  const ask = await server.services.polls.submitService.find(id);
  return ask ?? expect.unreachable('The poll exists.');
}

async function createPoll(own: object = {}): Promise<string> {
  return (await server.askwell.polls.create(account, { title: 'P', options: ['a', 'b', 'c'], one_per: null, ...own }))
    .id;
}

/** Stores votes for `o1` and `o2` in turn. They changed in the reverse order of their creation. */
async function insertVotes(id: string, count: number): Promise<void> {
  const { seq } = await findPoll(id);
  await runDirectly(
    server.database,
    (function* () {
      yield* run`
        with recursive n (n) as (values (1) union all select n + 1 from n where n < ${count})
        insert into askwell_answers (ask, id, body, voter, nth, created_at, updated_at)
          select ${seq}, '0000000000' || (1000000000 + n), '{"choices":["o' || (1 + n % 2) || '"]}', null, null, n,
            2 * ${count} - n from n`;
      yield* run`update askwell_counters set answers = ${count}, tally_seq = tally_seq + 1 where ask = ${seq}`;
    })(),
  );
}

const searchOf = ({ services: { store } }: TestServer) => ({ store, clock: { elapsed: () => source.now() } });

const numberOf = ({ id }: AnswerRow) => Number(id.slice(10)) - 1_000_000_000;
const selectionOf = (option: string): AnswerSelection => ({
  ...everyAnswer,
  conditions: [{ type: 'contains', input: 'choices', option }],
});

test('a page stops at the limit of what it reads, and the next one continues there', async () => {
  const id = await createPoll();
  await insertVotes(id, 2 * answersPerSlice - 1);
  const limits = { ...searchLimits, scanned: answersPerSlice };
  const search = createAnswerSearch(pollKind, searchOf(server), limits);
  const ask = await findPoll(id);
  const page = { after: null, limit: 10 };
  const listOf = (option: string): AnswerList => ({ selection: selectionOf(option), sort: byCreation, order: 'asc' });
  const none = await search.page(ask, listOf('o3'), page);
  expect([none.rows, none.isCut]).toEqual([[], true]);
  expect(none.next?.id).toMatch(new RegExp(`${1_000_000_000 + answersPerSlice}$`));
  expect(await search.page(ask, listOf('o3'), { ...page, after: none.next })).toEqual({
    rows: [],
    next: null,
    isCut: false,
    sorted: null,
  });
  const found = await search.page(ask, listOf('o2'), page);
  expect(found.rows.map(numberOf)).toEqual(Array.from({ length: 10 }, (_, at) => 2 * at + 1));
});

/** Stores votes for `o1`, one per millisecond. The oldest ones changed at a given time. */
async function insertChanged(id: string, count: number, changed: number, at: number): Promise<void> {
  const { seq } = await findPoll(id);
  const created = at - 1_000_000 * count;
  const rows = Array.from({ length: count }, (_, n) => {
    const time = created + 1_000 * n;
    return [seq, newAnswerId(time), '{"choices":["o1"]}', time, n < changed ? at + n : null];
  });
  const types = ['bigint', 'text', 'text', 'bigint', 'bigint'] as const;
  await runDirectly(
    server.database,
    together([
      new Bulk(
        rows,
        (part) => run`insert into askwell_answers (ask, id, body, created_at, updated_at) ${valuesOf(types, part)}`,
      ),
    ]),
  );
}

test('reads only the answers that have changed, if an index finds them, and all of them otherwise', async () => {
  const at = clock.now().getTime() * 1_000;
  const id = await createPoll();
  await insertChanged(id, 3 * answersPerSlice, answersPerSlice + 700, at);
  for (const n of [1, 2, 3]) await server.askwell.polls.vote(id, { choices: [`o${n}`] });
  const ask = await findPoll(id);
  const search = createAnswerSearch(pollKind, searchOf(server), { ...searchLimits, scanned: 10 });
  const all = await server.services.polls.answers.list(ask, everyAnswer, { after: null, limit: 20_000, order: 'asc' });
  for (const [since, order] of [at + answersPerSlice, at, at + 10_000_000_000].flatMap((time) =>
    (['asc', 'desc'] as const).map((direction) => [time, direction] as const),
  )) {
    const wanted = all.filter(({ updated_at }) => updated_at >= since).map((row) => row.id);
    const selection = { ...everyAnswer, updatedSince: since };
    const found: string[] = [];
    for await (const rows of await search.all(ask, { selection, sort: byCreation, order }))
      found.push(...rows.map((row) => row.id));
    expect(found).toEqual(order === 'asc' ? wanted : wanted.toReversed());
  }
  const few = { ...everyAnswer, updatedSince: at + answersPerSlice + 697 };
  const byTime = { selection: few, sort: byCreation, order: 'asc' as const };
  const { rows, next } = await search.page(ask, byTime, { after: null, limit: 100 });
  expect([rows.length, next]).toEqual([3, null]);
  const limited = createAnswerSearch(pollKind, searchOf(server), {
    ...searchLimits,
    sort: { ...sortLimits, answers: 100 },
  });
  const list = { selection: few, sort: 'updated_at', order: 'asc' as const };
  const page = await limited.page(ask, list, { after: null, limit: 100 });
  expect(page.rows.map((row) => row.id)).toEqual(rows.map((row) => row.id));
});

test('finds all changed answers, even if there are more than the index is used for', async () => {
  const at = clock.now().getTime() * 1_000;
  const id = await createPoll();
  await insertChanged(id, maxChangedAnswers + 3, maxChangedAnswers + 1, at);
  const ask = await findPoll(id);
  const search = createAnswerSearch(pollKind, searchOf(server));
  for (const [since, expected] of [
    [at, maxChangedAnswers + 1],
    [at + 1, maxChangedAnswers],
  ] as const) {
    let count = 0;
    const selection = { ...everyAnswer, updatedSince: since };
    const list = { selection, sort: byCreation, order: 'asc' as const };
    for await (const rows of await search.all(ask, list)) count += rows.length;
    expect(count).toBe(expected);
  }
});

test('sorts more answers than one slice reads and than are kept for the next page', async () => {
  const count = answersPerSlice + 600;
  const id = await createPoll();
  await insertVotes(id, count);
  const ask = await findPoll(id);
  const limits = { ...searchLimits, sort: { ...sortLimits, positionsPerWindow: 700, positionsPerPass: 1_100 } };
  const search = createAnswerSearch(pollKind, searchOf(server), limits);
  for (const order of ['asc', 'desc'] as const) {
    const list = { selection: selectionOf('o2'), sort: 'updated_at', order };
    const odd = Array.from({ length: count / 2 }, (_, at) => 2 * at + 1);
    const wanted = order === 'desc' ? odd : odd.reverse();
    const inFile: number[] = [];
    for await (const rows of await search.all(ask, list)) inFile.push(...rows.map(numberOf));
    expect(inFile).toEqual(wanted);
    const inPages: number[] = [];
    let after = null;
    do {
      const page: FoundPage = await search.page(ask, list, { after, limit: 100 });
      inPages.push(...page.rows.map(numberOf));
      after = page.next;
    } while (after !== null);
    expect(inPages).toEqual(wanted);
  }
  const few = createAnswerSearch(pollKind, searchOf(server), {
    ...searchLimits,
    sort: { ...sortLimits, answers: answersPerSlice },
  });
  const list = { selection: everyAnswer, sort: 'updated_at', order: 'asc' as const };
  const refused = {
    code: 'invalid',
    issues: [{ path: 'sort', code: 'too_many_to_sort', params: { max: answersPerSlice } }],
  };
  await expect(few.all(ask, list)).rejects.toMatchObject(refused);
  // The newest answers changed first.
  const page = await few.page(ask, list, { after: null, limit: 5 });
  expect([page.sorted, page.rows.map(numberOf)]).toEqual([answersPerSlice, [0, 1, 2, 3, 4].map((n) => count - n)]);
  const sortedNewest: number[] = [];
  for await (const rows of await few.all(ask, list, null, 'sort_newest')) sortedNewest.push(...rows.map(numberOf));
  expect(sortedNewest).toEqual(Array.from({ length: count }, (_, n) => count - n));
});

interface Page {
  readonly data: readonly { readonly id: string; readonly updated_at: string }[];
  readonly meta: { readonly next_cursor: string | null };
}

async function getPage(id: string, query: string): Promise<Page> {
  return JSON.parse((await call(server, 'GET', `/api/v1/polls/${id}/votes?${query}`, { key })).text);
}

test('pages neither skip nor repeat an unchanged answer while others are created, changed and deleted', async () => {
  const { polls } = server.askwell;
  const step = fc.record({ write: fc.constantFrom('add', 'change', 'delete'), visitor: fc.nat({ max: 9 }) });
  const walk = fc.record({
    sort: fc.constantFrom('created_at', 'updated_at'),
    order: fc.constantFrom('asc', 'desc'),
    filter: fc.constantFrom('', '&choice=o1'),
    limit: fc.integer({ min: 1, max: 3 }),
    between: fc.array(fc.array(step, { maxLength: 2 }), { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(walk, async ({ sort, order, filter, limit, between }) => {
      const id = await createPoll({ one_per: 'browser', allow_change: true });
      const vote = async (visitor: string) => {
        await clock.advance(1_000);
        return (await polls.vote(id, { choices: ['o1'] }, { id: visitor })).id;
      };
      const votes: string[] = [];
      for (let n = 0; n < 10; n++) votes.push(await vote(`visitor-${n}`));
      const touched = new Map<string, string>();
      const seen: string[] = [];
      let cursor = '';
      for (let at = 0; ; at++) {
        const { data, meta } = await getPage(id, `sort=${sort}&order=${order}${filter}&limit=${limit}${cursor}`);
        seen.push(...data.map((answer) => answer.id));
        if (meta.next_cursor === null) break;
        cursor = `&cursor=${meta.next_cursor}`;
        for (const { write, visitor } of between[at] ?? []) {
          const answer = votes[visitor] ?? '';
          if (write === 'add') await vote(`other-${clock.now().getTime()}`);
          else if (touched.get(answer) !== 'delete') {
            touched.set(answer, write);
            if (write === 'change') await vote(`visitor-${visitor}`);
            else await polls.answers.delete(account, id, answer);
          }
        }
      }
      const untouched = votes.filter((answer) => !touched.has(answer));
      const wanted = order === 'asc' ? untouched : untouched.toReversed();
      expect(seen.filter((answer) => untouched.includes(answer))).toEqual(wanted);
      // A changed answer keeps its position in the order of creation. In the order of changes, it moves, and can appear again on a
      // later page.
      const changed = votes.filter((answer) => touched.get(answer) === 'change');
      if (sort === 'created_at') expect(new Set(seen).size).toBe(seen.length);
      if (sort === 'created_at' || order === 'asc') expect(seen).toEqual(expect.arrayContaining(changed));
    }),
    { numRuns: 15 },
  );
});

test('later pages of a sorted list have only answers that still match, and include new answers after a minute', async () => {
  const id = await createPoll();
  const votes: string[] = [];
  for (let n = 0; n < 4; n++) {
    await clock.advance(1_000);
    votes.push((await server.askwell.polls.vote(id, { choices: ['o1'] })).id);
  }
  const tag = (at: number, tags: string[]) =>
    call(server, 'PATCH', `/api/v1/polls/${id}/votes/${votes[at]}`, { key, body: { tags } });
  for (const at of [0, 1, 3]) await tag(at, ['vip']);
  const query = 'tag=vip&sort=updated_at&order=asc&limit=1';
  const first = await getPage(id, query);
  expect(first.data.map((vote) => vote.id)).toEqual([votes[0]]);
  await tag(1, []);
  await tag(2, ['vip']);
  const restOf = async () => {
    const found: string[] = [];
    for (let next = first.meta.next_cursor; next !== null; ) {
      const { data, meta } = await getPage(id, `${query}&cursor=${next}`);
      found.push(...data.map((vote) => vote.id));
      next = meta.next_cursor;
    }
    return found;
  };
  expect(await restOf()).not.toContain(votes[1]);
  await clock.advance({ minutes: 1 });
  expect(await restOf()).toEqual([votes[2], votes[3]]);
});

test('pages sorted by any texts neither overlap nor leave gaps', async () => {
  const { forms } = server.askwell;
  const name = 'n'.repeat(40);
  const fields = [{ id: name, type: 'long_text' as const, label: 'Name' }];
  const { id } = await forms.create(account, { title: 'F', fields });
  const texts = ['\u0001', '"', '\\', '語', '👍🏽', 'x', '\u0085\u200b~'].map((text) => text.repeat(100));
  const answers: string[] = [];
  for (const text of texts) answers.push((await forms.submissions.create(id, { answers: { [name]: text } })).id);
  for (const order of ['asc', 'desc']) {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const path = `/api/v1/forms/${id}/submissions?sort=field.${name}&order=${order}&limit=1${cursor}`;
      const { data, meta }: Page = JSON.parse((await call(server, 'GET', path, { key })).text);
      found.push(...data.map((answer) => answer.id));
      if (meta.next_cursor === null) break;
      cursor = `&cursor=${meta.next_cursor}`;
    }
    expect(found.toSorted()).toEqual(answers.toSorted());
  }
});

test('refuses the cursors of other asks, of other orders and of earlier versions', async () => {
  const [id, other] = [await createPoll(), await createPoll()];
  for (let n = 0; n < 2; n++)
    for (const poll of [id, other]) await server.askwell.polls.vote(poll, { choices: ['o1'] });
  const cursorOf = async (poll: string, sort: string) => (await getPage(poll, `limit=1&sort=${sort}`)).meta.next_cursor;
  const statusOf = async (sort: string, cursor: string | null) =>
    (await call(server, 'GET', `/api/v1/polls/${id}/votes?sort=${sort}&cursor=${cursor}`, { key })).status;
  const answer = (await getPage(id, 'limit=1')).data[0]?.id.replace('vote_', '') ?? '';
  const earlier = Buffer.from(`answer:${answer}`).toString('base64url');
  for (const sort of ['created_at', 'updated_at']) {
    const another = sort === 'created_at' ? 'updated_at' : 'created_at';
    expect(await statusOf(sort, await cursorOf(id, sort))).toBe(200);
    for (const foreign of [await cursorOf(other, sort), await cursorOf(id, another), earlier])
      expect([sort, foreign, await statusOf(sort, foreign)]).toEqual([sort, foreign, 422]);
  }
});

test('filtered results include every answer committed before the request, with its latest content', async () => {
  const { forms } = server.askwell;
  const fields = [{ id: 'name', type: 'short_text' as const, label: 'Name' }];
  const { id } = await forms.create(account, { title: 'F', fields, one_per: 'browser', allow_change: true });
  const countOf = async (name: string) => (await forms.results(account, id, { 'field.name': name })).submissions_count;
  for (let n = 0; n < 20; n++) {
    await forms.submit(id, { answers: { name: `Name ${n}` } }, { id: 'the same visitor' });
    expect([await countOf(`name ${n}`), await countOf(`Name ${n - 1}`)]).toEqual([1, 0]);
  }
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => forms.submit(id, { answers: { name: 'Ann' } }, { id: `v${n}` })),
  );
  expect(await Promise.all(Array.from({ length: 50 }, () => countOf('Ann')))).toEqual(Array(50).fill(20));
  expect(await forms.answers.deleteWhere(account, id, { 'field.name': 'ann' })).toBe(20);
  expect((await forms.results(account, id)).submissions_count).toBe(1);
});

test('a deletion by a filter keeps answers that were created or changed after it started', async () => {
  const { polls } = server.askwell;
  const id = await createPoll({ one_per: 'browser', allow_change: true });
  for (let n = 0; n < 3; n++) await polls.vote(id, { choices: ['o1'] }, { id: `visitor-${n}` });
  const { answers } = server.services.polls;
  const ask = await findPoll(id);
  const search = {
    ...answers.search,
    async *scan(...[found, selection, start]: Parameters<typeof answers.search.scan>) {
      for await (const batch of answers.search.scan(found, selection, start)) {
        await clock.advance(1_000);
        await polls.vote(id, { choices: ['o2'] }, { id: 'visitor-1' });
        await polls.vote(id, { choices: ['o1'] }, { id: 'visitor-4' });
        yield batch;
      }
    },
  };
  const services = { store: server.services.store, search, now: () => clock.now().getTime() * 1_000 };
  const range = { after: null, upTo: (await answers.latestId(ask)) ?? '' };
  const outcome = await changeMatching(ask, selectionOf('o1'), { change: 'delete' }, range, services);
  expect(outcome).toEqual({ changed: 2, full: 0, after: null });
  expect((await polls.results(account, id)).options.map(({ votes }) => votes)).toEqual([1, 1, 0]);
});
