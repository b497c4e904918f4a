import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { everyQuestionType, rightAnswers } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';
import { purgeAll } from '../../asks/retention/retention.js';
import { all } from '../../store/statement.js';

const quizzes = useQuizServer();
const second = 1_000;

const each = { feedback: 'each', reveal: 'answers' };
const storedRows = () =>
  quizzes.server.services.store.read(all<{ question: string; answer: string }>`
  select question, answer from askwell_checks order by question`);

const issues = z.object({ issues: z.array(z.object({ path: z.string(), code: z.string() })) });
const issuesIn = (text: string) => issues.parse(JSON.parse(text)).issues;

const wrongAnswers = {
  ...{ q1: 'o1', q2: ['o2'], q3: false, q4: 'Atlantic', q5: 4, q6: ['o3', 'o1', 'o2'] },
  q7: { o1: 't2', o2: 't3', o3: 't1' },
};
const keys = everyQuestionType.map(({ type, answer }) =>
  type === 'number' ? { value: 3.14, tolerance: 0.01 } : answer,
);

describe('a checked answer', () => {
  test.each(['correctness', 'answers'] as const)('shows what "%s" reveals, for each type', async (reveal) => {
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
  });

  test('may be missing', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    const reply = await quizzes.check(quiz, { question: 'q1', answer: null, started });
    expect(reply.at('data')).toMatchObject({ correct: false, points: 0, answer: 'o2', given: null });
    expect((await quizzes.check(quiz, { question: 'q1', answer: 'o2', started })).text).toBe(reply.text);
  });

  test('cannot be probed for the right one', async () => {
    const options = Array.from({ length: 50 }, (_, at) => `Option ${at}`);
    const quiz = await quizzes.make({ ...each, questions: [{ type: 'single', prompt: '?', options, answer: 'o37' }] });
    const { started } = await quizzes.begin(quiz);
    const verdicts = new Set<string>();
    for (let probe = 0; probe < 200; probe++) {
      const answer = `o${1 + Math.floor(Math.random() * 50)}`;
      verdicts.add((await quizzes.check(quiz, { question: 'q1', answer, started })).text);
    }
    expect(verdicts.size).toBe(1);
  });

  test('is stored once by parallel checks', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    const before = (await storedRows()).length;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        quizzes.check(quiz, { question: 'q1', answer: at % 2 ? 'o1' : 'o2', started }),
      ),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await storedRows()).length).toBe(before + 1);
  });

  test('counts in the attempt, whatever that sends', async () => {
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

  test('can be any number of those of a parallel attempt', async () => {
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

  test('gives the score of an attempt with the same first answers', async () => {
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

  test('is marked again by a regrade', async () => {
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

describe('a check is refused', () => {
  test('with another start, question or answer than those of the quiz', async () => {
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
      expect([refused.status, issuesIn(refused.text).map((fault) => [fault.path, fault.code])]).toEqual([
        422,
        [[path, code]],
      ]);
    }
    const { questions } = JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}`)).text).data;
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions: questions.slice(1) });
    expect(issuesIn((await quizzes.check(quiz, valid)).text)).toMatchObject([{ code: 'outdated_start' }]);
  });

  test('by a quiz that tells the outcome at the end', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await quizzes.begin(quiz);
    const refused = await quizzes.check(quiz, { question: 'q1', answer: 'o1', started });
    expect(issuesIn(refused.text)).toMatchObject([{ path: 'question', code: 'no_checks' }]);
    expect(JSON.stringify(refused.body)).not.toContain('correct":');
  });

  test('after the time limit, after the attempt, and when the quiz is closed', async () => {
    const quiz = await quizzes.make({ ...each, time_limit_seconds: 60 });
    const check = { question: 'q1', answer: 'o1', started: (await quizzes.begin(quiz)).started };
    quizzes.now += 65 * second;
    expect((await quizzes.check(quiz, check)).status).toBe(200);
    quizzes.now += 1;
    expect(codeIn(await quizzes.check(quiz, check))).toBe('too_late');
    const used = (await quizzes.begin(quiz)).started;
    await quizzes.attempt(quiz, { answers: {}, started: used });
    expect(codeIn(await quizzes.check(quiz, { ...check, started: used }))).toBe('already_answered');
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { status: 'closed' });
    expect(codeIn(await quizzes.check(quiz, check))).toBe('closed');
  });

  test('with the start of another voter or ticket', async () => {
    const quiz = await quizzes.make({ ...each, one_per: 'ticket' });
    const [mine = '', other = ''] = await quizzes.tickets(quiz, 2);
    const { started } = await quizzes.begin(quiz, { ticket: mine });
    const check = { question: 'q1', answer: 'o1', started };
    expect(issuesIn((await quizzes.check(quiz, check)).text)).toMatchObject([{ path: 'ticket', code: 'required' }]);
    for (const [ticket, path] of [
      [other, 'started'],
      ['AAAA-AAAA-AAAA-AAAA', 'ticket'],
    ] as const) {
      const refused = await quizzes.check(quiz, { ...check, ticket });
      expect(issuesIn(refused.text).map((fault) => fault.path)).toContain(path);
    }
    expect((await quizzes.check(quiz, { ...check, ticket: mine })).status).toBe(200);
  });

  test('from an origin that the site does not list', async () => {
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

describe('a start', () => {
  test('contains no verdict before a check, and the verdicts when it is repeated', async () => {
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

  test('is continued with its token, by whom it belongs to', async () => {
    const quiz = await quizzes.make(each);
    const first = await quizzes.begin(quiz);
    const check = await quizzes.check(quiz, { question: 'q1', answer: 'o1', started: first.started });
    expect(await quizzes.begin(quiz, { started: first.started })).toEqual({ ...first, checks: [check.at('data')] });
    expect((await quizzes.begin(quiz)).checks).toEqual([]);
    expect(issuesIn((await quizzes.start(quiz, {}, { started: 'x' })).text)).toMatchObject([{ path: 'started' }]);
    await quizzes.attempt(quiz, { answers: {}, started: first.started });
    expect(codeIn(await quizzes.start(quiz, {}, { started: first.started }))).toBe('already_answered');
  });
});

describe('the setting', () => {
  test('requires that correctness is revealed, whichever of both changes', async () => {
    for (const reveal of ['nothing', 'score'])
      expect(
        issuesIn(
          (
            await quizzes.owner('POST', '/quizzes', {
              title: 'Q',
              questions: everyQuestionType,
              feedback: 'each',
              reveal,
            })
          ).text,
        ),
      ).toMatchObject([{ path: 'feedback', code: 'needs_correctness' }]);
    const quiz = await quizzes.make({ feedback: 'each' });
    const change = (body: object) => quizzes.owner('PATCH', `/quizzes/${quiz}`, body);
    expect(issuesIn((await change({ reveal: 'score' })).text)).toMatchObject([{ code: 'needs_correctness' }]);
    expect((await change({ reveal: 'score', feedback: 'end' })).status).toBe(200);
    expect(issuesIn((await change({ feedback: 'each' })).text)).toMatchObject([{ code: 'needs_correctness' }]);
  });

  test('makes a start necessary', async () => {
    const quiz = await quizzes.make(each);
    const view = await call(quizzes.server, 'GET', `/embed/quizzes/${quiz}`);
    expect(view.at('data.quiz')).toMatchObject({ feedback: 'each', needs_start: true });
    expect(view.at('data.quiz.questions')).toBeUndefined();
    expect(issuesIn((await quizzes.attempt(quiz, { answers: {} })).text)).toMatchObject([{ code: 'start_required' }]);
  });
});

describe('stored checks', () => {
  test('are deleted with the attempt, with the start and with the quiz', async () => {
    const quiz = await quizzes.make({ ...each, one_per: 'browser', max_attempts: 5 });
    const voter = 'a-visitor-who-goes-away';
    const before = (await storedRows()).length;
    const checkOne = async () => {
      const { started } = await quizzes.begin(quiz, { voter });
      await quizzes.check(quiz, { question: 'q1', answer: 'o1', started, voter });
      expect((await storedRows()).length).toBe(before + 1);
      return started;
    };
    const attempt = await quizzes.attempt(quiz, { answers: {}, started: await checkOne(), voter });
    expect((await storedRows()).length).toBe(before);
    await checkOne();
    await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts/${attempt.id('data.id')}`);
    expect((await storedRows()).length).toBe(before);
    await checkOne();
    await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts?all=true`);
    expect((await storedRows()).length).toBe(before);
    await checkOne();
    await quizzes.owner('DELETE', `/quizzes/${quiz}`);
    await expect.poll(async () => (await storedRows()).length).toBe(before);
  });

  test('are deleted when their start has been given up for a month', async () => {
    const quiz = await quizzes.make(each);
    const { started } = await quizzes.begin(quiz);
    const check = { question: 'q1', answer: 'o1', started };
    await quizzes.check(quiz, check);
    const { store } = quizzes.server.services;
    const purge = () =>
      purgeAll({ store, clock: quizzes.server.services.clock, olderThan: null, pause: async () => true });
    const day = 24 * 3_600 * second;
    quizzes.now += 30 * day;
    await purge();
    // Only those of earlier tests are older.
    expect((await storedRows()).length).toBe(1);
    quizzes.now += day;
    expect(codeIn(await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started }))).toBe('too_late');
    await purge();
    expect((await storedRows()).length).toBe(0);
  });
});
