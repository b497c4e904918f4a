import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuizClient, everyQuestionType, rightAnswers } from '../../../test/support/asks/quiz-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let quizzes: Awaited<ReturnType<typeof createQuizClient>>;

beforeAll(async () => {
  server = await startService();
  quizzes = await createQuizClient(server);
});
afterAll(() => server.close());

const voter = (n: number) => `visitor-${String(n).padStart(12, '0')}`;

describe('an attempt', () => {
  test('an attempt is marked immediately, for all question types', async () => {
    const id = await quizzes.make({
      reveal: 'answers',
      pass_percentage: 50,
      bands: [{ min_percentage: 80, title: 'Top' }],
    });
    const accepted = await quizzes.attempt(id, {
      answers: rightAnswers,
      name: ' Visitor ',
      email: 'visitor@example.com',
    });
    expect(accepted.status).toBe(201);
    expect(accepted.at('data')).toEqual({
      id: expect.stringMatching(/^attempt_[0-9a-z]{20}$/),
      quiz_id: id,
      score: 7,
      max_score: 7,
      percentage: 100,
      passed: true,
      band: { min_percentage: 80, title: 'Top', message: null },
      questions: everyQuestionType.map(({ answer }, at) => ({
        id: `q${at + 1}`,
        correct: true,
        points: 1,
        max_points: 1,
        answer,
        explanation: null,
      })),
      message: null,
      redirect_url: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
  });

  test('an attempt is fully visible to the owner, independent of reveal', async () => {
    const id = await quizzes.make({ reveal: 'nothing', pass_percentage: 50 });
    const accepted = await quizzes.attempt(id, {
      answers: { q1: 'o2', q4: 'Atlantic', q3: null },
      name: 'Visitor',
      voter: voter(1),
    });
    const read = await quizzes.owner('GET', `/quizzes/${id}/attempts/${accepted.id('data.id')}`);
    expect(read.at('data')).toEqual({
      id: accepted.id('data.id'),
      quiz_id: id,
      voter_ref: expect.stringMatching(/^[0-9a-f]{32}$/),
      respondent: null,
      language: null,
      answers: { q1: 'o2', q4: 'Atlantic' },
      name: 'Visitor',
      email: null,
      score: 1,
      max_score: 7,
      percentage: 14.285714,
      passed: false,
      band: null,
      questions: everyQuestionType.map((_, at) => ({ id: `q${at + 1}`, correct: at === 0, points: at === 0 ? 1 : 0 })),
      graded_at: accepted.at('data.created_at'),
      created_at: accepted.at('data.created_at'),
      updated_at: accepted.at('data.created_at'),
      tags: [],
      note: '',
    });
    expect((await quizzes.owner('DELETE', `/quizzes/${id}/attempts/${accepted.id('data.id')}`)).status).toBe(204);
    expect(await quizzes.results(id)).toMatchObject({ attempts_count: 0, average_score: null, distribution: [] });
  });

  test.each<[string, object, string]>([
    ['no answers', {}, 'answers'],
    ['answers in a list', { answers: [] }, 'answers'],
    ['an unknown question', { answers: { q9: true } }, 'answers.q9'],
    ['an unknown option', { answers: { q1: 'o9' } }, 'answers.q1'],
    ['a list for a single choice', { answers: { q1: ['o1'] } }, 'answers.q1'],
    ['a single ID for a multiple choice', { answers: { q2: 'o1' } }, 'answers.q2'],
    ['a duplicate option', { answers: { q2: ['o1', 'o1'] } }, 'answers.q2.1'],
    ['a text for a boolean', { answers: { q3: 'true' } }, 'answers.q3'],
    ['a number for a text', { answers: { q4: 1 } }, 'answers.q4'],
    ['a text that is too long', { answers: { q4: 'x'.repeat(5_001) } }, 'answers.q4'],
    ['a text for a number', { answers: { q5: '3.14' } }, 'answers.q5'],
    ['an unknown option in an order', { answers: { q6: ['o1', 'o9'] } }, 'answers.q6.1'],
    ['an unknown target', { answers: { q7: { o1: 'o1' } } }, 'answers.q7.o1'],
    ['an unknown option in a match', { answers: { q7: { t1: 't1' } } }, 'answers.q7.t1'],
    ['an unknown member', { answers: {}, score: 7 }, 'score'],
    ['a name of 101 characters', { answers: {}, name: 'x'.repeat(101) }, 'name'],
    ['an invalid email', { answers: {}, email: 'nowhere' }, 'email'],
    ['an email of 255 characters', { answers: {}, email: `${'x'.repeat(243)}@example.com` }, 'email'],
    ['an invalid start token', { answers: {}, started: 'x' }, 'started'],
    ['a start token that is not a string', { answers: {}, started: 1 }, 'started'],
  ])('an attempt with %s is refused at its path', async (_name, body, path) => {
    const id = await quizzes.make({});
    const refused = await quizzes.attempt(id, body);
    expect(refused.status).toBe(422);
    expect(Object.keys(JSON.parse(refused.text).errors)).toEqual([path]);
  });

  test('an attempt is accepted as an HTML form with the documented names', async () => {
    const id = await quizzes.make({ reveal: 'score' });
    const fields = new URLSearchParams('q1=o2&q2=o1&q2=o3&q3=on&q4=PACIFIC&q5=3.14');
    for (const [name, value] of [
      ['q6.rank.o1', '1'],
      ['q6.rank.o2', '3'],
      ['q6.rank.o3', '2'],
      ['q7.o1', 't1'],
      ['q7.o2', 't2'],
      ['q7.o3', 't3'],
      ['name', 'Visitor'],
      ['email', ''],
      ['voter', voter(2)],
    ] as const) {
      fields.append(name, value);
    }
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const accepted = await quizzes.attempt(id, fields.toString(), { headers });
    expect(accepted.status).toBe(201);
    expect(accepted.at('data.score')).toBe(7);
    const read = await quizzes.owner('GET', `/quizzes/${id}/attempts/${accepted.id('data.id')}`);
    expect(read.at('data')).toMatchObject({
      answers: { ...rightAnswers, q4: 'PACIFIC', q5: 3.14 },
      name: 'Visitor',
      email: null,
    });

    const empty = await quizzes.attempt(id, 'q1=&q4=+&q2=o2&name=', { headers });
    expect(empty.status).toBe(201);
    expect((await quizzes.owner('GET', `/quizzes/${id}/attempts/${empty.id('data.id')}`)).at('data.answers')).toEqual({
      q2: ['o2'],
    });
    const wrong = await quizzes.attempt(id, 'q5=three&q3=maybe&q1=o1&q1=o2&q9=x&q6.rank.o1=1&q6.rank.o2=1', {
      headers,
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(JSON.parse(wrong.text).errors).sort()).toEqual(
      ['answers.q1', 'answers.q3', 'answers.q5', 'answers.q6.1', 'answers.q9'].sort(),
    );
    for (const name of ['q1.more', 'q2.o1', 'q6.o1', 'q7', 'answers', 'constructor']) {
      const refused = await quizzes.attempt(id, `q3=on&${name}=o1`, { headers });
      expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, [`answers.${name}`]]);
    }
  });

  test('a form post of a browser gets a redirect', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html,*/*' };
    const plain = await quizzes.make({});
    const accepted = await quizzes.attempt(plain, 'q1=o2', { headers });
    expect(accepted.status).toBe(303);
    expect(accepted.headers.get('location')).toMatch(new RegExp(`^/p/${plain}\\?answer=attempt_[0-9a-z]{20}$`));
    const away = await quizzes.make({ after: { url: 'https://example.com/thanks' } });
    const gone = await quizzes.attempt(away, 'q1=o2', { headers });
    expect([gone.status, gone.headers.get('location')]).toEqual([303, 'https://example.com/thanks']);
  });

  test('up to max_attempts parallel attempts are accepted', async () => {
    const id = await quizzes.make({ one_per: 'browser', max_attempts: 3 });
    const many = await Promise.all(
      Array.from({ length: 40 }, () => quizzes.attempt(id, { answers: {}, voter: voter(3) })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(37).fill(409)]);
    expect(many.filter(({ status }) => status === 409).every((one) => one.at('code') === 'already_answered')).toBe(
      true,
    );
    expect((await quizzes.attempts(id)).length).toBe(3);
    expect((await quizzes.attempt(id, { answers: {}, voter: voter(4) })).status).toBe(201);
    // Deleting an attempt allows another one.
    const [first] = await quizzes.attempts(id);
    expect((await quizzes.owner('DELETE', `/quizzes/${id}/attempts/${Object(first).id}`)).status).toBe(204);
    expect((await quizzes.attempt(id, { answers: {}, voter: voter(3) })).status).toBe(201);
    expect((await quizzes.attempt(id, { answers: {}, voter: voter(3) })).status).toBe(409);
  });

  test('an attempt replaces the newest attempt after others were deleted', async () => {
    const id = await quizzes.make({ one_per: 'browser', max_attempts: 2, allow_change: true });
    const attempt = async (q1: string) => {
      const accepted = await quizzes.attempt(id, { answers: { q1 }, voter: voter(6) });
      return { status: accepted.status, id: accepted.id('data.id') };
    };
    const [first, second] = [await attempt('o1'), await attempt('o1')];
    await quizzes.owner('DELETE', `/quizzes/${id}/attempts/${first.id}`);
    const third = await attempt('o1');
    expect(await attempt('o2')).toEqual({ status: 200, id: third.id });
    expect(await quizzes.attempts(id)).toMatchObject([
      { id: second.id, answers: { q1: 'o1' } },
      { id: third.id, answers: { q1: 'o2' } },
    ]);
  });

  test('one attempt is accepted with one_per alone, and any number without it', async () => {
    const once = await quizzes.make({ one_per: 'browser' });
    expect((await quizzes.attempt(once, { answers: {}, voter: voter(5) })).status).toBe(201);
    expect((await quizzes.attempt(once, { answers: {}, voter: voter(5) })).status).toBe(409);
    const free = await quizzes.make({});
    expect((await quizzes.attempt(free, { answers: {}, voter: voter(5) })).status).toBe(201);
    expect((await quizzes.attempt(free, { answers: {}, voter: voter(5) })).status).toBe(201);
  });

  test('a repeated attempt with the same Idempotency-Key gets the same reply', async () => {
    const id = await quizzes.make({});
    const more = { headers: { 'Idempotency-Key': 'one' }, from: '192.0.2.7' };
    const first = await quizzes.attempt(id, { answers: { q1: 'o2' } }, more);
    const again = await quizzes.attempt(id, { answers: { q1: 'o2' } }, more);
    expect(again.text).toBe(first.text);
    expect((await quizzes.attempt(id, { answers: { q1: 'o1' } }, more)).at('code')).toBe('idempotency_mismatch');
    expect((await quizzes.attempts(id)).length).toBe(1);
  });

  test('attempts are exported with stable columns', async () => {
    const id = await quizzes.make({ pass_percentage: 10 });
    await quizzes.attempt(id, { answers: { ...rightAnswers, q4: '=1+1' }, name: 'Visitor, first' });
    const csv = await quizzes.owner('GET', `/quizzes/${id}/attempts?format=csv`);
    const [head = '', row = ''] = csv.text.split('\r\n');
    expect(head).toBe(
      `id,created_at,voter_ref,name,email,score,max_score,percentage,passed,band,graded_at,${[1, 2, 3, 4, 5, 6, 7].map((n) => `answers.q${n},points.q${n}`).join(',')}`,
    );
    expect(row).toContain(',"Visitor, first",,6,7,85.714286,true,,');
    expect(row).toMatch(/,o2,1,o1 o3,1,true,1,'=1\+1,0,3\.15,1,o1 o3 o2,1,o1=t1 o2=t2 o3=t3,1$/);
  });
});
