import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock } from '../src/tools/testing/test-clock.js';
import { type CallOptions, call, type Reply } from './support/http/http-client.js';
import { codeIn } from './support/http/parse-replies.js';
import { createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

const paths = ['/api/v1/polls/p1/votes', '/api/v1/quizzes/q1/attempts', '/api/v1/forms/f1/submissions'] as const;
const [votes] = paths;

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let key: string;
let visitors = 0;
/** Each test has a visitor with another address. */
let visitor: string;
beforeAll(async () => {
  server = await startService({ clock: source });
  key = await (await createOwner(server.services)).key();
});
beforeEach(() => {
  visitor = `203.0.113.${++visitors}`;
});
afterAll(() => server.close());

const answer = (path: string = votes, options: CallOptions = {}, from = visitor): Promise<Reply> =>
  call(server, 'POST', path, { body: {}, ...options, headers: { 'x-forwarded-for': from, ...options.headers } });

async function times(count: number, ask: () => Promise<Reply>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await ask()).status);
  return statuses;
}

const left = (reply: Reply) => reply.headers.get('ratelimit');

describe('the limit', () => {
  test('admits 30 in a minute, and each reply has the remaining number', async () => {
    for (let n = 29; n >= 0; n--) {
      const reply = await answer();
      expect(reply.status).toBe(404);
      expect(left(reply)).toBe(`"public";r=${n};t=60`);
      expect(reply.headers.get('ratelimit-policy')).toBe('"public";q=30;w=60');
      expect(reply.headers.get('retry-after')).toBeNull();
    }
    const refused = await answer();
    expect([refused.status, codeIn(refused)]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(left(refused)).toBe('"public";r=0;t=60');
    expect(refused.headers.get('ratelimit-policy')).toBe('"public";q=30;w=60');
  });

  test('slides: requests older than a minute do not count, and waiting for the duration in Retry-After is enough', async () => {
    await times(20, answer);
    await clock.advance(25_500);
    await times(10, answer);
    await clock.advance(4_500);
    const refused = await answer();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    await clock.advance(29_999);
    expect((await answer()).status).toBe(429);
    await clock.advance(1);
    expect(await times(21, answer)).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  });

  test('is shared by the three operations', async () => {
    for (let n = 0; n < 10; n++) for (const path of paths) expect((await answer(path)).status).toBe(404);
    for (const path of paths) expect((await answer(path)).status).toBe(429);
  });

  test('counts every request, accepted or not', async () => {
    const asks: CallOptions[] = [
      { body: '{' },
      { body: 'x'.repeat(70_000) },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { key },
      { key: 'nonsense' },
      { headers: { 'idempotency-key': 'same' } },
      { headers: { 'idempotency-key': 'same' } },
      { headers: { origin: 'https://example.com' } },
    ];
    for (const [nth, options] of asks.entries()) {
      expect(left(await answer(votes, options))).toBe(`"public";r=${29 - nth};t=60`);
    }
    expect(left(await answer('/api/v1/polls/unknown/votes?x=1'))).toBe(`"public";r=${29 - asks.length};t=60`);
  });

  test('does not count refused requests, preflights and other paths', async () => {
    await times(29, answer);
    const headers = { 'x-forwarded-for': visitor };
    for (const path of paths) await call(server, 'OPTIONS', path, { headers });
    await call(server, 'GET', votes, { headers });
    await call(server, 'GET', '/api/v1/me', { key, headers });
    await call(server, 'GET', '/healthz', { headers });
    expect(left(await answer())).toBe('"public";r=0;t=60');
    await clock.advance(59_999);
    expect(await times(5, answer)).toEqual([429, 429, 429, 429, 429]);
    await clock.advance(1);
    expect((await answer()).status).toBe(404);
  });

  test('holds for concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => answer()));
    expect(replies.filter((reply) => reply.status === 404)).toHaveLength(30);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(70);
  });

  test('counts IPv4 clients by address, in both notations, and IPv6 clients by network', async () => {
    await times(15, () => answer(votes, {}, visitor));
    await times(15, () => answer(votes, {}, `::ffff:${visitor}`));
    expect((await answer(votes, {}, `[::ffff:${visitor}]:4711`)).status).toBe(429);
    let host = 0;
    const network = () => answer(votes, {}, `2001:db8:0:1::${(++host).toString(16)}`);
    await times(30, network);
    expect((await network()).status).toBe(429);
    expect((await answer(votes, {}, '2001:db8:0:2::1')).status).toBe(404);
  });

  test('cannot be bypassed by more addresses in the header', async () => {
    let forged = 0;
    const escaping = () => answer(votes, {}, `198.51.100.${++forged}, junk, ${visitor}`);
    await times(30, escaping);
    expect((await escaping()).status).toBe(429);
  });
});

test('a public operation ignores API keys, valid or not', async () => {
  const plain = await answer();
  for (const given of [key, 'nonsense', `${key}, ${key}`]) {
    const reply = await answer(votes, { key: given });
    expect([reply.status, reply.text]).toEqual([plain.status, plain.text]);
  }
});

test('without a trusted proxy, the header is ignored', async () => {
  const bare = await startService({ trustProxy: undefined });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) {
    const headers = { 'x-forwarded-for': `198.51.100.${n}` };
    statuses.push((await call(bare, 'POST', votes, { body: {}, headers })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  await bare.close();
});

describe('pages of other origins', () => {
  const origin = { origin: 'https://example.com' };

  function expectCors(reply: Reply): void {
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    expect(reply.headers.get('access-control-expose-headers')).toBe(
      'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, ETag, X-Askwell',
    );
  }

  test.each(paths)('may post to %s, by a preflight that is valid for a day', async (path) => {
    const preflight = {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    for (const headers of [preflight, origin, {}]) {
      const reply = await call(server, 'OPTIONS', path, { headers });
      expect([reply.status, reply.text]).toEqual([204, '']);
      expectCors(reply);
      expect(reply.headers.get('access-control-allow-methods')).toBe('POST');
      expect(reply.headers.get('access-control-allow-headers')).toBe('Content-Type, Idempotency-Key, X-Request-Id');
      expect(reply.headers.get('access-control-max-age')).toBe('86400');
      expect(reply.headers.get('ratelimit')).toBeNull();
    }
  });

  test('can read every reply, errors included', async () => {
    expectCors(await answer(votes, { headers: origin }));
    await times(29, answer);
    const refused = await answer(votes, { headers: origin });
    expect(refused.status).toBe(429);
    expectCors(refused);
  });

  test('cannot read replies that require a key', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/me'],
      ['OPTIONS', '/api/v1/me'],
      ['GET', votes],
      ['GET', '/healthz'],
      ['GET', '/login'],
    ] as const) {
      const reply = await call(server, method, path, { key, headers: origin });
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test('if the counter fails, requests are refused, and browsers can read the error', async () => {
  const lost = () => Promise.reject(new Error('connection refused'));
  const warnings: unknown[] = [];
  const logger = { info() {}, warn: (details: object) => warnings.push(details), error() {} };
  const cut = await startService({ limits: { store: { take: lost, peek: lost } }, logger });
  const reply = await call(cut, 'POST', votes, { body: {}, headers: { 'x-request-id': 'a-1' } });
  expect([reply.status, codeIn(reply), reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(reply.text).not.toContain('connection');
  expect(warnings).toEqual([expect.objectContaining({ request_id: 'a-1', method: 'POST', error: 'Error' })]);
  expect(JSON.stringify(warnings)).not.toContain('connection refused');
  await cut.close();
});
