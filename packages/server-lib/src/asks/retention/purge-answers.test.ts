import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { day, findMiscounts, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../../test/support/servers/start-server.js';
import { assembleServices } from '../../assemble-services.js';
import { regradeQuiz } from '../../quizzes/marking/regrade.js';
import { all, one } from '../../store/statement.js';
import { purgeAnswers } from './purge-answers.js';

let server: TestServer;
let account: number;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-01-01T12:00:00Z');
  server = await startServer({ clock: () => now });
  account = (await createOwner(server.services)).session.account.id;
});
afterEach(() => server.close());

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function rowsIn(table: 'answers' | 'voters' | 'replays' | 'starts'): Promise<number> {
  const row = await server.services.store.read(one<Record<typeof table, number>>`
    select (select count(*) from askwell_answers) as answers, (select count(*) from askwell_purged_voters) as voters,
      (select count(*) from askwell_replays) as replays, (select count(*) from askwell_starts) as starts`);
  return row?.[table] ?? expect.unreachable('There is a row of counts.');
}

describe('keep_answers_days', () => {
  test('defaults to null, changes the version and is not visible to visitors', async () => {
    const { polls } = server.askwell;
    const { id, keep_answers_days, version } = await polls.create(account, { title: 'Lunch?', options: ['a', 'b'] });
    expect([keep_answers_days, version]).toEqual([null, 1]);
    const changed = await polls.update(account, id, { keep_answers_days: 30 });
    expect([changed.keep_answers_days, changed.version]).toEqual([30, 2]);
    expect((await polls.update(account, id, { title: 'Dinner?' })).keep_answers_days).toBe(30);
    const view = await fetch(`${server.url}/embed/polls/${id}`);
    expect(await view.text()).not.toContain('keep_answers_days');
    expect((await polls.update(account, id, { keep_answers_days: null })).keep_answers_days).toBeNull();
  });

  test.each([0, 3_651, 1.5, -1])('refuses %d', async (keep_answers_days) => {
    const draft = { title: 'Lunch?', options: ['a', 'b'], keep_answers_days };
    await expect(server.askwell.polls.create(account, draft)).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each([1, 3_650])('accepts %d', async (keep_answers_days) => {
    const draft = { title: 'Lunch?', options: ['a', 'b'], keep_answers_days };
    expect((await server.askwell.polls.create(account, draft)).keep_answers_days).toBe(keep_answers_days);
  });
});

describe('purging keeps the results', () => {
  test('of a ranked poll, including the runoff', async () => {
    const { polls } = server.askwell;
    const draft = { title: 'Rank', type: 'ranked' as const, options: ['a', 'b', 'c'], one_per: null };
    const { id } = await polls.create(account, { ...draft, keep_answers_days: 10 });
    for (const choices of [['o1', 'o2'], ['o2'], ['o2', 'o3', 'o1'], ['o3', 'o1'], ['o3']])
      await polls.vote(id, { choices });
    const before = await polls.results(account, id);
    now += 11 * day;
    expect(await purgeNow(server.services)).toEqual({ answers: 5, asks: 1 });
    expect(await polls.results(account, id)).toEqual(before);
    const after = await polls.get(account, id);
    expect([after.answers_count, await rowsIn('answers')]).toEqual([5, 0]);
    await polls.vote(id, { choices: ['o1'] });
    const { votes_count, timeline } = await polls.results(account, id);
    expect([votes_count, timeline.map(({ count }) => count)]).toEqual([6, [5, 1]]);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('of a multiple-choice poll, except write-ins', async () => {
    const { polls } = server.askwell;
    const draft = { title: 'Lunch?', options: ['a', 'b'], other: true, one_per: null, keep_answers_days: 10 };
    const { id } = await polls.create(account, draft);
    for (const vote of [{ choices: ['o1'] }, { other: 'Soup' }, { other: 'soup' }, { other: 'Pizza' }])
      await polls.vote(id, vote);
    now += 6 * day;
    await polls.vote(id, { other: 'SOUP' });
    const before = await polls.results(account, id);
    now += 5 * day;
    await purgeNow(server.services);
    const after = await polls.results(account, id);
    expect(after).toEqual({ ...before, others: [{ text: 'Soup', votes: 1 }] });
    expect(after).toMatchObject({ votes_count: 5, options: [{ votes: 1, share: 0.2 }, { votes: 0 }] });
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('of a form: counts, averages and distributions', async () => {
    const { forms } = server.askwell;
    const fields = [
      { type: 'number' as const, label: 'Age' },
      { type: 'rating' as const, label: 'Stars' },
      { type: 'matrix' as const, label: 'Parts', rows: ['x', 'y'], options: ['good', 'bad'] },
      { type: 'long_text' as const, label: 'Words' },
    ];
    const { id } = await forms.create(account, { title: 'Form', fields, keep_answers_days: 1 });
    for (const f1 of [3, 5.5, 1_000_000]) {
      await forms.submit(id, { answers: { f1, f2: 4, f3: { r1: 'o1', r2: 'o2' }, f4: 'Private words' } });
    }
    const before = await forms.results(account, id);
    now += 3 * day;
    expect(await purgeNow(server.services)).toEqual({ answers: 3, asks: 1 });
    expect(await forms.results(account, id)).toEqual(before);
    expect(await collect(forms.answers.list(account, id))).toEqual([]);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('of a quiz, and regrading only marks the remaining attempts', async () => {
    const { quizzes } = server.askwell;
    const questions = [{ type: 'boolean' as const, prompt: 'Round?', answer: true }];
    const { id } = await quizzes.create(account, { title: 'Quiz', questions, keep_answers_days: 10 });
    for (const q1 of [true, false]) await quizzes.attempt(id, { answers: { q1 } });
    now += 6 * day;
    await quizzes.attempt(id, { answers: { q1: false } });
    const before = await quizzes.results(account, id);
    now += 5 * day;
    await purgeNow(server.services);
    expect(await quizzes.results(account, id)).toEqual(before);
    await quizzes.update(account, id, { questions: [{ id: 'q1', type: 'boolean', prompt: 'Round?', answer: false }] });
    const { seq } = (await server.services.quizzes.submitService.find(id)) ?? expect.unreachable('The quiz is there.');
    expect((await regradeQuiz(server.services, seq)).count).toBe(1);
    expect(await quizzes.results(account, id)).toMatchObject({
      attempts_count: 3,
      questions: [{ correct_rate: 2 / 3 }],
    });
    expect(await findMiscounts(server.services)).toEqual([]);
  });
});

describe('purging deletes', () => {
  test('only answers older than the limit of their own poll', async () => {
    const { polls } = server.askwell;
    const draft = { title: 'Lunch?', options: ['a', 'b'], one_per: null };
    const [short, long, stored] = await Promise.all(
      [10, 20, null].map((keep_answers_days) => polls.create(account, { ...draft, keep_answers_days })),
    );
    const ids = [short?.id ?? '', long?.id ?? '', stored?.id ?? ''];
    const left = async () => {
      const lists = await Promise.all(ids.map((id) => collect(polls.answers.list(account, id))));
      return lists.map(({ length }) => length);
    };
    for (let days = 0; days < 30; days += 5) {
      for (const id of ids) await polls.vote(id, { choices: ['o1'] });
      now += 5 * day;
    }
    // The answers are 5, 10, 15, 20, 25 and 30 days old. Those of exactly ten days are kept.
    expect(await purgeNow(server.services)).toEqual({ answers: 6, asks: 2 });
    expect(await left()).toEqual([2, 4, 6]);
    now += 2_000;
    expect(await purgeNow(server.services)).toEqual({ answers: 2, asks: 2 });
    expect(await purgeNow(server.services, 12)).toEqual({ answers: 5, asks: 2 });
    expect(await left()).toEqual([1, 2, 2]);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('at most 1,000 answers per write, also when several processes purge at once', async () => {
    const { forms } = server.askwell;
    const fields = [{ type: 'long_text' as const, label: 'Words' }];
    const { id } = await forms.create(account, { title: 'Form', fields, keep_answers_days: 10 });
    await Promise.all(Array.from({ length: 2_500 }, (_, nth) => forms.submit(id, { answers: { f1: `words ${nth}` } })));
    now += 11 * day;
    await forms.submit(id, { answers: { f1: 'new words' } });
    const other = assembleServices({ database: server.database, clock: () => now }, undefined, true);
    const deleted: number[] = [];
    for (const { store } of [server.services, other]) {
      const { run } = store;
      vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
        const outcome = await run.call(store, write, input);
        if (write.name === purgeAnswers.name) deleted.push(Number(Object(outcome).answers));
        return outcome;
      });
    }
    const totals = await Promise.all([purgeNow(server.services), purgeNow(other)]);
    await other.close();
    vi.restoreAllMocks();
    expect(totals.reduce((sum, { answers }) => sum + answers, 0)).toBe(2_500);
    expect(deleted.filter((n) => n > 0)).toEqual(expect.arrayContaining([1_000, 1_000, 500]));
    expect(await rowsIn('answers')).toBe(1);
    expect((await forms.results(account, id)).submissions_count).toBe(2_501);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('fewer answers per write if they are long', async () => {
    const { forms } = server.askwell;
    const fields = Array.from({ length: 8 }, () => ({ type: 'long_text' as const, label: 'Words' }));
    const { id } = await forms.create(account, { title: 'Form', fields, keep_answers_days: 1 });
    const answers = Object.fromEntries(fields.map((_, at) => [`f${at + 1}`, 'x'.repeat(5_000)]));
    for (let nth = 0; nth < 60; nth++) await forms.submit(id, { answers });
    now += 2 * day;
    const run = vi.spyOn(server.services.store, 'run');
    expect(await purgeNow(server.services)).toEqual({ answers: 60, asks: 1 });
    expect(run.mock.calls.filter(([write]) => write.name === purgeAnswers.name)).toHaveLength(3);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('expired Idempotency-Keys', async () => {
    const { polls } = server.askwell;
    const { id } = await polls.create(account, {
      title: 'Lunch?',
      options: ['a', 'b'],
      one_per: null,
      keep_answers_days: 1,
    });
    await polls.vote(id, { choices: ['o1'] }, { id: 'Ann', idempotencyKey: 'once' });
    now += 1.2 * day;
    expect([await purgeNow(server.services), await rowsIn('replays')]).toEqual([{ answers: 1, asks: 1 }, 1]);
    now += day;
    expect([await purgeNow(server.services), await rowsIn('replays')]).toEqual([{ answers: 0, asks: 0 }, 0]);
  });
});

describe('a voter whose answer was purged', () => {
  const draft = { title: 'Lunch?', options: ['a', 'b'], keep_answers_days: 10 };

  test.each([false, true])('cannot answer again (allow_change: %s) and is not listed', async (allow_change) => {
    const { polls } = server.askwell;
    const { id } = await polls.create(account, { ...draft, allow_change });
    await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
    now += 11 * day;
    await purgeNow(server.services);
    await expect(polls.vote(id, { choices: ['o2'] }, { id: 'Ann' })).rejects.toMatchObject({
      code: 'already_answered',
    });
    await polls.vote(id, { choices: ['o2'] }, { id: 'Ben' });
    expect(await collect(polls.answers.list(account, id))).toHaveLength(1);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('keeps the number of remaining quiz attempts', async () => {
    const { quizzes } = server.askwell;
    const questions = [{ type: 'boolean' as const, prompt: 'Round?', answer: true }];
    const { id } = await quizzes.create(account, {
      ...{ title: 'Quiz', questions, one_per: 'browser', max_attempts: 3, keep_answers_days: 10 },
    });
    const attempt = () => quizzes.attempt(id, { answers: { q1: true } }, { id: 'Ann' });
    await attempt();
    now += 6 * day;
    await attempt();
    now += 5 * day;
    await purgeNow(server.services);
    await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: 'already_answered' });
    expect(await findMiscounts(server.services)).toEqual([]);
    const [last] = await collect(quizzes.answers.list(account, id));
    await quizzes.answers.delete(account, id, last?.id ?? '');
    await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: 'already_answered' });
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('is not stored if visitors may answer any number of times', async () => {
    const { polls } = server.askwell;
    const { id } = await polls.create(account, { ...draft, one_per: null });
    await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
    now += 11 * day;
    await purgeNow(server.services);
    expect([await rowsIn('answers'), await rowsIn('voters')]).toEqual([0, 0]);
  });

  test.each([
    ['closed', { status: 'closed' }, 0],
    ['past its closes_at', { closes_at: '2026-01-13T12:00:00Z' }, 1],
  ] as const)('is deleted a day after the poll is %s', async (_how, change, before) => {
    const { polls } = server.askwell;
    const { id } = await polls.create(account, draft);
    for (const visitor of ['Ann', 'Ben']) await polls.vote(id, { choices: ['o1'] }, { id: visitor });
    now += 11 * day;
    await polls.update(account, id, change);
    await purgeNow(server.services);
    now += before * day;
    await purgeNow(server.services);
    expect(await rowsIn('voters')).toBe(2);
    now += day + 1_000;
    await purgeNow(server.services);
    expect(await rowsIn('voters')).toBe(0);
    expect((await polls.results(account, id)).votes_count).toBe(2);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('of a timed quiz is deleted together with their start', async () => {
    const { quizzes } = server.askwell;
    const questions = [{ type: 'boolean' as const, prompt: 'Round?', answer: true }];
    const { id } = await quizzes.create(account, {
      ...{ title: 'Quiz', questions, one_per: 'ip', time_limit_seconds: 60, keep_answers_days: 10 },
    });
    const start = () => fetch(`${server.url}/embed/quizzes/${id}/start`);
    const attempt = async () => {
      const { data } = Object(await (await start()).json());
      await quizzes.attempt(id, { answers: { q1: true }, started: data.started }, { address: '127.0.0.1' });
    };
    await attempt();
    now += 11 * day;
    await purgeNow(server.services);
    expect((await start()).status).toBe(409);
    await quizzes.update(account, id, { status: 'closed' });
    now += day + 1_000;
    await purgeNow(server.services);
    expect([await rowsIn('voters'), await rowsIn('starts')]).toEqual([0, 0]);
    await quizzes.update(account, id, { status: 'open' });
    await attempt();
    expect((await quizzes.results(account, id)).attempts_count).toBe(2);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('cannot use their ticket again', async () => {
    const { polls } = server.askwell;
    const { id } = await polls.create(account, { ...draft, one_per: 'ticket' });
    const [ticket = ''] = await polls.issueTickets(account, id, 2);
    await polls.vote(id, { choices: ['o1'], ticket });
    now += 11 * day;
    await polls.update(account, id, { status: 'closed' });
    now += 2 * day;
    await purgeNow(server.services);
    await polls.update(account, id, { status: 'open' });
    await expect(polls.vote(id, { choices: ['o1'], ticket })).rejects.toMatchObject({ code: 'already_answered' });
    const { submitService, tickets } = server.services.polls;
    const ask = (await submitService.find(id)) ?? expect.unreachable('The poll is there.');
    expect(await tickets.count(ask)).toEqual({ count: 2, used: 1 });
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('may answer again after all answers were deleted, and the counts are zero', async () => {
    const { polls } = server.askwell;
    const { id } = await polls.create(account, draft);
    await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
    now += 11 * day;
    await purgeNow(server.services);
    await polls.answers.reset(account, id);
    expect(await polls.results(account, id)).toMatchObject({ votes_count: 0, timeline: [] });
    await polls.vote(id, { choices: ['o2'] }, { id: 'Ann' });
    expect((await polls.results(account, id)).votes_count).toBe(1);
    expect(await findMiscounts(server.services)).toEqual([]);
  });
});

test('deletes the stored data of purged answers together with the poll', async () => {
  const { polls } = server.askwell;
  const { id } = await polls.create(account, { title: 'Lunch?', options: ['a', 'b'], keep_answers_days: 1 });
  await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
  now += 2 * day;
  await purgeNow(server.services);
  await polls.delete(account, id);
  const left = all<{ n: number }>`
    select count(*) as n from askwell_carried union all select count(*) from askwell_purged_voters`;
  expect(await server.services.store.read(left)).toEqual([{ n: 0 }, { n: 0 }]);
});
