import { describe, expect, test } from 'vitest';
import { day, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { countChecks, each } from '../../../test/support/asks/quiz-checks.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';

const quizzes = useQuizServer();
const count = () => countChecks(quizzes.server.services);

describe('stored checks', () => {
  test('stored checks are deleted with the attempt, with the start and with the quiz', async () => {
    const quiz = await quizzes.make({ ...each, one_per: 'browser', max_attempts: 5 });
    const voter = 'a-visitor-who-goes-away';
    const before = await count();
    const checkOne = async () => {
      const { started } = await quizzes.begin(quiz, { voter });
      await quizzes.check(quiz, { question: 'q1', answer: 'o1', started, voter });
      expect(await count()).toBe(before + 1);
      return started;
    };
    const attempt = await quizzes.attempt(quiz, { answers: {}, started: await checkOne(), voter });
    expect(await count()).toBe(before);
    await checkOne();
    await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts/${attempt.id('data.id')}`);
    expect(await count()).toBe(before);
    await checkOne();
    await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts?all=true`);
    expect(await count()).toBe(before);
    await checkOne();
    await quizzes.owner('DELETE', `/quizzes/${quiz}`);
    await quizzes.clock.advance(0);
    expect(await count()).toBe(before);
  });

  test('stored checks are deleted a month after their start was abandoned', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    const check = { question: 'q1', answer: 'o1', started };
    await quizzes.check(quiz, check);
    await quizzes.clock.advance(30 * day);
    await purgeNow(quizzes.server.services);
    // Only checks of earlier tests are older.
    expect(await count()).toBe(1);
    await quizzes.clock.advance(day);
    expect(codeIn(await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started }))).toBe('too_late');
    await purgeNow(quizzes.server.services);
    expect(await count()).toBe(0);
  });
});
