import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuizAudit } from '../../../test/support/asks/quiz-audit.js';
import { createQuizClient, everyQuestionType } from '../../../test/support/asks/quiz-client.js';
import { inBatches } from '../../../test/support/in-batches.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { Store } from '../../db/store.js';
import { regradeBatch, regradeQuiz } from './regrade.js';

let server: TestServer;
let quizzes: Awaited<ReturnType<typeof createQuizAudit>>;

beforeAll(async () => {
  server = await startService();
  quizzes = await createQuizAudit(server);
});
afterAll(() => server.close());

/** Returns a store that calls a function after each write. */
function afterEachWrite(look: () => Promise<void>): Store {
  const { store } = server.services;
  return {
    pending: store.pending,
    ready: () => store.ready(),
    read: (operation) => store.read(operation),
    report: (report, input) => store.report(report, input),
    close: () => store.close(),
    async run(write, input) {
      const outcome = await store.run(write, input);
      await look();
      return outcome;
    },
  };
}

describe('regrading', () => {
  test('regrading uses the current keys, and returns the count and time', async () => {
    const quiz = await quizzes.make({ questions: [everyQuestionType[0], everyQuestionType[2]] });
    const accepted = await quizzes.attempt(quiz, { answers: { q1: 'o1', q3: undefined, q2: true } });
    await quizzes.change(quiz, 0, { answer: 'o1', points: 4 });
    const path = `/quizzes/${quiz}/attempts/${accepted.id('data.id')}`;
    const before = await quizzes.owner('GET', path);
    expect(before.at('data')).toMatchObject({ score: 1, max_score: 2, graded_at: before.at('data.created_at') });

    const done = await quizzes.regrade(quiz);
    expect([done.status, done.at('data')]).toEqual([
      200,
      { quiz_id: quiz, regraded: 1, graded_at: expect.stringMatching(/Z$/) },
    ]);
    const after = await quizzes.owner('GET', path);
    expect(after.at('data')).toMatchObject({
      score: 5,
      max_score: 5,
      percentage: 100,
      graded_at: done.at('data.graded_at'),
      created_at: before.at('data.created_at'),
      answers: { q1: 'o1', q2: true },
    });
    expect(done.id('data.graded_at') > before.id('data.graded_at')).toBe(true);
    expect(await quizzes.readResults(quiz)).toMatchObject({ average_score: 5, distribution: [{ score: 5, count: 1 }] });
  });

  test('regrading only marks questions that the attempt contains and that still exist', async () => {
    const quiz = await quizzes.make({ questions: [everyQuestionType[0], everyQuestionType[2]] });
    await quizzes.attempt(quiz, { answers: { q1: 'o2' } });
    const [first] = (await quizzes.readQuiz(quiz)).questions;
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions: [first, { ...everyQuestionType[4], id: 'new' }] });
    expect(await quizzes.readResults(quiz)).toMatchObject({
      questions: [{ correct_rate: 1 }, { id: 'new', correct_rate: 0 }],
    });
    await quizzes.regrade(quiz);
    const [attempt] = await quizzes.readAttempts(quiz);
    expect(attempt).toMatchObject({ score: 1, max_score: 1, questions: [{ id: 'q1', correct: true, points: 1 }] });
    await quizzes.expectResultsToAddUp(quiz);
  });

  test('regrading runs once per Idempotency-Key, and its reply is repeated', async () => {
    const quiz = await quizzes.make({});
    await quizzes.attempt(quiz, { answers: {} });
    const again = () =>
      quizzes.owner('POST', `/quizzes/${quiz}/regrade`, undefined, { headers: { 'Idempotency-Key': 'regrade-1' } });
    const first = await Promise.all(Array.from({ length: 10 }, again));
    await quizzes.attempt(quiz, { answers: {} });
    const replies = [...first, await again()];
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([replies[0]?.status, replies[0]?.at('data.regraded')]).toEqual([200, 1]);
    expect((await quizzes.regrade(quiz)).at('data.regraded')).toBe(2);
  });

  test('regrading requires an API key of the account, and refuses a query or body', async () => {
    const quiz = await quizzes.make({});
    expect((await quizzes.owner('POST', `/quizzes/${quiz}/regrade`, {})).status).toBe(200);
    expect((await quizzes.owner('POST', `/quizzes/${quiz}/regrade`, { all: true })).at('errors.all')).toBeDefined();
    expect(
      (await quizzes.owner('POST', `/quizzes/${quiz}/regrade`, '{', { headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415);
    expect((await quizzes.owner('POST', `/quizzes/${quiz}/regrade?all=true`)).status).toBe(422);
    expect((await quizzes.owner('GET', `/quizzes/${quiz}/regrade`)).status).toBe(405);
    expect((await quizzes.owner('POST', '/quizzes/quiz_00000000000000000000/regrade')).status).toBe(404);
    const otherOwner = await createQuizClient(server);
    expect((await otherOwner.owner('POST', `/quizzes/${quiz}/regrade`)).status).toBe(404);
    const keyless = await server.fetch(`${server.url}/api/v1/quizzes/${quiz}/regrade`, { method: 'POST' });
    expect(keyless.status).toBe(401);
  });

  describe('with many attempts', () => {
    const many = 530;
    let quiz: string;
    let seq: number;
    beforeAll(async () => {
      quiz = await quizzes.make({ questions: [everyQuestionType[0], everyQuestionType[1]] });
      const sent = await inBatches(many, (at) =>
        quizzes.attempt(quiz, { answers: { q1: at % 3 === 0 ? 'o1' : 'o2', q2: at % 2 === 0 ? ['o1'] : ['o2'] } }),
      );
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
      seq = (await server.services.quizzes.submitService.find(quiz))?.seq ?? 0;
    });

    test('regrading many attempts takes several writes, and results match after each write', async () => {
      await quizzes.change(quiz, 0, { answer: 'o1' });
      let slices = 0;
      const watched = afterEachWrite(async () => {
        slices++;
        await quizzes.expectResultsToAddUp(quiz);
      });
      const done = await regradeQuiz({ store: watched, clock: server.services.clock }, seq);
      expect([done.count, slices]).toEqual([many, 3]);
      await quizzes.expectMarksOfToday(quiz);
    });

    test('regrading includes attempts of an instance whose clock is ahead', async () => {
      const { clock, store } = server.services;
      const behind = { ...clock, now: () => clock.now() - 3_600_000_000 };
      expect((await regradeQuiz({ store, clock: behind }, seq)).count).toBe(many);
    });

    test('regrading starts again if keys change between two batches', async () => {
      await quizzes.change(quiz, 0, { answer: 'o2' });
      const versions: number[] = [];
      const watched = afterEachWrite(async () => {
        versions.push((await quizzes.readQuiz(quiz)).version);
        if (versions.length === 2) await quizzes.change(quiz, 1, { answer: ['o2'], points: 3 });
      });
      const done = await regradeQuiz({ store: watched, clock: server.services.clock }, seq);
      expect(done.count).toBe(many);
      expect(versions.length).toBe(6);
      await quizzes.expectMarksOfToday(quiz);
      await quizzes.expectResultsToAddUp(quiz);
    });

    test('results stay consistent with parallel attempts, key changes and regrades', async () => {
      const busy = Array.from({ length: 40 }, (_, at) =>
        quizzes.attempt(quiz, { answers: { q1: at % 2 ? 'o1' : 'o2' } }),
      );
      const [first, second] = await Promise.all([
        quizzes.regrade(quiz),
        quizzes.regrade(quiz),
        quizzes.change(quiz, 0, { answer: 'o1', points: 2 }),
        ...busy,
      ]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect((await Promise.all(busy)).every(({ status }) => status === 201)).toBe(true);
      await quizzes.expectResultsToAddUp(quiz);
      expect((await quizzes.regrade(quiz)).at('data.regraded')).toBe(many + 40);
      await quizzes.expectMarksOfToday(quiz);
      await quizzes.expectResultsToAddUp(quiz);
    });

    test('regrading returns not_found if the quiz was deleted', async () => {
      const doomed = await quizzes.make({});
      const ask = await server.services.quizzes.submitService.find(doomed);
      await quizzes.owner('DELETE', `/quizzes/${doomed}`);
      const { store, clock } = server.services;
      await expect(regradeQuiz({ store, clock }, ask?.seq ?? 0)).rejects.toMatchObject({ code: 'not_found' });
      const slice = { ask: ask?.seq ?? 0, after: '', until: '~', at: clock.now(), onlyVersion: null };
      expect(await store.run(regradeBatch, slice)).toBeNull();
    });
  });
});
