import { describe, expect, test } from 'vitest';
import { countRows, day, findMiscounts, purgeNow, usePurgeServer } from '../../../test/support/asks/purge-answers.js';
import { collect } from '../../../test/support/collect.js';

const purging = usePurgeServer();

describe('a voter whose answer was purged', () => {
  const draft = { title: 'Lunch?', options: ['a', 'b'], keep_answers_days: 10 };

  test.each([false, true])(
    'a purged voter cannot answer again (allow_change: %s) and is not listed',
    async (allow_change) => {
      const { polls } = purging.askwell;
      const { id } = await polls.create(purging.account, { ...draft, allow_change });
      await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
      purging.now += 11 * day;
      await purgeNow(purging.services);
      await expect(polls.vote(id, { choices: ['o2'] }, { id: 'Ann' })).rejects.toMatchObject({
        code: 'already_answered',
      });
      await polls.vote(id, { choices: ['o2'] }, { id: 'Ben' });
      expect(await collect(polls.answers.list(purging.account, id))).toHaveLength(1);
      expect(await findMiscounts(purging.services)).toEqual([]);
    },
  );

  test('a purged voter keeps the number of remaining quiz attempts', async () => {
    const { quizzes } = purging.askwell;
    const questions = [{ type: 'boolean' as const, prompt: 'Round?', answer: true }];
    const { id } = await quizzes.create(purging.account, {
      title: 'Quiz',
      questions,
      one_per: 'browser',
      max_attempts: 3,
      keep_answers_days: 10,
    });
    const attempt = () => quizzes.attempt(id, { answers: { q1: true } }, { id: 'Ann' });
    await attempt();
    purging.now += 6 * day;
    await attempt();
    purging.now += 5 * day;
    await purgeNow(purging.services);
    await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: 'already_answered' });
    expect(await findMiscounts(purging.services)).toEqual([]);
    const [last] = await collect(quizzes.answers.list(purging.account, id));
    await quizzes.answers.delete(purging.account, id, last?.id ?? '');
    await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: 'already_answered' });
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('a purged voter is not stored if visitors may answer any number of times', async () => {
    const { polls } = purging.askwell;
    const { id } = await polls.create(purging.account, { ...draft, one_per: null });
    await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
    purging.now += 11 * day;
    await purgeNow(purging.services);
    expect([await countRows(purging.services, 'answers'), await countRows(purging.services, 'voters')]).toEqual([0, 0]);
  });

  test.each([
    ['closed', { status: 'closed' }, 0],
    ['past its closes_at', { closes_at: '2026-01-13T12:00:00Z' }, 1],
  ] as const)('is deleted a day after the poll is %s', async (_how, change, before) => {
    const { polls } = purging.askwell;
    const { id } = await polls.create(purging.account, draft);
    for (const visitor of ['Ann', 'Ben']) await polls.vote(id, { choices: ['o1'] }, { id: visitor });
    purging.now += 11 * day;
    await polls.update(purging.account, id, change);
    await purgeNow(purging.services);
    purging.now += before * day;
    await purgeNow(purging.services);
    expect(await countRows(purging.services, 'voters')).toBe(2);
    purging.now += day + 1_000;
    await purgeNow(purging.services);
    expect(await countRows(purging.services, 'voters')).toBe(0);
    expect((await polls.results(purging.account, id)).votes_count).toBe(2);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('a purged voter of a timed quiz is deleted together with the start', async () => {
    const { quizzes } = purging.askwell;
    const questions = [{ type: 'boolean' as const, prompt: 'Round?', answer: true }];
    const { id } = await quizzes.create(purging.account, {
      title: 'Quiz',
      questions,
      one_per: 'ip',
      time_limit_seconds: 60,
      keep_answers_days: 10,
    });
    const address = '203.0.113.7';
    const start = () =>
      purging.server.fetch(`${purging.server.url}/embed/quizzes/${id}/start`, {
        headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
      });
    const attempt = async () => {
      const { data } = Object(await (await start()).json());
      await quizzes.attempt(id, { answers: { q1: true }, started: data.started }, { address });
    };
    await attempt();
    purging.now += 11 * day;
    await purgeNow(purging.services);
    expect((await start()).status).toBe(409);
    await quizzes.update(purging.account, id, { status: 'closed' });
    purging.now += day + 1_000;
    await purgeNow(purging.services);
    expect([await countRows(purging.services, 'voters'), await countRows(purging.services, 'starts')]).toEqual([0, 0]);
    await quizzes.update(purging.account, id, { status: 'open' });
    await attempt();
    expect((await quizzes.results(purging.account, id)).attempts_count).toBe(2);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('a purged voter cannot use the ticket again', async () => {
    const { polls } = purging.askwell;
    const { id } = await polls.create(purging.account, { ...draft, one_per: 'ticket' });
    const [ticket = ''] = await polls.issueTickets(purging.account, id, 2);
    await polls.vote(id, { choices: ['o1'], ticket });
    purging.now += 11 * day;
    await polls.update(purging.account, id, { status: 'closed' });
    purging.now += 2 * day;
    await purgeNow(purging.services);
    await polls.update(purging.account, id, { status: 'open' });
    await expect(polls.vote(id, { choices: ['o1'], ticket })).rejects.toMatchObject({ code: 'already_answered' });
    const { submitService, tickets } = purging.services.polls;
    const ask = (await submitService.find(id)) ?? expect.unreachable('The poll is there.');
    expect(await tickets.count(ask)).toEqual({ count: 2, used: 1 });
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('a purged voter may answer again after all answers were deleted, and the counts are zero', async () => {
    const { polls } = purging.askwell;
    const { id } = await polls.create(purging.account, draft);
    await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
    purging.now += 11 * day;
    await purgeNow(purging.services);
    await polls.answers.reset(purging.account, id);
    expect(await polls.results(purging.account, id)).toMatchObject({ votes_count: 0, timeline: [] });
    await polls.vote(id, { choices: ['o2'] }, { id: 'Ann' });
    expect((await polls.results(purging.account, id)).votes_count).toBe(1);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });
});
