import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, wordsOf } from '../../test/support/forms.js';
import { startServer, type TestServer } from '../../test/support/server.js';
import { AskwellError, type ErrorCode } from '../errors.js';
import type { HttpExchange } from '../http/exchange.js';
import { enabledPagesOf } from '../web/enabled-pages.js';
import { createErrorPage } from './error-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('an unknown address is a page that leads back', async () => {
  const page = await createFormBrowser(server.url).open('/nowhere');
  expect(page.status).toBe(404);
  expect(wordsOf(page)).toContain('This page does not exist');
  expect(page.text).toContain('href="/"');
});

test('a method that is not taken is a page that names those that are', async () => {
  const page = await createFormBrowser(server.url).send('/login', { method: 'DELETE' });
  expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

describe('a program that asks for JSON', () => {
  test.each([
    ['application/json', true],
    ['application/problem+json', true],
    ['application/json, text/plain, */*', true],
    ['text/html,application/xhtml+xml,application/json;q=0.9', false],
    ['*/*', false],
    ['text/html', false],
  ])('by %s: %j', async (accept, isJson) => {
    const page = await createFormBrowser(server.url).open('/nowhere', { accept });
    const type = isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
    expect([page.status, page.headers.get('content-type')]).toEqual([404, type]);
    if (isJson) expect(JSON.parse(page.text)).toEqual({ message: expect.any(String), code: 'not_found' });
  });
});

const failing: Pick<HttpExchange, 'base' | 'header'> = { base: '/x', header: () => undefined };

test.each([
  ['malformed', 400],
  ['forbidden', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['conflict', 409],
  ['gone', 410],
  ['too_large', 413],
  ['unsupported_media_type', 415],
  ['invalid', 422],
  ['rate_limited', 429],
  ['internal', 500],
  ['unavailable', 503],
] satisfies [ErrorCode, number][])('%s is a page of its own, in words', (code, status) => {
  const error = new AskwellError(code, undefined, { retryAfter: 7, cause: new Error('a detail of ours') });
  const reply = createErrorPage(enabledPagesOf())(error, failing);
  expect(reply.status).toBe(status);
  expect(reply.body).toContain('<h1>');
  expect(reply.body).not.toContain('a detail of ours');
  expect(reply.headers.join('|')).toContain('retry-after|7');
});
