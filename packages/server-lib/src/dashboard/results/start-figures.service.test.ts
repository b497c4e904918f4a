import { afterAll, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { purgeNow } from '../../../test/support/asks/purge-answers.js';
import { answersPath, startAnswerPages } from '../../../test/support/browser/answer-pages.js';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { call } from '../../../test/support/http/http-client.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const day = 24 * 3_600_000;
const { clock, source } = createTestClock('2026-03-01T12:00:00Z');
const { server, owner, key } = await startAnswerPages({ clock: source });
afterAll(() => server.close());

const timed = { one_per: 'browser', time_limit_seconds: 600, max_attempts: 3 };

/** Returns the token of a visitor, which has at least 16 characters. */
const tokenOf = (name: string) => name.padEnd(22, 'x');

const start = async (quiz: string, name: string) =>
  (await call(server, 'GET', `/embed/quizzes/${quiz}/start?voter=${tokenOf(name)}`)).at('data.started');

async function attempt(quiz: string, name: string): Promise<void> {
  const body = { answers: { q1: true }, voter: tokenOf(name), started: await start(quiz, name) };
  const reply = await call(server, 'POST', `/api/v1/quizzes/${quiz}/attempts`, { body });
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
}

const resultsOf = async (quiz: string, query = '') =>
  wordsOf(await owner.open(`/dashboard/asks/${quiz}/results${query}`));

test('quizzes with starts say how many visitors started and finished', async () => {
  const quiz = await createAsk(server, key, 'quizzes', timed);
  expect(await resultsOf(quiz)).not.toContain('Visitors who started');
  await attempt(quiz, 'ann');
  await attempt(quiz, 'ann');
  await attempt(quiz, 'ben');
  for (const voter of ['ben', 'cid', 'cid', 'dee']) await start(quiz, voter);
  expect(await resultsOf(quiz)).toContain('Visitors who started 4 Of them finished 2 (50 %)');
  expect(await resultsOf(quiz, '?since=2026-03-01')).not.toContain('Visitors who started');
  await owner.submit(`${answersPath(quiz)}/matching`, { do: 'delete', up_to: 'z'.repeat(20) });
  expect(await resultsOf(quiz)).toContain('Visitors who started 2 Of them finished 0 (0 %)');
});

test.each([
  ['without visitors', { time_limit_seconds: 600, one_per: null }],
  ['without starts', { one_per: 'browser' }],
])('quizzes %s do not', async (_what, draft) => {
  const quiz = await createAsk(server, key, 'quizzes', draft);
  const { one_per } = draft;
  if (one_per === null) await start(quiz, 'ann');
  else
    await call(server, 'POST', `/api/v1/quizzes/${quiz}/attempts`, { body: { answers: { q1: true }, voter: 'ann' } });
  expect(await resultsOf(quiz)).not.toContain('Visitors who started');
});

test('quizzes whose answers were purged show no start figures', async () => {
  const quiz = await createAsk(server, key, 'quizzes', { ...timed, keep_answers_days: 1 });
  await attempt(quiz, 'ann');
  expect(await resultsOf(quiz)).toContain('Visitors who started 1 Of them finished 1 (100 %)');
  await clock.advance(3 * day);
  await purgeNow(server.services);
  expect(await resultsOf(quiz)).toContain('Answers 1');
  expect(await resultsOf(quiz)).not.toContain('Visitors who started');
});
