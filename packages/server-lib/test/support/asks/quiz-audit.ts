import { expect } from 'vitest';
import { markAttempt } from '../../../src/kinds/quiz/mark-attempt.js';
import type { StoredQuestion } from '../../../src/kinds/quiz/stored-quiz.js';
import type { Attempt, Quiz, QuizResults } from '../../../src/shared/contract/resources.js';
import type { TestServer } from '../servers/test-server.js';
import { createQuizClient } from './quiz-client.js';

type QuizClient = Awaited<ReturnType<typeof createQuizClient>>;

/** Extends the quiz client by functions that compute results from the attempts and compare them. */
export async function createQuizAudit(server: TestServer) {
  const quizzes = await createQuizClient(server);
  return { ...quizzes, ...auditOf(quizzes) };
}

function auditOf(quizzes: QuizClient) {
  const readQuiz = async (quiz: string): Promise<Quiz> =>
    JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}`)).text).data;
  const readResults = async (quiz: string): Promise<QuizResults> =>
    JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}/results`)).text).data;
  const readAttempts = async (quiz: string): Promise<Attempt[]> =>
    (await quizzes.attempts(quiz)).map((attempt) => JSON.parse(JSON.stringify(attempt)));
  const regrade = (quiz: string) => quizzes.owner('POST', `/quizzes/${quiz}/regrade`);
  const change = async (quiz: string, at: number, to: object) => {
    const { questions } = await readQuiz(quiz);
    const changed = await quizzes.owner('PATCH', `/quizzes/${quiz}`, {
      questions: questions.map((question, nth) => (nth === at ? { ...question, ...to } : question)),
    });
    expect(changed.status).toBe(200);
  };

  /** Expects the results to equal those computed from the exported attempts. */
  async function expectResultsToAddUp(quiz: string): Promise<void> {
    const [definition, results, attempts] = await Promise.all([readQuiz(quiz), readResults(quiz), readAttempts(quiz)]);
    const { timeline, quiz_id, status, ...sums } = results;
    const expected = recount(definition, attempts);
    const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 9));
    expect([quiz_id, status]).toEqual([quiz, 'open']);
    expect(sums).toEqual({
      ...expected,
      average_score: close(expected.average_score),
      average_percentage: close(expected.average_percentage),
      pass_rate: close(expected.pass_rate),
      questions: expected.questions.map((one) => ({ ...one, correct_rate: close(one.correct_rate) })),
    });
    expect(timeline.reduce((sum, { count }) => sum + count, 0)).toBe(attempts.length);
    expect(definition.answers_count).toBe(attempts.length);
  }

  /** Expects every attempt to have the marks of the current answer keys. */
  async function expectMarksOfToday(quiz: string): Promise<void> {
    const [{ questions }, attempts] = await Promise.all([readQuiz(quiz), readAttempts(quiz)]);
    for (const { answers, score, max_score, questions: marks } of attempts) {
      const contained = questions
        .filter(({ id }) => marks.some((mark) => mark.id === id))
        .map((question): StoredQuestion => ({ ...question, next: { option: 0, target: 0 } }));
      const marked = markAttempt(contained, answers, 0);
      expect([score, max_score]).toEqual([marked.score, marked.max]);
      expect(marks).toEqual(marked.questions.map(([id, correct, points]) => ({ id, correct, points })));
    }
  }

  return { readQuiz, readResults, readAttempts, regrade, change, expectResultsToAddUp, expectMarksOfToday };
}

/** Computes results from exported attempts in the simplest way. */
function recount({ questions, pass_percentage }: Quiz, attempts: readonly Attempt[]) {
  const mean = (values: number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const scores = [...new Set(attempts.map(({ score }) => score))].sort((a, b) => a - b);
  return {
    attempts_count: attempts.length,
    average_score: mean(attempts.map(({ score }) => score)),
    average_percentage: mean(attempts.map(({ percentage }) => percentage)),
    pass_rate: pass_percentage === null ? null : (mean(attempts.map(({ passed }) => (passed ? 1 : 0))) ?? 0),
    distribution: scores.map((score) => ({ score, count: attempts.filter((one) => one.score === score).length })),
    questions: questions.map(({ id, type, options }) => {
      const marks = attempts.flatMap((one) => one.questions.filter((mark) => mark.id === id));
      const picked =
        type === 'boolean'
          ? ['true', 'false']
          : ['single', 'multiple'].includes(type)
            ? options.map((one) => one.id)
            : [];
      const answers = attempts
        .map((attempt) => attempt.answers[id])
        .flatMap((answer) => (Array.isArray(answer) ? answer : [String(answer)]));
      return {
        id,
        correct_rate: mean(marks.map(({ correct }) => (correct ? 1 : 0))) ?? 0,
        options: Object.fromEntries(
          picked.map((option) => [option, answers.filter((answer) => answer === option).length]),
        ),
      };
    }),
  };
}
