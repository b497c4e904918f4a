import { describe, expect, test } from 'vitest';
import { each } from '../../../test/support/asks/quiz-checks.js';
import { everyQuestionType, wrongAnswers } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn, issuesIn } from '../../../test/support/http/parse-replies.js';

const quizzes = useQuizServer();

describe('feedback "each"', () => {
  test('feedback "each" requires that correctness is revealed, whichever member changes', async () => {
    const draft = { title: 'Q', questions: everyQuestionType, feedback: 'each' };
    for (const reveal of ['nothing', 'score']) {
      const refused = await quizzes.owner('POST', '/quizzes', { ...draft, reveal });
      expect(issuesIn(refused)).toMatchObject([{ path: 'feedback', code: 'needs_correctness' }]);
    }
    const quiz = await quizzes.make({ feedback: 'each' });
    const change = (body: object) => quizzes.owner('PATCH', `/quizzes/${quiz}`, body);
    expect(issuesIn(await change({ reveal: 'score' }))).toMatchObject([{ code: 'needs_correctness' }]);
    expect((await change({ reveal: 'score', feedback: 'end' })).status).toBe(200);
    expect(issuesIn(await change({ feedback: 'each' }))).toMatchObject([{ code: 'needs_correctness' }]);
  });

  test('feedback "each" requires a start', async () => {
    const quiz = await quizzes.make(each);
    const view = await call(quizzes.server, 'GET', `/embed/quizzes/${quiz}`);
    expect(view.at('data.quiz')).toMatchObject({ feedback: 'each', needs_start: true });
    expect(view.at('data.quiz.questions')).toBeUndefined();
    expect(issuesIn(await quizzes.attempt(quiz, { answers: {} }))).toMatchObject([{ code: 'start_required' }]);
  });
});

describe('a start', () => {
  test('a start contains no verdict before a check, and a repeated start contains the verdicts', async () => {
    const quiz = await quizzes.make({ ...each, one_per: 'browser', shuffle_questions: true });
    const voter = 'a-visitor-who-reloads';
    const first = await quizzes.begin(quiz, { voter });
    expect(first.checks).toEqual([]);
    const checks: unknown[] = [];
    for (const [question, answer] of Object.entries(wrongAnswers).slice(0, 3)) {
      checks.push((await quizzes.check(quiz, { question, answer, started: first.started, voter })).at('data'));
    }
    expect(await quizzes.begin(quiz, { voter })).toMatchObject({ started: first.started, checks });
    await quizzes.attempt(quiz, { answers: {}, started: first.started, voter });
    expect(codeIn(await quizzes.start(quiz, {}, { voter }))).toBe('already_answered');
  });

  test('only its visitor can continue a start with its token', async () => {
    const quiz = await quizzes.make(each);
    const first = await quizzes.begin(quiz);
    const check = await quizzes.check(quiz, { question: 'q1', answer: 'o1', started: first.started });
    expect(await quizzes.begin(quiz, { started: first.started })).toEqual({ ...first, checks: [check.at('data')] });
    expect((await quizzes.begin(quiz)).checks).toEqual([]);
    expect(issuesIn(await quizzes.start(quiz, {}, { started: 'x' }))).toMatchObject([{ path: 'started' }]);
    await quizzes.attempt(quiz, { answers: {}, started: first.started });
    expect(codeIn(await quizzes.start(quiz, {}, { started: first.started }))).toBe('already_answered');
  });
});
