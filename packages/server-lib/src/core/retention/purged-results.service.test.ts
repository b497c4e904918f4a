import { describe, expect, test } from 'vitest';
import { countRows, day, findMiscounts, purgeNow, usePurgeServer } from '../../../test/support/asks/purge-answers.js';
import { collect } from '../../../test/support/collect.js';
import { regradeQuiz } from '../../api/asks/regrade.js';

const purging = usePurgeServer();

describe('purging keeps the results', () => {
  test('purging keeps the results of a ranked poll, including the runoff', async () => {
    const { polls } = purging.askwell;
    const draft = { title: 'Rank', type: 'ranked' as const, options: ['a', 'b', 'c'], one_per: null };
    const { id } = await polls.create(purging.account, { ...draft, keep_answers_days: 10 });
    for (const choices of [['o1', 'o2'], ['o2'], ['o2', 'o3', 'o1'], ['o3', 'o1'], ['o3']])
      await polls.vote(id, { choices });
    const before = await polls.results(purging.account, id);
    purging.now += 11 * day;
    expect(await purgeNow(purging.services)).toEqual({ answers: 5, asks: 1 });
    expect(await polls.results(purging.account, id)).toEqual(before);
    const after = await polls.get(purging.account, id);
    expect([after.answers_count, await countRows(purging.services, 'answers')]).toEqual([5, 0]);
    await polls.vote(id, { choices: ['o1'] });
    const { votes_count, timeline } = await polls.results(purging.account, id);
    expect([votes_count, timeline.map(({ count }) => count)]).toEqual([6, [5, 1]]);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('purging keeps the results of a multiple-choice poll, except write-ins', async () => {
    const { polls } = purging.askwell;
    const draft = { title: 'Lunch?', options: ['a', 'b'], other: true, one_per: null, keep_answers_days: 10 };
    const { id } = await polls.create(purging.account, draft);
    for (const vote of [{ choices: ['o1'] }, { other: 'Soup' }, { other: 'soup' }, { other: 'Pizza' }])
      await polls.vote(id, vote);
    purging.now += 6 * day;
    await polls.vote(id, { other: 'SOUP' });
    const before = await polls.results(purging.account, id);
    purging.now += 5 * day;
    await purgeNow(purging.services);
    const after = await polls.results(purging.account, id);
    expect(after).toEqual({ ...before, others: [{ text: 'Soup', votes: 1 }] });
    expect(after).toMatchObject({ votes_count: 5, options: [{ votes: 1, share: 0.2 }, { votes: 0 }] });
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('purging keeps the counts, averages and distributions of a form', async () => {
    const { forms } = purging.askwell;
    const fields = [
      { type: 'number' as const, label: 'Age' },
      { type: 'rating' as const, label: 'Stars' },
      { type: 'matrix' as const, label: 'Parts', rows: ['x', 'y'], options: ['good', 'bad'] },
      { type: 'long_text' as const, label: 'Words' },
    ];
    const { id } = await forms.create(purging.account, { title: 'Form', fields, keep_answers_days: 1 });
    for (const f1 of [3, 5.5, 1_000_000]) {
      await forms.submit(id, { answers: { f1, f2: 4, f3: { r1: 'o1', r2: 'o2' }, f4: 'Private words' } });
    }
    const before = await forms.results(purging.account, id);
    purging.now += 3 * day;
    expect(await purgeNow(purging.services)).toEqual({ answers: 3, asks: 1 });
    expect(await forms.results(purging.account, id)).toEqual(before);
    expect(await collect(forms.answers.list(purging.account, id))).toEqual([]);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('purging keeps the results of a quiz, and regrading only marks the remaining attempts', async () => {
    const { quizzes } = purging.askwell;
    const questions = [{ type: 'boolean' as const, prompt: 'Round?', answer: true }];
    const { id } = await quizzes.create(purging.account, { title: 'Quiz', questions, keep_answers_days: 10 });
    for (const q1 of [true, false]) await quizzes.attempt(id, { answers: { q1 } });
    purging.now += 6 * day;
    await quizzes.attempt(id, { answers: { q1: false } });
    const before = await quizzes.results(purging.account, id);
    purging.now += 5 * day;
    await purgeNow(purging.services);
    expect(await quizzes.results(purging.account, id)).toEqual(before);
    await quizzes.update(purging.account, id, {
      questions: [{ id: 'q1', type: 'boolean', prompt: 'Round?', answer: false }],
    });
    const { seq } = (await purging.services.quizzes.submitService.find(id)) ?? expect.unreachable('The quiz is there.');
    expect((await regradeQuiz(purging.services, seq)).count).toBe(1);
    expect(await quizzes.results(purging.account, id)).toMatchObject({
      attempts_count: 3,
      questions: [{ correct_rate: 2 / 3 }],
    });
    expect(await findMiscounts(purging.services)).toEqual([]);
  });
});
