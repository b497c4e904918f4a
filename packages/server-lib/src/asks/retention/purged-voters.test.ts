import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countRows, day, findMiscounts, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../../test/support/servers/start-server.js';

let server: TestServer;
let account: number;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-01-01T12:00:00Z');
  server = await startServer({ clock: () => now });
  account = (await createOwner(server.services)).session.account.id;
});
afterEach(() => server.close());

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
    expect([await countRows(server.services, 'answers'), await countRows(server.services, 'voters')]).toEqual([0, 0]);
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
    expect(await countRows(server.services, 'voters')).toBe(2);
    now += day + 1_000;
    await purgeNow(server.services);
    expect(await countRows(server.services, 'voters')).toBe(0);
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
    expect([await countRows(server.services, 'voters'), await countRows(server.services, 'starts')]).toEqual([0, 0]);
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
