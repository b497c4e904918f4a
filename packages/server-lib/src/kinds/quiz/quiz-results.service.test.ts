import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuizAudit } from '../../../test/support/asks/quiz-audit.js';
import { everyQuestionType, rightAnswers } from '../../../test/support/asks/quiz-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let quizzes: Awaited<ReturnType<typeof createQuizAudit>>;

beforeAll(async () => {
  server = await startService();
  quizzes = await createQuizAudit(server);
});
afterAll(() => server.close());

describe('results', () => {
  test('results are empty without attempts', async () => {
    const results = await quizzes.readResults(
      await quizzes.make({ pass_percentage: 50, questions: [everyQuestionType[0], everyQuestionType[3]] }),
    );
    expect(results).toEqual({
      quiz_id: expect.any(String),
      status: 'open',
      attempts_count: 0,
      average_score: null,
      timeline: [],
      average_percentage: null,
      pass_rate: 0,
      distribution: [],
      questions: [
        { id: 'q1', correct_rate: 0, options: { o1: 0, o2: 0 } },
        { id: 'q2', correct_rate: 0, options: {} },
      ],
    });
  });

  test('results contain scores, passes, correct answers and chosen options', async () => {
    const quiz = await quizzes.make({ pass_percentage: 50 });
    await quizzes.attempt(quiz, { answers: rightAnswers });
    await quizzes.attempt(quiz, { answers: { q1: 'o1', q2: ['o1', 'o2'], q3: true } });
    const results = await quizzes.readResults(quiz);
    expect(results).toMatchObject({
      attempts_count: 2,
      average_score: 4,
      pass_rate: 0.5,
      distribution: [
        { score: 1, count: 1 },
        { score: 7, count: 1 },
      ],
    });
    expect(results.average_percentage).toBeCloseTo((100 + 100 / 7) / 2, 5);
    expect(results.questions.slice(0, 4)).toEqual([
      { id: 'q1', correct_rate: 0.5, options: { o1: 1, o2: 1 } },
      { id: 'q2', correct_rate: 0.5, options: { o1: 2, o2: 1, o3: 1 } },
      { id: 'q3', correct_rate: 1, options: { true: 2, false: 0 } },
      { id: 'q4', correct_rate: 0.5, options: {} },
    ]);
    await quizzes.expectResultsToAddUp(quiz);
  });

  test('results match the attempts after any sequence of attempts, changes, deletions, resets and regrades', async () => {
    const voter = fc.integer({ min: 0, max: 3 }).map((n) => `visitor-${String(n).padStart(12, '0')}`);
    const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
    const answers = fc.record(
      {
        q1: some(fc.constantFrom('o1', 'o2')),
        q2: some(fc.subarray(['o1', 'o2', 'o3'])),
        q3: some(fc.boolean()),
        q4: some(fc.constantFrom('Pacific', 'pacific ', 'Atlantic', ' ')),
        q5: some(fc.constantFrom(3.13, 3.15, 3.2, 0)),
        q6: some(fc.shuffledSubarray(['o1', 'o2', 'o3'])),
        q7: some(fc.dictionary(fc.constantFrom('o1', 'o2', 'o3'), fc.constantFrom('t1', 't2', 't3'))),
      },
      { requiredKeys: [] },
    );
    const step = fc.oneof(
      { weight: 12, arbitrary: fc.record({ does: fc.constant('attempt' as const), voter, answers }) },
      { weight: 3, arbitrary: fc.record({ does: fc.constant('delete' as const), nth: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('reset' as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          does: fc.constant('rekey' as const),
          to: fc.record({
            answer: fc.subarray(['o1', 'o2', 'o3'], { minLength: 1 }),
            partial: fc.boolean(),
            points: fc.constantFrom(0, 1, 2.5, 0.1),
            penalty: fc.constantFrom(0, 0.3, 4),
          }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ does: fc.constant('regrade' as const) }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('pass' as const), at: fc.constantFrom(null, 20, 80) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const quiz = await quizzes.make({
          one_per: 'browser',
          allow_change: true,
          max_attempts: 2,
          pass_percentage: 50,
        });
        for (const one of steps) {
          if (one.does === 'attempt') {
            const accepted = await quizzes.attempt(quiz, { answers: one.answers, voter: one.voter });
            expect([200, 201]).toContain(accepted.status);
          } else if (one.does === 'delete') {
            const attempts = await quizzes.readAttempts(quiz);
            const doomed = attempts[one.nth % Math.max(1, attempts.length)];
            if (doomed)
              expect((await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts/${doomed.id}`)).status).toBe(204);
          } else if (one.does === 'reset') {
            expect((await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts?all=true`)).status).toBe(204);
          } else if (one.does === 'rekey') await quizzes.change(quiz, 1, one.to);
          else if (one.does === 'pass') await quizzes.owner('PATCH', `/quizzes/${quiz}`, { pass_percentage: one.at });
          else {
            expect((await quizzes.regrade(quiz)).status).toBe(200);
            await quizzes.expectMarksOfToday(quiz);
          }
        }
        await quizzes.expectResultsToAddUp(quiz);
      }),
      { numRuns: 12 },
    );
  });
});
