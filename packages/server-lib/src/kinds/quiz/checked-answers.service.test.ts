import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countChecks, each } from '../../../test/support/asks/quiz-checks.js';
import { everyQuestionType, rightAnswers, wrongAnswers } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';

const quizzes = useQuizServer();

const keys = everyQuestionType.map(({ type, answer }) =>
  type === 'number' ? { value: 3.14, tolerance: 0.01 } : answer,
);

describe('a checked answer', () => {
  test.each(['correctness', 'answers'] as const)(
    'the reply to a check has what "%s" reveals, for each type',
    async (reveal) => {
      const questions = everyQuestionType.map((question) => ({ ...question, points: 2, explanation: 'Because.' }));
      const quiz = await quizzes.make({ feedback: 'each', reveal, questions });
      for (const [answers, correct] of [
        [rightAnswers, true],
        [wrongAnswers, false],
      ] as const) {
        const { started } = await quizzes.begin(quiz);
        for (const [at, [question, answer]] of Object.entries(answers).entries()) {
          const reply = await quizzes.check(quiz, { question, answer, started });
          const solution =
            reveal === 'answers' ? { answer: keys[at], explanation: 'Because.' } : { answer: null, explanation: null };
          expect([reply.status, reply.at('data')]).toEqual([
            200,
            { id: question, correct, points: correct ? 2 : 0, max_points: 2, ...solution, given: answer },
          ]);
        }
      }
    },
  );

  test('a checked answer may be empty', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    const reply = await quizzes.check(quiz, { question: 'q1', answer: null, started });
    expect(reply.at('data')).toMatchObject({ correct: false, points: 0, answer: 'o2', given: null });
    expect((await quizzes.check(quiz, { question: 'q1', answer: 'o2', started })).text).toBe(reply.text);
  });

  test('repeated checks cannot be used to find the correct answer', async () => {
    const options = Array.from({ length: 50 }, (_, at) => `Option ${at}`);
    const quiz = await quizzes.make({ ...each, questions: [{ type: 'single', prompt: '?', options, answer: 'o37' }] });
    const { started } = await quizzes.begin(quiz);
    const verdicts = new Set<string>();
    for (let probe = 0; probe < 200; probe++) {
      const answer = `o${1 + (probe % 50)}`;
      verdicts.add((await quizzes.check(quiz, { question: 'q1', answer, started })).text);
    }
    expect(verdicts.size).toBe(1);
  });

  test('parallel checks store one answer', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    const before = await countChecks(quizzes.server.services);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        quizzes.check(quiz, { question: 'q1', answer: at % 2 ? 'o1' : 'o2', started }),
      ),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await countChecks(quizzes.server.services)).toBe(before + 1);
  });

  test('a checked answer counts in the attempt, whatever the attempt sends', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    await quizzes.check(quiz, { question: 'q1', answer: 'o1', started });
    await quizzes.check(quiz, { question: 'q2', answer: null, started });
    const answers = { ...rightAnswers, q2: 'not even a list' };
    const attempt = await quizzes.attempt(quiz, { answers, started });
    expect([attempt.status, attempt.at('data.score')]).toEqual([201, 5]);
    const { q2: _, ...others } = rightAnswers;
    expect(await quizzes.attempts(quiz)).toMatchObject([{ answers: { ...others, q1: 'o1' } }]);
  });

  test('an attempt that runs in parallel with checks includes each stored check', async () => {
    const quiz = await quizzes.make(each);
    for (let round = 0; round < 20; round++) {
      const { started } = await quizzes.begin(quiz);
      const [attempt, ...checks] = await Promise.all([
        quizzes.attempt(quiz, { answers: rightAnswers, started }),
        ...Object.entries(wrongAnswers).map(([question, answer]) => quizzes.check(quiz, { question, answer, started })),
      ]);
      const wrong = checks.filter(({ status }) => status === 200).length;
      expect([attempt.status, attempt.at('data.score')]).toEqual([201, 7 - wrong]);
    }
  });

  test('an attempt with checked answers has the same score as an attempt with the same first answers', async () => {
    const questions = everyQuestionType.map((question, at) => ({
      ...question,
      points: at + 0.5,
      penalty: 0.25,
      partial: ['multiple', 'order', 'match'].includes(question.type),
    }));
    const quiz = await quizzes.make({ ...each, questions });
    const ids = Object.keys(rightAnswers);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(0, 1, 2)), { maxLength: 12 }),
        fc.array(fc.constantFrom(0, 1, 2), { minLength: ids.length, maxLength: ids.length }),
        async (checks, sent) => {
          const choose = (id: string, which: number) =>
            Object.entries([rightAnswers, wrongAnswers][which] ?? {}).find(([name]) => name === id)?.[1] ?? null;
          const { started } = await quizzes.begin(quiz);
          const first = new Map(ids.map((id, at) => [id, choose(id, sent[at] ?? 0)]));
          const seen = new Set<string>();
          for (const [question, which] of checks) {
            const answer = choose(question, which);
            await quizzes.check(quiz, { question, answer, started });
            if (!seen.has(question)) first.set(question, answer);
            seen.add(question);
          }
          const answers = Object.fromEntries(ids.map((id, at) => [id, choose(id, sent[at] ?? 0)]));
          const checked = await quizzes.attempt(quiz, { answers, started });
          const plain = await quizzes.attempt(quiz, {
            answers: Object.fromEntries(first),
            started: (await quizzes.begin(quiz)).started,
          });
          expect([checked.status, checked.at('data.score')]).toEqual([201, plain.at('data.score')]);
          expect(checked.at('data.questions')).toEqual(plain.at('data.questions'));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a regrade marks checked answers again', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    await quizzes.check(quiz, { question: 'q1', answer: 'o1', started });
    const { questions } = JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}`)).text).data;
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, {
      questions: [{ ...questions[0], answer: 'o1' }, ...questions.slice(1)],
    });
    const again = await quizzes.check(quiz, { question: 'q1', answer: 'o2', started });
    expect(again.at('data')).toMatchObject({ correct: true, given: 'o1' });
    await quizzes.attempt(quiz, { answers: {}, started });
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions });
    await quizzes.owner('POST', `/quizzes/${quiz}/regrade`);
    expect(await quizzes.attempts(quiz)).toMatchObject([{ score: 0, answers: { q1: 'o1' } }]);
  });
});
