import { describe, expect, test } from 'vitest';
import { everyQuestionType, plainQuestions } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { idsOf } from '../../../test/support/asks/quiz-starts.js';

const quizzes = useQuizServer();
const second = 1_000;

describe('an attempt with a time limit', () => {
  test('an attempt with a time limit must contain its start token', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const refused = await quizzes.attempt(quiz, { answers: {} });
    expect([refused.status, refused.at('errors.started')]).toEqual([
      ...[422, ['Required. Start the quiz first and send the `started` token of the response.']],
    ]);
  });

  test('an attempt is accepted up to five seconds after its time limit', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await quizzes.begin(quiz);
    const other = await quizzes.begin(quiz);
    await quizzes.clock.advance(65 * second);
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started })).status).toBe(201);
    await quizzes.clock.advance(1);
    const late = await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: other.started });
    expect([late.status, late.at('code')]).toEqual([409, 'too_late']);
    expect((await quizzes.attempts(quiz)).length).toBe(1);
  });

  test('an accepted attempt can be repeated after the time limit', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await quizzes.begin(quiz);
    const more = { headers: { 'Idempotency-Key': 'late' }, from: '192.0.2.8' };
    const first = await quizzes.attempt(quiz, { answers: {}, started }, more);
    await quizzes.clock.advance(3_600 * second);
    expect((await quizzes.attempt(quiz, { answers: {}, started }, more)).text).toBe(first.text);
  });

  test('an attempt with the start of another quiz, of other questions, or a modified start is refused', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const other = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await quizzes.begin(quiz);
    const middle = started[40] === 'A' ? 'B' : 'A';
    const altered = started.slice(0, 40) + middle + started.slice(41);
    for (const [one, text] of [
      [other, started],
      [quiz, altered],
      [quiz, ''],
      [quiz, `${started}A`],
    ] as const) {
      const refused = await quizzes.attempt(one, { answers: {}, started: text });
      expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, ['started']]);
    }
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions: everyQuestionType.slice(1) });
    const outdated = await quizzes.attempt(quiz, { answers: {}, started });
    expect([outdated.status, Object.keys(Object(outdated.at('errors')))]).toEqual([422, ['started']]);
  });

  test('an attempt continues after the owner changes texts and times, with the current time limit', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60, questions: plainQuestions(4), draw: 2 });
    const { quiz: view, started } = await quizzes.begin(quiz);
    const { questions } = JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}`)).text).data;
    const changed = await quizzes.owner('PATCH', `/quizzes/${quiz}`, {
      title: 'Mended',
      closes_at: '2050-01-01T00:00:00Z',
      time_limit_seconds: 600,
      questions: questions.map((question: object) => ({ ...question, prompt: 'Mended', answer: false })),
    });
    expect([changed.status, changed.at('data.version')]).toEqual([200, 2]);
    await quizzes.clock.advance(500 * second);
    const answers = Object.fromEntries(idsOf(view.questions).map((id) => [id, false]));
    const accepted = await quizzes.attempt(quiz, { answers, started });
    expect([accepted.status, accepted.at('data.score'), accepted.at('data.max_score')]).toEqual([201, 2, 2]);
  });

  test('a start can be used once: one of 200 parallel attempts is accepted', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await quizzes.begin(quiz);
    const many = await Promise.all(Array.from({ length: 200 }, () => quizzes.attempt(quiz, { answers: {}, started })));
    expect(many.filter(({ status }) => status === 201).length).toBe(1);
    expect(many.filter((one) => one.status === 409 && one.at('code') === 'already_answered').length).toBe(199);
    expect((await quizzes.attempts(quiz)).length).toBe(1);
    expect(await quizzes.results(quiz)).toMatchObject({ attempts_count: 1 });
    // Even a reset does not make the start valid again.
    expect((await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts?all=true`)).status).toBe(204);
    expect((await quizzes.attempt(quiz, { answers: {}, started })).status).toBe(409);
  });

  test('an attempt that changes an earlier attempt uses up its start', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60, one_per: 'browser', allow_change: true });
    const starts = await Promise.all(Array.from({ length: 3 }, () => quizzes.begin(quiz)));
    const [first, second, third] = starts.map(({ started }) => started);
    const voter = 'visitor-000000000001';
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o1' }, started: first, voter })).status).toBe(201);
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: second, voter })).status).toBe(200);
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: second, voter })).status).toBe(409);
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: first, voter })).status).toBe(409);
    const both = await Promise.all([1, 2].map(() => quizzes.attempt(quiz, { answers: {}, started: third, voter })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await quizzes.attempts(quiz)).length).toBe(1);
  });
});
