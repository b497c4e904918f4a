import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './support/browser/chromium.js';
import { createFormBrowser, makeKey } from './support/browser/form-browser.js';
import { programOf } from './support/docs/page-files.js';
import { expectedOutcome, voteThroughProgram } from './support/docs/vote-through-program.js';
import { type CallOptions, call } from './support/http/http-client.js';
import { type Program, startProgram } from './support/processes/start-program.js';

/** The pages of `docs/frameworks/` with programs that need no build. */
const pages = ['node', 'express', 'fastify', 'koa', 'hono', 'nuxt'];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(pages)('the program in docs/frameworks/%s.md', (name) => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram({
      args: ['--input-type=module'],
      cwd: new URL('..', import.meta.url).pathname,
      input: await programOf(`frameworks/${name}`),
      basePath: '/polls',
    });
  });
  afterAll(() => program.stop());

  test('lets a user of the app create a poll, accepts a vote on its page, and returns the results to the app', async () => {
    const outcome = await voteThroughProgram(browser, program.url);
    expect(outcome).toMatchObject(expectedOutcome);
    expect(outcome.dashboard).toContain('member@example.com');
    expect(outcome.unknown).toBeGreaterThanOrEqual(400);
  });

  test('serves pages, forms and JSON below its path', async () => {
    const origin = program.url;
    const url = `${origin}/polls`;
    const close = { connection: 'close' };
    const send = (method: string, path: string, options: CallOptions = {}) =>
      call({ url }, method, path, { ...options, headers: close });
    expect((await send('GET', '/readyz')).status).toBe(200);

    const visitor = createFormBrowser({ url }, { cookie: 'user=member' });
    const dashboard = await visitor.open('/dashboard');
    expect([dashboard.status, dashboard.text]).toEqual([
      200,
      expect.stringContaining('href="/polls/dashboard/developers"'),
    ]);
    // `/` is a page of the app that mounts Askwell, not of Askwell.
    expect((await visitor.open('')).status).toBe(404);
    const key = await makeKey(visitor, { name: 'Host' });

    const created = await send('POST', '/api/v1/sites', {
      key,
      body: { name: 'Shop', origins: ['https://shop.example.com'] },
    });
    expect(created.status).toBe(201);
    const list = await send('GET', '/api/v1/sites?limit=1', { key });
    expect(list.body).toMatchObject({ data: [{ name: 'Shop' }], meta: { next_cursor: null } });

    const invalid = await send('POST', '/api/v1/sites', { key, body: { name: '' } });
    expect([invalid.status, invalid.body]).toMatchObject([422, { code: 'invalid' }]);
    expect((await send('GET', '/api/v1/me')).status).toBe(401);
    expect((await call({ url: origin }, 'GET', '/elsewhere', { headers: close })).status).toBe(404);

    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push((await send('POST', '/api/v1/polls/poll_unknown/votes')).status);
    // The vote of the previous test counts too.
    expect([29, 30]).toContain(statuses.indexOf(429));
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });
});
