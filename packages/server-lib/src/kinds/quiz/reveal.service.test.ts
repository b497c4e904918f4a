import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuizClient } from '../../../test/support/asks/quiz-client.js';
import { openStream } from '../../../test/support/http/event-stream.js';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { QuizResults, Reveal } from '../../shared/contract/resources.js';
import { resultsForVisitors } from './quiz-results.js';

let server: TestServer;
let quizzes: Awaited<ReturnType<typeof createQuizClient>>;

beforeAll(async () => {
  server = await startService();
  quizzes = await createQuizClient(server);
});
afterAll(() => server.close());

const questions = [
  {
    id: 'one',
    type: 'single',
    prompt: 'Which?',
    options: [
      { id: 'x', label: 'X' },
      { id: 'y', label: 'Y' },
    ],
    answer: 'y',
    points: 3.25,
    penalty: 1.125,
    explanation: 'hush: it is Y',
  },
  { id: 'two', type: 'text', prompt: 'Say?', answer: ['hush word'], case_sensitive: true, explanation: 'hush: say it' },
  { id: 'three', type: 'number', prompt: 'How many?', answer: { value: 987654, tolerance: 0.0625 }, points: 2.5 },
  {
    id: 'four',
    type: 'multiple',
    prompt: 'Some?',
    partial: true,
    answer: ['a', 'c'],
    options: ['a', 'b', 'c'].map((id) => ({ id, label: id })),
  },
];
const bands = [{ min_percentage: 10, title: 'Fine', message: 'hush: well done' }];
const answers = { one: 'y', two: 'no', three: 987654.0625, four: ['a'] };

/** Members that views must never contain, and that receipts may contain only if `reveal` allows it. */
const keyMembers = ['answer', 'explanation', 'points', 'penalty', 'partial', 'tolerance', 'case_sensitive', 'bands'];

/** Returns the names of all nested members that have a value. */
function membersOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(inner === null ? [] : [name]), ...membersOf(inner)]);
}

/** Returns all nested values that are neither lists nor objects. */
function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

const keyValues = ['hush word', 987654, 0.0625];
const explanations = ['hush: it is Y', 'hush: say it'];
const pointValues = [3.25, 1.125, 2.5];

function expectNoKeys(text: string, allowed: readonly string[] = []): void {
  const seen: unknown = JSON.parse(text);
  expect(membersOf(seen).filter((name) => keyMembers.includes(name) && !allowed.includes(name))).toEqual([]);
  const secrets = [
    ...(allowed.includes('answer') ? [] : keyValues),
    ...(allowed.includes('explanation') ? [] : explanations),
    ...(allowed.includes('points') ? [] : pointValues),
  ];
  expect(leavesOf(seen).filter((leaf) => secrets.some((secret) => leaf === secret))).toEqual([]);
}

const none = { correct: null, points: null, answer: null, explanation: null };
const marked = [
  { id: 'one', correct: true, points: 3.25, max_points: 3.25 },
  { id: 'two', correct: false, points: 0, max_points: 1 },
  { id: 'three', correct: true, points: 2.5, max_points: 2.5 },
  { id: 'four', correct: false, points: 0.5, max_points: 1 },
];
const score = { score: 6.25, max_score: 7.75, percentage: 80.645161, passed: true, band: bands[0] };
const noScore = { score: null, max_score: null, percentage: null, passed: null, band: null };
const shown: Record<Reveal, object> = {
  nothing: { ...noScore, questions: marked.map(({ id }) => ({ ...none, id })) },
  score: { ...score, questions: marked.map(({ id }) => ({ ...none, id })) },
  correctness: { ...score, questions: marked.map((mark) => ({ ...none, ...mark })) },
  answers: {
    ...score,
    questions: marked.map((mark, at) => ({
      ...mark,
      answer: questions[at]?.answer,
      explanation: questions[at]?.explanation ?? null,
    })),
  },
};
const allowed: Record<Reveal, string[]> = {
  nothing: [],
  score: [],
  correctness: ['points'],
  answers: ['points', 'answer', 'tolerance', 'explanation'],
};
const reveals: Reveal[] = ['nothing', 'score', 'correctness', 'answers'];
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe.each(reveals)('with reveal %s', (reveal) => {
  const make = (draft: object = {}) => quizzes.make({ questions, bands, reveal, pass_percentage: 80, ...draft });

  test('a visitor sees exactly the part of the attempt that `reveal` allows', async () => {
    const quiz = await make({ results_visibility: 'always' });
    const more = { headers: { 'Idempotency-Key': 'again' }, from: '192.0.2.9' };
    const accepted = await quizzes.attempt(quiz, { answers }, more);
    const { id, quiz_id, created_at, ...rest } = JSON.parse(accepted.text).data;
    expect([id, quiz_id, created_at]).toEqual([expect.stringMatching(/^attempt_/), quiz, expect.any(String)]);
    expect(rest).toEqual({ ...shown[reveal], message: null, redirect_url: null });
    expectNoKeys(accepted.text, allowed[reveal]);
    const replayed = await quizzes.attempt(quiz, { answers }, more);
    expectNoKeys(replayed.text, allowed[reveal]);
    const posted = await quizzes.attempt(quiz, 'one=x&two=no&three=1&four=b', { headers: form });
    expect(posted.status).toBe(201);
    expectNoKeys(posted.text, allowed[reveal]);
  });

  test('the texts after an attempt have the score only if `reveal` allows it', async () => {
    const quiz = await make({
      locale: 'de',
      bands: [
        {
          min_percentage: 10,
          title: '{{quiz.score}} von {{quiz.max_score}}',
          message: '**{{quiz.name|Du}}**: {{quiz.percentage}} {{quiz.other}}',
        },
      ],
      after: { message: 'Danke, {{quiz.name|Du}}: {{quiz.score|geheim}}', url: 'https://example.com/next' },
    });
    const named = await quizzes.attempt(quiz, { answers, name: '*Ada*' });
    const isShown = reveal !== 'nothing';
    const textsOf = (data: unknown) =>
      JSON.parse(
        JSON.stringify(data)
          .replace(/[\u2068\u2069]/g, '')
          .replaceAll('\u00a0', ' '),
      );
    expect(textsOf(named.at('data'))).toMatchObject({
      band: isShown
        ? { min_percentage: 10, title: '6,25 von 7,75', message: String.raw`**\*Ada\***: 81 % {{quiz.other}}` }
        : null,
      message: String.raw`Danke, \*Ada\*: ${isShown ? '6,25' : 'geheim'}`,
      redirect_url: 'https://example.com/next',
    });
    const unnamed = await quizzes.attempt(quiz, { answers });
    expect(textsOf(unnamed.at('data.message'))).toBe(`Danke, Du: ${isShown ? '6,25' : 'geheim'}`);
    // Owners see the texts as they wrote them.
    const { data } = JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}/attempts?limit=1`)).text);
    expect(data[0].band.title).toBe('{{quiz.score}} von {{quiz.max_score}}');
  });

  test('a start never contains keys', async () => {
    for (const draft of [
      {},
      { draw: 3 },
      { time_limit_seconds: 60 },
      { shuffle_options: true, shuffle_questions: true },
    ]) {
      expectNoKeys((await quizzes.start(await make(draft))).text);
    }
  });

  test('an embedded quiz shows keys only in a receipt that may contain them', async () => {
    for (const draft of [{}, { draw: 3 }, { time_limit_seconds: 60 }, { shuffle_options: true }]) {
      const quiz = await make({ ...draft, results_visibility: 'always' });
      const started = Object.keys(draft).some((name) => name === 'draw' || name === 'time_limit_seconds')
        ? JSON.parse((await quizzes.start(quiz)).text).data.started
        : undefined;
      const accepted = await quizzes.attempt(quiz, { answers: {}, started });
      expect(accepted.status).toBe(201);
      expectNoKeys((await call(server, 'GET', `/embed/quizzes/${quiz}`)).text);
      const again = await call(server, 'GET', `/embed/quizzes/${quiz}?answer=${accepted.id('data.id')}`);
      const { answer, ...rest } = JSON.parse(again.text).data;
      expectNoKeys(JSON.stringify(rest));
      expectNoKeys(JSON.stringify(answer), allowed[reveal]);
      expect(answer).toEqual(accepted.at('data'));
      const stream = await openStream(server, `/embed/quizzes/${quiz}/live`);
      expectNoKeys(JSON.stringify((await stream.next())?.data));
      stream.close();
    }
  });

  test('a visitor can review questions and answers if the quiz reveals what is correct', async () => {
    const order = { id: 'five', type: 'order', prompt: 'Sort', options: ['c', 'a', 'b'], answer: ['o1', 'o2', 'o3'] };
    const quiz = await make({ questions: [...questions, order], draw: 5 });
    const { started } = JSON.parse((await quizzes.start(quiz)).text).data;
    const own = { ...answers, five: ['o2', 'o1', 'o3'] };
    const accepted = await quizzes.attempt(quiz, { answers: own, started });
    const { text } = await call(server, 'GET', `/embed/quizzes/${quiz}?answer=${accepted.id('data.id')}`);
    const { attempt } = JSON.parse(text).data;
    if (!allowed[reveal].includes('points')) return expect(attempt).toBeNull();
    expect(attempt.answers).toEqual(own);
    const five = attempt.questions.find(({ id }: { id: string }) => id === 'five');
    expect(five.options.map(({ label }: { label: string }) => label)).toEqual(['a', 'b', 'c']);
    expectNoKeys(JSON.stringify(attempt));
  });

  test('errors never contain keys', async () => {
    const quiz = await make({ one_per: 'browser', draw: 2 });
    const voter = 'visitor-000000000001';
    const { started } = JSON.parse((await quizzes.start(quiz)).text).data;
    await quizzes.attempt(quiz, { answers: {}, started, voter });
    const bodies = [
      { answers: { one: 'z', two: 1, three: 'x', four: ['a', 'a'], five: true } },
      { answers: {}, started, voter },
      { answers: {}, started: 'x' },
      { answer: 'y', points: 1, explanation: 'x' },
    ];
    for (const body of bodies) {
      const refused = await quizzes.attempt(quiz, body);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      const { message, code, errors } = JSON.parse(refused.text);
      const words = JSON.stringify([message, code, errors]);
      for (const secret of ['hush', '987654', '3.25', '1.125']) expect(words).not.toContain(secret);
    }
  });

  test('results for visitors reveal no more of the scores, and never the counts of options', async () => {
    const quiz = await make();
    await quizzes.attempt(quiz, { answers });
    const { text } = await quizzes.owner('GET', `/quizzes/${quiz}/results`);
    const results: QuizResults = JSON.parse(text).data;
    const { average_score, distribution, questions: shown } = resultsForVisitors({ reveal }, results);
    expect([average_score, distribution]).toEqual(
      reveal === 'nothing' ? [null, []] : [6.25, [{ score: 6.25, count: 1 }]],
    );
    const mayKnow = reveal === 'correctness' || reveal === 'answers';
    expect(shown).toEqual(
      mayKnow ? results.questions.map(({ id, correct_rate }) => ({ id, correct_rate, options: {} })) : [],
    );
  });
});

test('a receipt has the highest band that was reached', async () => {
  const plain = [1, 2, 3, 4].map((n) => ({ id: `n${n}`, type: 'boolean', prompt: `Is ${n} one?`, answer: n === 1 }));
  const quiz = await quizzes.make({
    questions: plain,
    bands: [
      { min_percentage: 75, title: 'High' },
      { min_percentage: 25, title: 'Low', message: 'Read on' },
      { min_percentage: 50, title: 'Middle' },
    ],
  });
  const bandFor = async (given: object) => (await quizzes.attempt(quiz, { answers: given })).at('data.band');
  expect(await bandFor({})).toBeNull();
  expect(await bandFor({ n1: true })).toEqual({ min_percentage: 25, title: 'Low', message: 'Read on' });
  expect(await bandFor({ n1: true, n2: false })).toMatchObject({ title: 'Middle' });
  expect(await bandFor({ n1: true, n2: false, n3: false })).toMatchObject({ title: 'High' });
  expect(await bandFor({ n1: true, n2: false, n3: false, n4: false })).toMatchObject({ title: 'High' });
});

test('a changed reveal applies to repeated requests', async () => {
  const quiz = await quizzes.make({ questions, reveal: 'nothing' });
  const more = { headers: { 'Idempotency-Key': 'later' }, from: '192.0.2.10' };
  expect((await quizzes.attempt(quiz, { answers }, more)).at('data.score')).toBeNull();
  await quizzes.owner('PATCH', `/quizzes/${quiz}`, { reveal: 'answers' });
  expect((await quizzes.attempt(quiz, { answers }, more)).at('data.questions.0.answer')).toBe('y');
});
