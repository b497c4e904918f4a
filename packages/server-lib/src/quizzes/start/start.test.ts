import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createQuizClient, everyQuestionType, plainQuestions } from '../../../test/support/asks/quiz-client.js';
import { call, type Reply } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn } from '../../../test/support/http/parse-replies.js';
import { startServer, type TestServer } from '../../../test/support/servers/start-server.js';

const second = 1_000;
const noon = Date.UTC(2026, 0, 31, 12);
let now = noon;
let server: TestServer;
let quizzes: Awaited<ReturnType<typeof createQuizClient>>;

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'], clock: () => now });
  quizzes = await createQuizClient(server);
});
beforeEach(() => {
  now += 3_600 * second;
});
afterAll(() => server.close());

const option = z.strictObject({ id: z.string(), label: z.string(), image_url: z.null() });
/** All members of a start. Parsing fails if there is another one. */
const startBody = z.strictObject({
  data: z.strictObject({
    quiz: z.strictObject({
      ...{ id: z.string(), title: z.string(), description: z.null(), status: z.string(), accepting: z.boolean() },
      ...{ opens_at: z.null(), closes_at: z.null(), one_per: z.string().nullable(), allow_change: z.boolean() },
      ...{ results_visibility: z.string(), after: z.null(), locale: z.null(), pass_percentage: z.null() },
      ...{ questions_count: z.int(), time_limit_seconds: z.int().nullable(), max_attempts: z.int().nullable() },
      ...{ reveal: z.string(), shuffle_questions: z.boolean(), shuffle_options: z.boolean(), needs_start: z.boolean() },
      questions: z.array(
        z.strictObject({
          ...{ id: z.string(), type: z.string(), prompt: z.string(), image_url: z.null() },
          ...{ options: z.array(option), targets: z.array(option) },
        }),
      ),
    }),
    started: z.string(),
    expires_at: z.string().nullable(),
    seconds_left: z.int().nullable(),
  }),
});
const read = (answer: Reply) => startBody.parse(answer.body).data;
const idsOf = (parts: readonly { id: string }[]) => parts.map(({ id }) => id);
const start = async (quiz: string) => read(await quizzes.start(quiz));

describe('a start', () => {
  test('returns the questions, a signed token and the expiry, and stores nothing', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 90 });
    const reply = await quizzes.start(quiz, { Origin: 'https://example.com' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(reply.headers.has('ratelimit')).toBe(false);
    const { quiz: view, expires_at } = read(reply);
    expect(view).toMatchObject({ id: quiz, accepting: true, needs_start: true, questions_count: 7 });
    expect(idsOf(view.questions)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7']);
    expect(expires_at).toBe(new Date(now + 90 * second).toISOString().replace('Z', '000Z'));
  });

  test('works for any quiz, without identification', async () => {
    const quiz = await quizzes.make({});
    const starts = await Promise.all(Array.from({ length: 40 }, () => quizzes.start(quiz)));
    expect(new Set(starts.map((one) => read(one).started)).size).toBe(40);
    const { started, expires_at, quiz: view } = read(await quizzes.start(quiz));
    expect([expires_at, view.needs_start]).toEqual([null, false]);
    expect((await quizzes.attempt(quiz, { answers: {}, started })).status).toBe(201);
    expect((await quizzes.attempt(quiz, { answers: {} })).status).toBe(201);
  });

  test('is refused with JSON that all origins may read', async () => {
    const draft = await quizzes.make({ status: 'draft' });
    const closed = await quizzes.make({ status: 'closed' });
    const early = await quizzes.make({ opens_at: '2099-01-01T00:00:00Z' });
    const past = await quizzes.make({ closes_at: '2020-01-01T00:00:00Z' });
    const poll = await quizzes.owner('POST', '/polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
    const refusals = [
      [draft, 404, 'not_found'],
      ['quiz_00000000000000000000', 404, 'not_found'],
      [poll.id('data.id'), 404, 'not_found'],
      [closed, 409, 'closed'],
      [past, 409, 'closed'],
      [early, 409, 'not_open'],
    ] as const;
    for (const [quiz, status, code] of refusals) {
      const refused = await quizzes.start(quiz);
      expect([refused.status, codeIn(refused)]).toEqual([status, code]);
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    }
    const posted = await call(server, 'POST', `/embed/quizzes/${closed}/start`, { body: {} });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('answers preflight requests', async () => {
    const quiz = await quizzes.make({});
    const preflight = await call(server, 'OPTIONS', `/embed/quizzes/${quiz}/start`, {
      headers: { Origin: 'https://a.example' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET');
    expect(preflight.headers.get('access-control-max-age')).toBe('86400');
  });

  test("is restricted to the origins of the quiz's site", async () => {
    const site = await quizzes.owner('POST', '/sites', { name: 'Site', origins: ['https://example.com'] });
    const quiz = await quizzes.make({ site_id: site.at('data.id') });
    const listed = await quizzes.start(quiz, { Origin: 'https://example.com' });
    expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://example.com']);
    expect(listed.headers.get('vary')).toBe('Origin, Accept-Encoding');
    const refused = await quizzes.start(quiz, { Origin: 'https://example.org' });
    expect([refused.status, codeIn(refused)]).toEqual([403, 'forbidden']);
    expect(refused.headers.has('access-control-allow-origin')).toBe(false);
    expect((await quizzes.start(quiz)).status).toBe(200);
  });
});

describe('a voter who starts again', () => {
  const draws = { draw: 2, time_limit_seconds: 60 };
  const voter = (name: string) => ({ voter: `visitor-number-${name}` });
  const again = async (quiz: string, who: Record<string, string>) => read(await quizzes.start(quiz, {}, who));

  test('gets the same questions and the same expiry', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const first = await again(quiz, voter('one'));
    now += 20 * second;
    const { seconds_left, ...second_ } = await again(quiz, voter('one'));
    expect({ ...second_, seconds_left: 60 }).toEqual(first);
    expect([first.seconds_left, seconds_left]).toEqual([60, 40]);
    now += 3_600 * second;
    expect(await again(quiz, voter('one'))).toMatchObject({ started: first.started, seconds_left: 0 });
    const late = await quizzes.attempt(quiz, { answers: {}, started: first.started, ...voter('one') });
    expect([late.status, late.at('code')]).toEqual([409, 'too_late']);
    expect((await again(quiz, voter('two'))).started).not.toBe(first.started);
  });

  test('sees the same drawn questions', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const seen = await Promise.all(Array.from({ length: 60 }, () => again(quiz, voter('curious'))));
    expect(new Set(seen.flatMap(({ quiz: { questions } }) => idsOf(questions))).size).toBe(2);
  });

  test('must use their own start', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const own = await again(quiz, voter('own'));
    const other = await again(quiz, voter('other'));
    const nobodys = await start(quiz);
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

  test('has as many starts as attempts, including expired ones', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser', max_attempts: 2 });
    const first = await again(quiz, voter('slow'));
    now += 3_600 * second;
    const last = await again(quiz, voter('slow'));
    expect(last.started).not.toBe(first.started);
    now += 3_600 * second;
    expect((await again(quiz, voter('slow'))).started).toBe(last.started);
  });

  test('gets a new start after their attempt was deleted or the questions changed', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const first = await again(quiz, voter('lucky'));
    const attempt = await quizzes.attempt(quiz, { answers: {}, started: first.started, ...voter('lucky') });
    await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts/${attempt.id('data.id')}`);
    const next = await again(quiz, voter('lucky'));
    expect(next.started).not.toBe(first.started);
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions: plainQuestions(3), draw: 1 });
    const changed = await again(quiz, voter('lucky'));
    expect([changed.started !== next.started, changed.quiz.questions.length]).toEqual([true, 1]);
  });

  test('is identified by their ticket, which is required', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'ticket' });
    const [mine = '', other = ''] = await quizzes.tickets(quiz, 2);
    for (const query of [{}, { ticket: 'AAAA-AAAA-AAAA-AAAA' }]) {
      const refused = await quizzes.start(quiz, {}, query);
      expect([refused.status, faultsIn(refused)]).toEqual([422, ['ticket']]);
    }
    const first = await again(quiz, { ticket: mine });
    expect((await again(quiz, { ticket: mine })).started).toBe(first.started);
    const refused = await quizzes.attempt(quiz, { answers: {}, ticket: other, started: first.started });
    expect([refused.status, refused.at('errors.started')]).toEqual([
      422,
      ['Invalid `started` token. Start the quiz again.'],
    ]);
    expect((await quizzes.attempt(quiz, { answers: {}, ticket: mine, started: first.started })).status).toBe(201);
    expect(codeIn(await quizzes.start(quiz, {}, { ticket: mine }))).toBe('already_answered');
  });

  test('is identified by their address with one_per "ip"', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'ip' });
    const at = (address: string) => quizzes.start(quiz, { 'x-forwarded-for': address });
    const [first, same, other] = [await at('198.51.100.1'), await at('198.51.100.1'), await at('198.51.100.2')].map(
      read,
    );
    expect(same?.started).toBe(first?.started);
    expect(other?.started).not.toBe(first?.started);
  });

  test('gets one start from 20 parallel requests', async () => {
    const quiz = await quizzes.make({ ...draws, one_per: 'browser' });
    const starts = await Promise.all(Array.from({ length: 20 }, () => again(quiz, voter('hasty'))));
    expect(new Set(starts.map(({ started }) => started)).size).toBe(1);
  });
});

test('counts starts against the rate limit of the address', async () => {
  const quiz = await quizzes.make({});
  const from = { 'x-forwarded-for': '198.51.100.77' };
  const starts = await Promise.all(Array.from({ length: 31 }, () => quizzes.start(quiz, from)));
  const refused = starts.filter(({ status }) => status === 429);
  expect([refused.length, refused[0]?.headers.get('retry-after')]).toEqual([1, expect.stringMatching(/^\d+$/)]);
});

describe('an attempt with a time limit', () => {
  test('must contain its start token', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const refused = await quizzes.attempt(quiz, { answers: {} });
    expect([refused.status, refused.at('errors.started')]).toEqual([
      ...[422, ['Required. Start the quiz first and send the `started` token of the response.']],
    ]);
  });

  test('is accepted up to five seconds after its time limit', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await start(quiz);
    const other = await start(quiz);
    now += 65 * second;
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started })).status).toBe(201);
    now += 1;
    const late = await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: other.started });
    expect([late.status, late.at('code')]).toEqual([409, 'too_late']);
    expect((await quizzes.attempts(quiz)).length).toBe(1);
  });

  test('that was accepted can be repeated after the time limit', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await start(quiz);
    const more = { headers: { 'Idempotency-Key': 'late' }, from: '192.0.2.8' };
    const first = await quizzes.attempt(quiz, { answers: {}, started }, more);
    now += 3_600 * second;
    expect((await quizzes.attempt(quiz, { answers: {}, started }, more)).text).toBe(first.text);
  });

  test('is refused with the start of another quiz, of other questions, or a modified one', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const other = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await start(quiz);
    const middle = started[40] === 'A' ? 'B' : 'A';
    const altered = started.slice(0, 40) + middle + started.slice(41);
    for (const [one, text] of [
      [other, started],
      [quiz, altered],
      [quiz, ''],
      [quiz, `${started}A`],
    ] as const) {
      const refused = await quizzes.attempt(one, { answers: {}, started: text });
      expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, ['started']]);
    }
    await quizzes.owner('PATCH', `/quizzes/${quiz}`, { questions: everyQuestionType.slice(1) });
    const outdated = await quizzes.attempt(quiz, { answers: {}, started });
    expect([outdated.status, Object.keys(Object(outdated.at('errors')))]).toEqual([422, ['started']]);
  });

  test('continues after the owner changes texts and times, with the current time limit', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60, questions: plainQuestions(4), draw: 2 });
    const { quiz: view, started } = await start(quiz);
    const { questions } = JSON.parse((await quizzes.owner('GET', `/quizzes/${quiz}`)).text).data;
    const changed = await quizzes.owner('PATCH', `/quizzes/${quiz}`, {
      title: 'Mended',
      closes_at: '2050-01-01T00:00:00Z',
      time_limit_seconds: 600,
      questions: questions.map((question: object) => ({ ...question, prompt: 'Mended', answer: false })),
    });
    expect([changed.status, changed.at('data.version')]).toEqual([200, 2]);
    now += 500 * second;
    const answers = Object.fromEntries(idsOf(view.questions).map((id) => [id, false]));
    const accepted = await quizzes.attempt(quiz, { answers, started });
    expect([accepted.status, accepted.at('data.score'), accepted.at('data.max_score')]).toEqual([201, 2, 2]);
  });

  test('uses up its start: one of 200 parallel attempts is accepted', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60 });
    const { started } = await start(quiz);
    const many = await Promise.all(Array.from({ length: 200 }, () => quizzes.attempt(quiz, { answers: {}, started })));
    expect(many.filter(({ status }) => status === 201).length).toBe(1);
    expect(many.filter((one) => one.status === 409 && one.at('code') === 'already_answered').length).toBe(199);
    expect((await quizzes.attempts(quiz)).length).toBe(1);
    expect(await quizzes.results(quiz)).toMatchObject({ attempts_count: 1 });
    // Even a reset does not make it valid again.
    expect((await quizzes.owner('DELETE', `/quizzes/${quiz}/attempts?all=true`)).status).toBe(204);
    expect((await quizzes.attempt(quiz, { answers: {}, started })).status).toBe(409);
  });

  test('uses up its start when it changes an earlier attempt', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 60, one_per: 'browser', allow_change: true });
    const starts = await Promise.all(Array.from({ length: 3 }, () => start(quiz)));
    const [first, second, third] = starts.map(({ started }) => started);
    const voter = 'visitor-000000000001';
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o1' }, started: first, voter })).status).toBe(201);
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: second, voter })).status).toBe(200);
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: second, voter })).status).toBe(409);
    expect((await quizzes.attempt(quiz, { answers: { q1: 'o2' }, started: first, voter })).status).toBe(409);
    const both = await Promise.all([1, 2].map(() => quizzes.attempt(quiz, { answers: {}, started: third, voter })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await quizzes.attempts(quiz)).length).toBe(1);
  });
});

describe('a draw', () => {
  test('gives each visitor some questions of the pool, and only marks those', async () => {
    const quiz = await quizzes.make({ questions: plainQuestions(10), draw: 4, reveal: 'answers' });
    const seen = new Set<string>();
    for (let round = 0; round < 50; round++) {
      const { quiz: view, started, expires_at } = await start(quiz);
      const drawn = idsOf(view.questions);
      expect([drawn.length, view.questions_count, expires_at]).toEqual([4, 4, null]);
      expect(drawn).toEqual([...drawn].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
      for (const id of drawn) seen.add(id);
      const answers = Object.fromEntries(drawn.slice(1).map((id) => [id, true]));
      const accepted = await quizzes.attempt(quiz, { answers, started });
      expect([accepted.status, accepted.at('data.score'), accepted.at('data.max_score')]).toEqual([201, 3, 4]);
      expect(idsOf(z.array(z.object({ id: z.string() })).parse(accepted.at('data.questions')))).toEqual(drawn);
    }
    // The probability that fifty draws of four miss one of ten questions is 1e-10.
    expect(seen.size).toBe(10);
    expect(await quizzes.results(quiz)).toMatchObject({ attempts_count: 50, distribution: [{ score: 3, count: 50 }] });
  });

  test('refuses answers to questions that were not drawn, and attempts without start', async () => {
    const quiz = await quizzes.make({ questions: plainQuestions(3), draw: 1 });
    const { quiz: view, started } = await start(quiz);
    const undrawn = ['q1', 'q2', 'q3'].find((id) => id !== view.questions[0]?.id) ?? '';
    const refused = await quizzes.attempt(quiz, { answers: { [undrawn]: true }, started });
    expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, [`answers.${undrawn}`]]);
    expect((await quizzes.attempt(quiz, { answers: {} })).at('errors.started')).toBeDefined();
    // A refused attempt does not use up the start.
    expect((await quizzes.attempt(quiz, { answers: {}, started })).status).toBe(201);
  });
});

describe('the order of options', () => {
  const listed = ['Moon', 'Earth', 'Sun'];
  const questions = [
    { type: 'order', prompt: 'By size?', options: listed, answer: ['o1', 'o2', 'o3'] },
    {
      ...everyQuestionType[6],
      options: ['Cat', 'Dog', 'Cow', 'Owl'],
      answer: { o1: 't1', o2: 't2', o3: 't3', o4: 't1' },
    },
    { type: 'single', prompt: 'Which?', options: ['a', 'b', 'c', 'd'], answer: 'o1' },
  ];
  const views = async (quiz: string) => {
    const starts = await Promise.all(Array.from({ length: 40 }, () => start(quiz)));
    return starts.map(({ quiz: view }) => new Map(view.questions.map((question) => [question.id, question])));
  };
  const orders = (list: readonly (readonly { id: string }[] | undefined)[]) =>
    new Set(list.map((parts) => idsOf(parts ?? []).join(' ')));

  test('is never the correct one, and differs between starts, for order and match questions', async () => {
    const seen = await views(await quizzes.make({ questions }));
    const shown = orders(seen.map((view) => view.get('q1')?.options));
    expect(shown.has('o1 o2 o3')).toBe(false);
    expect(shown.size).toBeGreaterThan(1);
    expect(orders(seen.map((view) => view.get('q2')?.targets)).size).toBeGreaterThan(1);
  });

  test("is the author's for other types, unless they are shuffled", async () => {
    const plain = await views(await quizzes.make({ questions }));
    expect(orders(plain.map((view) => view.get('q3')?.options))).toEqual(new Set(['o1 o2 o3 o4']));
    expect(orders(plain.map((view) => view.get('q2')?.options))).toEqual(new Set(['o1 o2 o3 o4']));
    expect(new Set(plain.map((view) => [...view.keys()].join(' ')))).toEqual(new Set(['q1 q2 q3']));
    const mixed = await views(await quizzes.make({ questions, shuffle_questions: true, shuffle_options: true }));
    expect(orders(mixed.map((view) => view.get('q3')?.options)).size).toBeGreaterThan(1);
    expect(orders(mixed.map((view) => view.get('q2')?.options)).size).toBeGreaterThan(1);
    expect(new Set(mixed.map((view) => [...view.keys()].join(' '))).size).toBeGreaterThan(1);
  });
});

test('reports faults of a start like other faults', async () => {
  const quiz = await quizzes.make({ time_limit_seconds: 5 });
  const refused = await call(server, 'POST', `/api/v1/quizzes/${quiz}/attempts`, { body: { answers: {}, started: 5 } });
  expect(faultsIn(refused)).toEqual(['started']);
});
