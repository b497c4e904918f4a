import { describe, expect, test } from 'vitest';
import { plainQuestions } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { idsOf, readStart } from '../../../test/support/asks/quiz-starts.js';
import { codeIn, faultsIn } from '../../../test/support/http/parse-replies.js';

const quizzes = useQuizServer();
const second = 1_000;

describe('a voter who starts again', () => {
  const draws = { draw: 2, time_limit_seconds: 60 };
  const voter = (name: string) => ({ voter: `visitor-number-${name}` });

  test('a voter who starts again gets the same questions and the same expiry', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const first = await quizzes.begin(quiz, voter('one'));
    await quizzes.clock.advance(20 * second);
    const { seconds_left, ...second_ } = await quizzes.begin(quiz, voter('one'));
    expect({ ...second_, seconds_left: 60 }).toEqual(first);
    expect([first.seconds_left, seconds_left]).toEqual([60, 40]);
    await quizzes.clock.advance(3_600 * second);
    expect(await quizzes.begin(quiz, voter('one'))).toMatchObject({ started: first.started, seconds_left: 0 });
    const late = await quizzes.attempt(quiz, { answers: {}, started: first.started, ...voter('one') });
    expect([late.status, late.at('code')]).toEqual([409, 'too_late']);
    expect((await quizzes.begin(quiz, voter('two'))).started).not.toBe(first.started);
  });

  test('a voter who starts again sees the same drawn questions', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const seen = await Promise.all(Array.from({ length: 60 }, () => quizzes.begin(quiz, voter('curious'))));
    expect(new Set(seen.flatMap(({ quiz: { questions } }) => idsOf(questions))).size).toBe(2);
  });

  test('a voter cannot use the start of another voter', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const own = await quizzes.begin(quiz, voter('own'));
    const other = await quizzes.begin(quiz, voter('other'));
    const nobodys = await quizzes.begin(quiz);
    for (const { started } of [other, nobodys]) {
      const refused = await quizzes.attempt(quiz, { answers: {}, started, ...voter('own') });
      expect([refused.status, refused.at('errors.started')]).toEqual([
        422,
        ['Invalid `started` token. Start the quiz again.'],
      ]);
    }
    expect((await quizzes.attempt(quiz, { answers: {}, started: own.started, ...voter('own') })).status).toBe(201);
    expect(codeIn(await quizzes.start(quiz, {}, voter('own')))).toBe('already_answered');
  });

  test('a voter has as many starts as attempts, including expired ones', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser', max_attempts: 2 });
    const first = await quizzes.begin(quiz, voter('slow'));
    await quizzes.clock.advance(3_600 * second);
    const last = await quizzes.begin(quiz, voter('slow'));
    expect(last.started).not.toBe(first.started);
    await quizzes.clock.advance(3_600 * second);
    expect((await quizzes.begin(quiz, voter('slow'))).started).toBe(last.started);
  });

  test('a voter gets a new start after the attempt was deleted or the questions changed', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const first = await quizzes.begin(quiz, voter('lucky'));
    const attempt = await quizzes.attempt(quiz, { answers: {}, started: first.started, ...voter('lucky') });
    await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts/${attempt.id('data.id')}`);
    const next = await quizzes.begin(quiz, voter('lucky'));
    expect(next.started).not.toBe(first.started);
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions: plainQuestions(3), draw: 1 });
    const changed = await quizzes.begin(quiz, voter('lucky'));
    expect([changed.started !== next.started, changed.quiz.questions.length]).toEqual([true, 1]);
  });

  test('a voter is identified by the ticket, which is required', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'ticket' });
    const [mine = '', other = ''] = await quizzes.tickets(quiz, 2);
    for (const query of [{}, { ticket: 'AAAA-AAAA-AAAA-AAAA' }]) {
      const refused = await quizzes.start(quiz, {}, query);
      expect([refused.status, faultsIn(refused)]).toEqual([422, ['ticket']]);
    }
    const first = await quizzes.begin(quiz, { ticket: mine });
    expect((await quizzes.begin(quiz, { ticket: mine })).started).toBe(first.started);
    const refused = await quizzes.attempt(quiz, { answers: {}, ticket: other, started: first.started });
    expect([refused.status, refused.at('errors.started')]).toEqual([
      422,
      ['Invalid `started` token. Start the quiz again.'],
    ]);
    expect((await quizzes.attempt(quiz, { answers: {}, ticket: mine, started: first.started })).status).toBe(201);
    expect(codeIn(await quizzes.start(quiz, {}, { ticket: mine }))).toBe('already_answered');
  });

  test('a voter is identified by the address with one_per "ip"', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'ip' });
    const at = (address: string) => quizzes.start(quiz, { 'x-forwarded-for': address });
    const [first, same, other] = [await at('198.51.100.1'), await at('198.51.100.1'), await at('198.51.100.2')].map(
      readStart,
    );
    expect(same?.started).toBe(first?.started);
    expect(other?.started).not.toBe(first?.started);
  });

  test('a voter gets one start from 20 parallel requests', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const starts = await Promise.all(Array.from({ length: 20 }, () => quizzes.begin(quiz, voter('hasty'))));
    expect(new Set(starts.map(({ started }) => started)).size).toBe(1);
  });
});
