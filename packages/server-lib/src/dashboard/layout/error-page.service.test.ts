import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { AskwellError } from '../../base/errors.js';
import { Html } from '../../base/html.js';
import type { HttpExchange } from '../../http/exchange.js';
import { createBrand } from '../../instance/options/brand.js';
import { enabledPagesOf } from '../../instance/options/enabled-pages.js';
import type { ErrorCode } from '../../shared/faults/error-codes.js';
import { createErrorPage } from './error-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

test('the page for an unknown path links to the home page', async () => {
  const page = await createFormBrowser(server).open('/nowhere');
  expect(page.status).toBe(404);
  expect(wordsOf(page)).toContain('Page not found');
  expect(page.text).toContain('href="/"');
});

test('a page for an error inside the dashboard has its navigation, and leads back to it', async () => {
  const page = await createFormBrowser(server).open('/dashboard/nowhere');
  expect(page.status).toBe(404);
  expect(page.text).toContain('<nav aria-label="Dashboard">');
  expect(page.text).toContain('<a class="button" href="/dashboard">Go to the dashboard</a>');
  expect((await createFormBrowser(server).open('/dashboards')).text).not.toContain('<nav aria-label="Dashboard">');
});

test('the page for an unsupported method names the supported ones', async () => {
  const page = await createFormBrowser(server).send('/login', { method: 'DELETE' });
  expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

describe('JSON instead of a page', () => {
  test.each([
    ['application/json', true],
    ['application/problem+json', true],
    ['application/json, text/plain, */*', true],
    ['text/html,application/xhtml+xml,application/json;q=0.9', false],
    ['*/*', false],
    ['text/html', false],
  ])('for `Accept: %s`: %j', async (accept, isJson) => {
    const page = await createFormBrowser(server).open('/nowhere', { accept });
    const type = isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
    expect([page.status, page.headers.get('content-type')]).toEqual([404, type]);
    if (isJson) expect(JSON.parse(page.text)).toEqual({ message: expect.any(String), code: 'not_found' });
  });
});

const exchange: Pick<HttpExchange, 'base' | 'path' | 'header'> = { base: '/x', path: '/', header: () => undefined };

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
] satisfies [ErrorCode, number][])('%s has an error page without internal details', (code, status) => {
  const error = new AskwellError(code, undefined, { retryAfter: 7, cause: new Error('an internal detail') });
  const reply = createErrorPage({ enabledPages: enabledPagesOf(), brand: createBrand({}) })(error, exchange);
  expect(reply.status).toBe(status);
  const text = reply.body instanceof Html ? reply.body.markup : expect.unreachable();
  expect(text).toContain('<h1>');
  expect(text).not.toContain('an internal detail');
  expect(reply.headers.join('|')).toContain('retry-after|7');
});
