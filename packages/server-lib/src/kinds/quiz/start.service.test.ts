import { describe, expect, test } from 'vitest';
import { plainQuestions } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { idsOf, readStart } from '../../../test/support/asks/quiz-starts.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn } from '../../../test/support/http/parse-replies.js';

const quizzes = useQuizServer();
const second = 1_000;

/** Starts a quiz with the body of a POST, so that the URL contains no secret. */
const post = (quiz: string, body: unknown, headers: Record<string, string> = {}) =>
  call(quizzes.server, 'POST', `/embed/quizzes/${quiz}/start`, { body, headers });

describe('a start by POST', () => {
  test('a POST returns the same start as a GET with the same voter', async () => {
    const quiz = await quizzes.make({ one_per: 'browser', draw: 2 });
    const voter = 'visitor-number-one';
    const posted = await post(quiz, { voter });
    expect([posted.status, posted.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { started } = readStart(posted);
    expect(readStart(await quizzes.start(quiz, {}, { voter })).started).toBe(started);
    expect(readStart(await post(quiz, { voter, started })).started).toBe(started);
    expect(readStart(await post(quiz, { voter: 'visitor-number-two' })).started).not.toBe(started);
    expect((await quizzes.attempt(quiz, { answers: {}, started, voter })).status).toBe(201);
  });

  test('a POST accepts a ticket, and its errors name the invalid member', async () => {
    const quiz = await quizzes.make({ one_per: 'ticket', draw: 2 });
    const [ticket] = await quizzes.tickets(quiz, 1);
    expect((await post(quiz, { ticket })).status).toBe(200);
    const refused = [
      [{}, 'ticket'],
      [{ ticket: null }, 'ticket'],
      [{ ticket: 'ABCD-EFGH-JKMN-PQRS' }, 'ticket'],
      [{ ticket, voter: 'short' }, 'voter'],
      [{ ticket, name: 'Visitor' }, 'name'],
      [[ticket], 'body'],
    ] as const;
    for (const [body, path] of refused) {
      const reply = await post(quiz, body);
      expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, [path]]);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('a POST with a form body is refused, and counts for the rate limit', async () => {
    const quiz = await quizzes.make({});
    const form = await post(quiz, 'voter=visitor-number-one', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([form.status, codeIn(form)]).toEqual([415, 'unsupported_media_type']);
    const navigation = await post(quiz, {}, { 'sec-fetch-site': 'cross-site' });
    expect([navigation.status, codeIn(navigation)]).toEqual([403, 'forbidden']);
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    const starts = await Promise.all(Array.from({ length: 31 }, () => post(quiz, {}, headers)));
    expect(
      starts
        .map(({ status }) => status)
        .sort()
        .slice(-2),
    ).toEqual([200, 429]);
  });
});

describe('a start', () => {
  test('a start returns the questions, a signed token and the expiry, and stores nothing', async () => {
    const quiz = await quizzes.make({ time_limit_seconds: 90 });
    const reply = await quizzes.start(quiz, { Origin: 'https://example.com' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(reply.headers.has('ratelimit')).toBe(false);
    const { quiz: view, expires_at } = readStart(reply);
    expect(view).toMatchObject({ id: quiz, accepting: true, needs_start: true, questions_count: 7 });
    expect(idsOf(view.questions)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7']);
    expect(expires_at).toBe(new Date(quizzes.clock.now().getTime() + 90 * second).toISOString().replace('Z', '000Z'));
  });

  test('any quiz can be started without identification', async () => {
    const quiz = await quizzes.make({});
    const starts = await Promise.all(Array.from({ length: 40 }, () => quizzes.start(quiz)));
    expect(new Set(starts.map((one) => readStart(one).started)).size).toBe(40);
    const { started, expires_at, quiz: view } = readStart(await quizzes.start(quiz));
    expect([expires_at, view.needs_start]).toEqual([null, false]);
    expect((await quizzes.attempt(quiz, { answers: {}, started })).status).toBe(201);
    expect((await quizzes.attempt(quiz, { answers: {} })).status).toBe(201);
  });

  test('a refused start returns JSON that all origins may read', async () => {
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
    const posted = await post(closed, {});
    expect([posted.status, codeIn(posted)]).toEqual([409, 'closed']);
    const put = await call(quizzes.server, 'PUT', `/embed/quizzes/${closed}/start`, { body: {} });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('preflight requests are answered', async () => {
    const quiz = await quizzes.make({});
    const preflight = await call(quizzes.server, 'OPTIONS', `/embed/quizzes/${quiz}/start`, {
      headers: { Origin: 'https://a.example' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(preflight.headers.get('access-control-max-age')).toBe('86400');
  });

  test("a start is restricted to the origins of the quiz's site", async () => {
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

describe('an image or a link of another site does not start the time of its visitors', () => {
  const useServer = (baseUrl: string) => {
    const served = useQuizServer({ baseUrl, getUser: () => ({ id: '1', name: '', email: '' }) });
    return async (draft: object, headers: Record<string, string>, query = '') => {
      const quiz = await served.make({ questions: plainQuestions(1), time_limit_seconds: 60, ...draft });
      const path = `/embed/quizzes/${quiz}/start${query}`;
      return (await call(served.server, 'GET', path, { headers, from: '203.0.113.9' })).status;
    };
  };
  const byAddress = { one_per: 'ip' };
  const https = useServer('https://quiz.example');
  const local = useServer('http://localhost:3000');
  const plain = useServer('http://quiz.example');

  test.each([
    ['https', https],
    ['localhost', local],
    ['plain HTTP', plain],
  ])('an image or a link of another site starts nothing over %s', async (_name, start) => {
    expect(await start(byAddress, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(403);
    expect(await start(byAddress, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' })).toBe(403);
    // Scripts of pages that embed the quiz, and scripts of Askwell's own pages.
    expect(await start(byAddress, { 'sec-fetch-site': 'cross-site', origin: 'https://blog.example' })).toBe(200);
    expect(await start(byAddress, { 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  test('on hosts where browsers send `Sec-Fetch-Site`, other programs need no header', async () => {
    expect(await https(byAddress, {})).toBe(200);
    expect(await local(byAddress, {})).toBe(200);
  });

  test('over plain HTTP, a start without `Sec-Fetch-Site` needs a header or secret that only a script can send', async () => {
    expect(await plain(byAddress, {})).toBe(403);
    expect(await plain({ one_per: 'user' }, {})).toBe(403);
    expect(await plain(byAddress, { 'x-requested-with': 'askwell' })).toBe(200);
    expect(await plain(byAddress, { origin: 'http://intranet.example' })).toBe(200);
    // Either the URL identifies the visitor, or the visitor is not identified.
    expect(await plain({ one_per: null }, {})).toBe(200);
    expect(await plain({ one_per: 'browser' }, {}, '?voter=0123456789abcdef')).toBe(200);
  });
});

test('starts count towards the rate limit of the address', async () => {
  const quiz = await quizzes.make({});
  const from = { 'x-forwarded-for': '198.51.100.77' };
  const starts = await Promise.all(Array.from({ length: 31 }, () => quizzes.start(quiz, from)));
  const refused = starts.filter(({ status }) => status === 429);
  expect([refused.length, refused[0]?.headers.get('retry-after')]).toEqual([1, expect.stringMatching(/^\d+$/)]);
});

test('faults of a start are reported like other faults', async () => {
  const quiz = await quizzes.make({ time_limit_seconds: 5 });
  const refused = await call(quizzes.server, 'POST', `/api/v1/quizzes/${quiz}/attempts`, {
    body: { answers: {}, started: 5 },
  });
  expect(faultsIn(refused)).toEqual(['started']);
});
