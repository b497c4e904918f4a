import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { call, createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all, sql } from '../../db/sql/statement.js';

const home = 'https://app.example';
const listed = 'https://shop.example';

let server: TestServer;
let client: ReturnType<typeof createClient>;
let key: string;
/** The number of times that the user lookup of the host app was called. */
let looks = 0;
beforeAll(async () => {
  server = await startService({
    baseUrl: home,
    userOrigins: [listed],
    signInUrl: '/login?next={next}',
    // The host app identifies its users by a custom header in place of a cookie.
    getUser({ headers }) {
      looks++;
      const id = headers.get('x-user');
      return id === null ? null : { id, name: '', email: '' };
    },
  });
  client = createClient(server);
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'user' };

async function createPoll(more: object = {}): Promise<string> {
  const reply = await client('POST', '/polls', { key, body: { ...lunch, ...more } });
  expect(reply.status, reply.text).toBe(201);
  return reply.id('data.id');
}

async function createListedPoll(origin = listed): Promise<string> {
  const site = await client('POST', '/sites', { key, body: { name: 'Shop', origins: [origin] } });
  return createPoll({ site_id: site.at('data.id') });
}

interface Sent {
  readonly user?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const headersOf = ({ user, headers = { 'sec-fetch-site': 'same-origin' } }: Sent) => ({
  ...headers,
  ...(user === undefined ? {} : { 'x-user': user }),
});

const vote = (poll: string, sent: Sent = {}) =>
  client('POST', `/polls/${poll}/votes`, { body: { choices: ['o1'], ...sent.body }, headers: headersOf(sent) });

const visitor = (poll: string, sent: Sent = {}, query = '') =>
  call(server, 'GET', `/embed/polls/${poll}/visitor${query}`, { headers: headersOf(sent) });

/** Sends the `voter` in the body of a POST, so that the URL contains no secret. */
const identify = (poll: string, body: unknown, sent: Sent = {}) =>
  call(server, 'POST', `/embed/polls/${poll}/visitor`, { body, headers: headersOf(sent) });

const countOf = async (poll: string) => (await client('GET', `/polls/${poll}`, { key })).at('data.answers_count');

describe.each(kindsUnderTest)('one answer per user of $plural', ({ plural, answers, draft, answer }) => {
  test('each signed-in user can answer once, and visitors without a user cannot answer', async () => {
    const created = await client('POST', `/${plural}`, { key, body: { ...draft, one_per: 'user' } });
    const id = created.id('data.id');
    const send = (sent: Sent) =>
      client('POST', `/${plural}/${id}/${answers}`, { body: answer, headers: headersOf(sent) });
    const refused = await send({});
    expect([refused.status, refused.body]).toEqual([401, { message: 'Sign in to answer.', code: 'sign_in_required' }]);
    const replies = [await send({ user: '1' }), await send({ user: '1' }), await send({ user: '2' })];
    expect(replies.map((reply) => [reply.status, reply.at('code')])).toEqual([
      [201, undefined],
      [409, 'already_answered'],
      [201, undefined],
    ]);
    const list = await client('GET', `/${plural}/${id}/${answers}`, { key });
    expect(list.at('data.0.respondent')).toBeNull();
    expect(list.at('data.0.voter_ref')).toMatch(/^[0-9a-f]{32}$/);
    await expect(server.askwell.accounts.get('1')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a session, a voter and an in-process call of a user are one voter', async () => {
  const ways: ((poll: string) => Promise<unknown>)[] = [
    async (poll) => (await vote(poll, { user: 'ü/1' })).at('code'),
    async (poll) => (await vote(poll, { headers: {}, body: { voter: server.askwell.voterOf('ü/1') } })).at('code'),
    (poll) =>
      server.askwell.polls.vote(poll, { choices: ['o1'] }, { id: 'ü/1' }).then(
        () => undefined,
        (error) => Object(error).code,
      ),
    async (poll) => {
      const body = { answers: [{ choices: ['o1'], user: 'ü/1' }] };
      const reply = await client('POST', `/polls/${poll}/votes/batch`, { key, body });
      return Object(reply.at('data.0')).code;
    },
  ];
  for (const first of ways) {
    const poll = await createPoll();
    expect(await first(poll)).toBeUndefined();
    for (const way of ways) expect(await way(poll)).toBe('already_answered');
    expect(await countOf(poll)).toBe(1);
  }
});

test('an anonymous answer is stored with a hash of the user that differs between asks, and never with the ID', async () => {
  const user = 'the-user-of-an-anonymous-answer';
  const polls = [await createPoll(), await createPoll()];
  for (const poll of polls) await vote(poll, { user });
  const refs = await Promise.all(
    polls.map(async (poll) => (await client('GET', `/polls/${poll}/votes`, { key })).at('data.0.voter_ref')),
  );
  expect(new Set(refs).size).toBe(2);
  for (const table of [sql`askwell_answers`, sql`askwell_changes`]) {
    const rows = await server.services.store.read(all<Record<string, unknown>>`select * from ${table}`);
    const stored = rows.flatMap((row) =>
      Object.values(row).map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : cell)),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(stored.filter((cell) => String(cell).includes(user.slice(0, 8)))).toEqual([]);
  }
});

test('a forged or altered voter identifies nobody, not even the signed-in user', async () => {
  const poll = await createPoll();
  const [id = '', signature = ''] = server.askwell.voterOf('1').split('.');
  const other = server.askwell.voterOf('2').split('.')[0];
  const last = signature.at(-1) === 'A' ? 'B' : 'A';
  for (const voter of [`${other}.${signature}`, `${id}.${signature.slice(0, -2)}${last}${signature.at(-1)}`]) {
    const reply = await vote(poll, { user: '1', body: { voter } });
    expect([reply.status, reply.at('code')]).toEqual([401, 'sign_in_required']);
    expect((await visitor(poll, { user: '1' }, `?voter=${voter}`)).at('data.signed_in')).toBe(false);
  }
  expect((await vote(poll, { user: '1', body: { voter: 'made-by-a-browser' } })).status).toBe(201);
});

test('the longest user ID gets a voter, and a longer ID is refused', async () => {
  const poll = await createPoll();
  const longest = '\u{ffff}'.repeat(255);
  expect((await vote(poll, { body: { voter: server.askwell.voterOf(longest) } })).status).toBe(201);
  const browsers = await createPoll({ one_per: 'browser' });
  expect((await vote(browsers, { body: { voter: server.askwell.voterOf(longest) } })).status).toBe(201);
  expect((await vote(browsers, { body: { voter: 'x'.repeat(201) } })).status).toBe(422);
});

test('with `one_per: "browser"`, the voter of a user identifies the same visitor as in-process calls', async () => {
  const poll = await createPoll({ one_per: 'browser' });
  await server.askwell.polls.vote(poll, { choices: ['o1'] }, { id: '1' });
  expect((await vote(poll, { body: { voter: server.askwell.voterOf('1') } })).at('code')).toBe('already_answered');
});

describe('a request of another site', () => {
  const evil = 'https://evil.example';
  test.each([
    { 'sec-fetch-site': 'cross-site', origin: evil },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.app.example' },
    { origin: evil },
    { origin: 'null' },
  ])('a request of another site with %j does not answer as the signed-in user', async (headers) => {
    const poll = await createPoll();
    const reply = await vote(poll, { user: '1', headers });
    expect([reply.status, reply.at('code'), reply.headers.get('access-control-allow-credentials')]).toEqual([
      401,
      'sign_in_required',
      null,
    ]);
    const form = await call(server, 'POST', `/api/v1/polls/${poll}/votes`, {
      body: 'choices=o1',
      headers: { ...headers, 'x-user': '1', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(401);
    expect((await visitor(poll, { user: '1', headers })).at('data')).toEqual({
      signed_in: false,
      answered: false,
      answer: null,
    });
    expect(await countOf(poll)).toBe(0);
  });

  test('a request of another site answers as the user if the site lists its origin, with credentials', async () => {
    const poll = await createListedPoll();
    const headers = { 'sec-fetch-site': 'cross-site', origin: listed };
    const reply = await vote(poll, { user: '1', headers });
    const cors = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary'];
    expect([reply.status, ...cors.map((name) => reply.headers.get(name))]).toEqual([201, listed, 'true', 'Origin']);
    const state = await visitor(poll, { user: '1', headers });
    expect([state.at('data'), ...cors.map((name) => state.headers.get(name))]).toEqual([
      { signed_in: true, answered: true, answer: reply.at('data.id') },
      listed,
      'true',
      'Origin',
    ]);
    expect((await vote(poll, { user: '2', headers: { ...headers, origin: evil } })).status).toBe(403);
  });

  test('a preflight allows credentials only if the origin is listed and the ask needs a user', async () => {
    const preflight = async (poll: string, origin: string) => {
      const reply = await call(server, 'OPTIONS', `/api/v1/polls/${poll}/votes`, { headers: { origin } });
      expect(reply.status).toBe(204);
      return [reply.headers.get('access-control-allow-origin'), reply.headers.get('access-control-allow-credentials')];
    };
    const poll = await createListedPoll();
    expect(await preflight(poll, listed)).toEqual([listed, 'true']);
    expect(await preflight(poll, evil)).toEqual(['*', null]);
    expect(await preflight(await createPoll(), listed)).toEqual(['*', null]);
    await client('PATCH', `/polls/${poll}`, { key, body: { one_per: 'browser' } });
    expect(await preflight(poll, listed)).toEqual(['*', null]);
  });
});

describe('the state of a visitor', () => {
  test('the state of a visitor says whether a user is signed in and has answered, and is not cached', async () => {
    const poll = await createPoll();
    const before = await visitor(poll, { user: '1' });
    expect([before.at('data'), before.headers.get('cache-control')]).toEqual([
      { signed_in: true, answered: false, answer: null },
      'no-store',
    ]);
    const answer = (await vote(poll, { user: '1' })).at('data.id');
    expect((await visitor(poll, { user: '1' })).at('data')).toEqual({ signed_in: true, answered: true, answer });
    const voter = server.askwell.voterOf('1');
    expect((await visitor(poll, { headers: {} }, `?voter=${voter}`)).at('data.answered')).toBe(true);
    expect((await visitor(poll)).at('data')).toEqual({ signed_in: false, answered: false, answer: null });
  });

  test('the state of a visitor is returned for a `voter` in a body, and for a session', async () => {
    const poll = await createPoll();
    const answer = (await vote(poll, { user: '1' })).at('data.id');
    const known = { signed_in: true, answered: true, answer };
    const reply = await identify(poll, { voter: server.askwell.voterOf('1') }, { headers: {} });
    expect([reply.status, reply.at('data'), reply.headers.get('cache-control')]).toEqual([200, known, 'no-store']);
    expect((await identify(poll, {}, { user: '1' })).at('data')).toEqual(known);
    expect((await identify(poll, {})).at('data.signed_in')).toBe(false);
    const other = { voter: server.askwell.voterOf('2') };
    expect((await identify(poll, other, { user: '1' })).at('data.answered')).toBe(false);
    const refused = [
      [{ voter: 'short' }, 422, 'invalid'],
      [{ voter: 7 }, 422, 'invalid'],
      [{ user: '1' }, 422, 'invalid'],
      [[], 422, 'invalid'],
      ['voter=short', 400, 'malformed'],
    ] as const;
    for (const [body, status, code] of refused) {
      const error = await identify(poll, body);
      expect([error.status, error.at('code'), error.headers.get('access-control-allow-origin')]).toEqual([
        status,
        code,
        '*',
      ]);
    }
  });

  test('the state of a visitor is returned to pages of other origins after a preflight', async () => {
    const poll = await createPoll();
    const origin = 'https://elsewhere.example';
    const preflight = await call(server, 'OPTIONS', `/embed/polls/${poll}/visitor`, { headers: { origin } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type');
    const headers = { origin, 'sec-fetch-site': 'cross-site' };
    const voter = server.askwell.voterOf('1');
    expect((await identify(poll, { voter }, { headers })).at('data.signed_in')).toBe(true);
    expect((await identify(poll, {}, { user: '1', headers })).at('data.signed_in')).toBe(false);
  });

  test('asks that need no user have no state of a visitor', async () => {
    expect((await visitor(await createPoll({ one_per: 'browser' }), { user: '1' })).status).toBe(404);
  });
});

test('an origin that only the owner lists, and not the host, gets no session', async () => {
  const origin = 'https://evil.example';
  const poll = await createListedPoll(origin);
  const refused = await vote(poll, { user: '1', headers: { origin, 'sec-fetch-site': 'cross-site' } });
  expect([refused.status, refused.at('code')]).toEqual([401, 'sign_in_required']);
  const preflight = await call(server, 'OPTIONS', `/api/v1/polls/${poll}/votes`, { headers: { origin } });
  for (const reply of [refused, preflight]) expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
});

test('a closed ask is reported as closed before the visitor signs in', async () => {
  expect((await vote(await createPoll({ status: 'closed' }))).at('code')).toBe('closed');
});

test('the public view has the sign-in page of the app, for asks that need a user', async () => {
  const viewOf = async (poll: string) => Object((await call(server, 'GET', `/embed/polls/${poll}`)).at('data.poll'));
  expect(await viewOf(await createPoll())).toMatchObject({
    one_per: 'user',
    anonymous: true,
    sign_in_url: `${home}/login?next={next}`,
  });
  expect(await viewOf(await createPoll({ one_per: 'browser' }))).toMatchObject({ anonymous: true, sign_in_url: null });
  const owned = await client('GET', `/polls/${await createPoll()}`, { key });
  expect(Object(owned.at('data'))).not.toHaveProperty('sign_in_url');
});

describe('an ask that is not anonymous', () => {
  test('an ask that is not anonymous stores the user with each answer', async () => {
    const poll = await createPoll({ anonymous: false, allow_change: true });
    await vote(poll, { user: '1' });
    await vote(poll, { body: { voter: server.askwell.voterOf('2') } });
    await vote(poll, { user: '1', body: { choices: ['o2'] } });
    await server.askwell.polls.vote(poll, { choices: ['o1'] }, { id: '3' });
    const list = await client('GET', `/polls/${poll}/votes?order=asc`, { key });
    expect([0, 1, 2].map((at) => list.at(`data.${at}.respondent`))).toEqual(['1', '2', '3']);
    const receipt = await vote(poll, { user: '4' });
    expect(Object(receipt.at('data'))).not.toHaveProperty('respondent');
  });

  test('an ask that is not anonymous requires users, and cannot change `anonymous` once there are answers', async () => {
    for (const one_per of [null, 'browser', 'ip', 'ticket']) {
      const refused = await client('POST', '/polls', { key, body: { ...lunch, one_per, anonymous: false } });
      expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, ['anonymous']]);
    }
    for (const anonymous of [true, false]) {
      const poll = await createPoll({ anonymous });
      const change = () => client('PATCH', `/polls/${poll}`, { key, body: { anonymous: !anonymous } });
      await vote(poll, { user: '1' });
      const refused = await change();
      expect([refused.status, refused.at('code')]).toEqual([409, 'conflict']);
      await client('DELETE', `/polls/${poll}/votes?all=true`, { key });
      // A visitor may have a page open that says that answers are anonymous.
      expect((await change()).status).toBe(anonymous ? 409 : 200);
    }
    const draft = await createPoll({ anonymous: true, status: 'draft' });
    expect((await client('PATCH', `/polls/${draft}`, { key, body: { anonymous: false } })).at('data.anonymous')).toBe(
      false,
    );
  });
});

test('a batch requires a user for each answer if the ask needs users, and refuses users otherwise', async () => {
  const batch = async (poll: string, member: object) => {
    const body = { answers: [{ choices: ['o1'], ...member }] };
    return Object((await client('POST', `/polls/${poll}/votes/batch`, { key, body })).at('data.0'));
  };
  const poll = await createPoll({ anonymous: false });
  const paths = (result: { errors?: object }) => Object.keys(Object(result.errors));
  expect(paths(await batch(poll, {}))).toEqual(['answers.0.user']);
  expect(paths(await batch(poll, { user: 'x'.repeat(256) }))).toEqual(['answers.0.user']);
  expect(paths(await batch(await createPoll({ one_per: 'browser' }), { user: '1' }))).toEqual(['answers.0.user']);
  expect(await batch(poll, { user: '1' })).toMatchObject({ status: 201 });
  for (const voter of [server.askwell.voterOf('2'), `AAAA.${'A'.repeat(43)}`])
    expect(paths(await batch(poll, { user: '3', voter }))).toEqual(['answers.0.voter']);
  expect(await batch(poll, { user: '2', voter: server.askwell.voterOf('2') })).toMatchObject({ status: 201 });
});

test('an Idempotency-Key belongs to the user', async () => {
  const poll = await createPoll({ anonymous: false, allow_change: true });
  const send = (user: string, choice = 'o1') => {
    const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': 'once' };
    return vote(poll, { user, headers, body: { choices: [choice] } });
  };
  const [first, again, other] = [await send('1'), await send('1'), await send('2')];
  expect([first, again, other].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect([again.at('data.id'), again.headers.get('idempotency-replayed')]).toEqual([first.at('data.id'), 'true']);
  expect(other.at('data.id')).not.toBe(first.at('data.id'));
  expect((await send('1', 'o2')).at('code')).toBe('idempotency_mismatch');
  const signedOut = await vote(poll, { headers: { 'idempotency-key': 'once' } });
  expect(signedOut.at('code')).toBe('sign_in_required');
  expect(await countOf(poll)).toBe(2);
});

test('a user has as many attempts as the quiz allows, within the maximum number of answers of the quiz', async () => {
  const question = { type: 'boolean', prompt: 'Round?', answer: true };
  const body = { title: 'Quiz', one_per: 'user', max_attempts: 2, max_answers: 3, questions: [question] };
  const quiz = (await client('POST', '/quizzes', { key, body })).id('data.id');
  const attempt = async (user: string) => {
    const sent = { body: { answers: { q1: true } }, headers: headersOf({ user }) };
    return (await client('POST', `/quizzes/${quiz}/attempts`, sent)).at('code');
  };
  const state = async (user: string) =>
    (await call(server, 'GET', `/embed/quizzes/${quiz}/visitor`, { headers: headersOf({ user }) })).at('data.answered');
  expect([await attempt('1'), await state('1')]).toEqual([undefined, false]);
  expect([await attempt('1'), await state('1'), await attempt('1')]).toEqual([undefined, true, 'already_answered']);
  expect([await attempt('2'), await attempt('3')]).toEqual([undefined, 'full']);
});

test('the user lookup runs only if the ask needs a user and the request does not name one', async () => {
  const [browsers, users] = [await createPoll({ one_per: 'browser' }), await createPoll()];
  looks = 0;
  await vote(browsers, { user: '1' });
  await call(server, 'GET', `/embed/polls/${browsers}`, { headers: { 'x-user': '1' } });
  await call(server, 'GET', `/p/${browsers}`, { headers: { 'x-user': '1' } });
  await vote(users, { user: '1', body: { voter: server.askwell.voterOf('2') } });
  expect(looks).toBe(0);
  await vote(users, { user: '1' });
  expect(looks).toBe(1);
});

test('a user that a handler passes counts as the signed-in user', async () => {
  const poll = await createPoll({ anonymous: false });
  const request = (user: { id: string; name: string; email: string } | null) =>
    server.askwell.fetch(
      new Request(`${server.url}/api/v1/polls/${poll}/votes`, {
        method: 'POST',
        body: JSON.stringify({ choices: ['o1'] }),
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-user': 'another' },
      }),
      { user, address: '198.51.100.7' },
    );
  expect((await request(null)).status).toBe(401);
  expect((await request({ id: 'passed', name: 'Passed', email: 'passed@example.com' })).status).toBe(201);
  const list = await client('GET', `/polls/${poll}/votes`, { key });
  expect([list.at('data.0.respondent'), list.at('data.1')]).toEqual(['passed', undefined]);
});

test('in process, an ask that needs a user refuses a visitor without a valid ID', async () => {
  const [users, browsers] = [await createPoll(), await createPoll({ one_per: 'browser' })];
  const { polls } = server.askwell;
  const long = 'x'.repeat(256);
  await expect(polls.vote(users, { choices: ['o1'] })).rejects.toMatchObject({ code: 'sign_in_required', status: 401 });
  await expect(polls.vote(users, { choices: ['o1'] }, { id: long })).rejects.toThrow('visitor.id: expected a string');
  await polls.vote(browsers, { choices: ['o1'] }, { id: long });
  const numeric: object = { id: 7 };
  await expect(polls.vote(browsers, { choices: ['o1'] }, numeric)).rejects.toThrow('visitor.id: expected a non-empty');
});
