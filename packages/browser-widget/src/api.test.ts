import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { request } from './api.js';

let warnings: string[];
let urls = 0;
/** Each test has its own URL, because the same warning is not repeated. */
let url: string;

beforeEach(() => {
  warnings = [];
  url = `https://example.com/polls/api/v1/polls/poll_${++urls}/votes`;
  vi.stubGlobal('location', new URL('https://example.com/'));
  vi.spyOn(console, 'warn').mockImplementation((text) => warnings.push(text));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const respond = (...respond: (() => Response)[]) =>
  vi.stubGlobal('fetch', async () => {
    const next = respond.shift();
    if (!next) throw new TypeError('Failed to fetch');
    return next();
  });
const html = (status: number) => () => new Response('<!doctype html><title>Page</title>', { status });
const json =
  (status: number, body: object, headers = {}) =>
  () =>
    Response.json(body, { status, headers });
/** A response of Askwell. */
const own = (status: number, body: object) => json(status, body, { 'x-askwell': '1' });
const failed = () => {
  throw new TypeError('Failed to fetch');
};

test.each<[string, () => Response, string]>([
  ['403 with a page', html(403), 'middleware of the app. Exempt /polls/ from CSRF protection.'],
  ['419 with a page', html(419), 'middleware of the app. Exempt /polls/ from CSRF protection.'],
  ['429 with a page', html(429), 'a rate limit of the app. Exempt /polls/ from it.'],
  ['404 with a page', html(404), 'the routes of the app. Pass /polls/ to Askwell.'],
  ['401 with a page', html(401), 'a sign-in page or a redirect of the app. Exempt /polls/ from it.'],
  ['200 with a page', html(200), 'a sign-in page or a redirect of the app. Exempt /polls/ from it.'],
  ['200 with other JSON', json(200, { message: 'Hello', code: 'hello' }), 'a sign-in page or a redirect'],
  ['403 of Express', json(403, { code: 'EBADCSRFTOKEN', message: 'invalid csrf token' }), 'middleware'],
  ['403 of Fastify', json(403, { statusCode: 403, code: 'FST_CSRF_INVALID_TOKEN', message: '' }), 'middleware'],
  ['429 of Nest', json(429, { statusCode: 429, message: 'ThrottlerException: Too Many Requests' }), 'a rate limit'],
  ['403 with a code as Askwell writes them', json(403, { code: 'forbidden', message: 'Forbidden.' }), 'middleware'],
  ['500 with a page', html(500), 'an error of the app. Its log says more.'],
  ['500 with JSON', json(500, { code: 'internal', message: 'Sorry.' }), 'an error of the app.'],
  ['403 with null', () => new Response('null', { status: 403 }), 'middleware'],
])('a response that is not from Askwell is told from an unreachable server: %s', async (_name, reply, cause) => {
  for (let time = 0; time < 2; time++) {
    respond(reply);
    expect((await request(url)).problem).toMatchObject({ code: 'unexpected_response' });
  }
  expect(warnings).toEqual([expect.stringContaining(cause)]);
  expect(warnings[0]).toContain(`${url} was answered ${reply().status}, not by Askwell. Likely cause: `);
});

test.each<[string, () => Response, string]>([
  ['502 of a proxy', html(502), 'offline'],
  ['503 of a proxy', html(503), 'offline'],
  ['504 of a proxy', html(504), 'offline'],
  ['a code of a proxy', json(503, { code: 'unavailable', message: 'Unavailable.' }), 'offline'],
  ['500 of Askwell', own(500, { message: 'Internal error.', code: 'internal' }), 'internal'],
  ['503 of Askwell', own(503, { message: 'Unavailable.', code: 'unavailable' }), 'unavailable'],
  ['403 of Askwell', own(403, { message: 'Forbidden.', code: 'forbidden' }), 'forbidden'],
  ['429 of Askwell', own(429, { message: 'Too many.', code: 'rate_limited' }), 'rate_limited'],
  ['a code of a newer server', own(401, { message: 'Sign in.', code: 'of_a_newer_server' }), 'of_a_newer_server'],
])('%s has the code "%s" without a warning', async (_name, reply, code) => {
  respond(reply);
  expect((await request(url)).problem).toMatchObject({ code });
  expect(warnings).toEqual([]);
});

test('without any response, the server is unreachable', async () => {
  respond();
  expect((await request(url)).problem).toMatchObject({ code: 'offline' });
  expect(warnings).toEqual([]);
});

test('a request is repeated immediately after a lost connection', async () => {
  respond(failed, html(200), json(200, { data: { id: 'vote_1' } }));
  expect(await request(url)).toEqual({ data: { id: 'vote_1' } });
  expect(warnings).toEqual([]);
});

test('a response that the browser hides is not from Askwell if the server is reachable', async () => {
  respond(failed, html(200), failed, html(200));
  expect((await request(url)).problem).toMatchObject({ code: 'unexpected_response' });
  expect(warnings).toEqual([expect.stringContaining('was answered (hidden), not by Askwell.')]);
});
