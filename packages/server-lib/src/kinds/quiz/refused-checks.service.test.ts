import { describe, expect, test } from 'vitest';
import { each } from '../../../test/support/asks/quiz-checks.js';
import { rightAnswers } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn, issuesIn } from '../../../test/support/http/parse-replies.js';

const quizzes = useQuizServer();
const second = 1_000;

describe('a check is refused', () => {
  test('a check with the start of another quiz, a question that was not drawn, or missing members is refused', async () => {
    const quiz = await quizzes.make({ ...each, draw: 3 });
    const other = await quizzes.make({ ...each, draw: 3 });
    const { started, quiz: view } = await quizzes.begin(quiz);
    const [asked] = view.questions;
    const notDrawn = Object.keys(rightAnswers).find((id) => view.questions.every((question) => question.id !== id));
    const valid = { question: asked?.id, answer: null, started };
    const foreign = (await quizzes.begin(other)).started;
    for (const [body, path, code] of [
      [{ ...valid, started: foreign }, 'started', 'invalid_start'],
      [{ ...valid, started: `${started}A` }, 'started', 'invalid_start'],
      [{ ...valid, started: undefined }, 'started', 'start_required'],
      [{ ...valid, question: notDrawn }, 'question', 'unknown_question'],
      [{ ...valid, question: undefined }, 'question', 'required'],
      [{ ...valid, answer: undefined }, 'answer', 'required'],
      [{ ...valid, more: 1 }, 'more', 'unknown_field'],
    ] as const) {
      const refused = await quizzes.check(quiz, body);
      expect([refused.status, issuesIn(refused).map((fault) => [fault.path, fault.code])]).toEqual([
        422,
        [[path, code]],
      ]);
    }
    const { questions } = JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}`)).text).data;
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions: questions.slice(1) });
    expect(issuesIn(await quizzes.check(quiz, valid))).toMatchObject([{ code: 'outdated_start' }]);
  });

  test('a check is refused by a quiz that gives feedback at the end', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await quizzes.begin(quiz);
    const refused = await quizzes.check(quiz, { question: 'q1', answer: 'o1', started });
    expect(issuesIn(refused)).toMatchObject([{ path: 'question', code: 'no_checks' }]);
    expect(JSON.stringify(refused.body)).not.toContain('correct":');
  });

  test('a check is refused after the time limit, after the attempt, and when the quiz is closed', async () => {
    const quiz = await quizzes.make({ ...each, time_limit_seconds: 60 });
    const check = { question: 'q1', answer: 'o1', started: (await quizzes.begin(quiz)).started };
    await quizzes.clock.advance(65 * second);
    expect((await quizzes.check(quiz, check)).status).toBe(200);
    await quizzes.clock.advance(1);
    expect(codeIn(await quizzes.check(quiz, check))).toBe('too_late');
    const used = (await quizzes.begin(quiz)).started;
    await quizzes.attempt(quiz, { answers: {}, started: used });
    expect(codeIn(await quizzes.check(quiz, { ...check, started: used }))).toBe('already_answered');
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { status: 'closed' });
    expect(codeIn(await quizzes.check(quiz, check))).toBe('closed');
  });

  test('a check with the start of another voter or ticket is refused', async () => {
    const quiz = await quizzes.make({ ...each, one_per: 'ticket' });
    const [mine = '', other = ''] = await quizzes.tickets(quiz, 2);
    const { started } = await quizzes.begin(quiz, { ticket: mine });
    const check = { question: 'q1', answer: 'o1', started };
    expect(issuesIn(await quizzes.check(quiz, check))).toMatchObject([{ path: 'ticket', code: 'required' }]);
    for (const [ticket, path] of [
      [other, 'started'],
      ['AAAA-AAAA-AAAA-AAAA', 'ticket'],
    ] as const) {
      const refused = await quizzes.check(quiz, { ...check, ticket });
      expect(issuesIn(refused).map((fault) => fault.path)).toContain(path);
    }
    expect((await quizzes.check(quiz, { ...check, ticket: mine })).status).toBe(200);
  });

  test('a check from an origin that the site does not list is refused', async () => {
    const site = await quizzes.owner('POST', '/sites', { name: 'S', origins: ['https://shop.example.com'] });
    const quiz = await quizzes.make({ ...each, site_id: site.at('data.id') });
    const check = { question: 'q1', answer: 'o1', started: (await quizzes.begin(quiz)).started };
    const refused = await quizzes.check(quiz, check, { headers: { origin: 'https://other.example.com' } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const origin = 'https://shop.example.com';
    const allowed = await quizzes.check(quiz, check, { headers: { origin } });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    const preflight = await call(quizzes.server, 'OPTIONS', `/embed/quizzes/${quiz}/checks`);
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });
});
