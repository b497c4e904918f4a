import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { createFormBrowser } from '../support/browser/form-browser.js';
import { call, newAddress } from '../support/http/http-client.js';
import { base, elsewhere, type FrameworkHost } from './define.js';
import { frameworkHosts } from './hosts.js';

type Created = ReturnType<FrameworkHost['create']>;

async function start(
  host: FrameworkHost,
): Promise<{ askwell: Created['askwell']; url: string; close(): Promise<void> }> {
  const { askwell, listener } = host.create({
    database: ':memory:',
    baseUrl: `http://127.0.0.1${base}`,
    trustProxy: ['127.0.0.1'],
    limits: { liveReaders: 1 },
    logger: silentLogger,
  });
  const server = createServer(await listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    askwell,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await askwell.close();
    },
  };
}

describe.each(frameworkHosts)('$name', (host) => {
  let app: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    app = await start(host);
  });
  afterEach(() => app.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    call(app, 'GET', path, { headers: { connection: 'close', ...headers } });

  test.each([base, `${base}?x=1`])('shows the landing page at %s, with links below the base path', async (path) => {
    const page = await get(path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(`href="${base}/`)]);
  });

  test("opens the dashboard to the app's user without a form", async () => {
    const browser = createFormBrowser(app, { 'x-user': 'member' });
    const page = await browser.open(`${base}/dashboard/account`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('member@example.com')]);
    expect(await app.askwell.accounts.get('member')).toMatchObject({ externalId: 'member', name: 'member' });
    expect((await createFormBrowser(app).open(`${base}/dashboard/account`)).status).not.toBe(200);
  });

  test('shows a page when getUser fails, and serves the next request', async () => {
    const broken = await get(`${base}/dashboard/account`, { 'x-user': 'broken', accept: 'text/html' });
    expect([broken.status, broken.headers.get('content-type')]).toEqual([500, expect.stringContaining('text/html')]);
    expect((await get(`${base}/readyz`)).status).toBe(200);
  });

  test('passes requests on that are not for Askwell', async () => {
    const other = await get('/elsewhere');
    expect([other.status, other.text]).toEqual([418, elsewhere]);
    expect((await get(`${base}lsters`)).status).toBe(418);
    expect((await get(`${base}/nothing`)).status).toBe(host.passesOn ? 418 : 404);
  });

  test('counts votes by the address of the connection', async () => {
    const vote = async (from: string): Promise<number> => {
      const options = { body: {}, from, headers: { connection: 'close' } };
      return (await call(app, 'POST', `${base}/api/v1/polls/poll_unknown/votes`, options)).status;
    };
    const visitor = newAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push(await vote(visitor));
    expect(statuses).toEqual([...Array(30).fill(404), 429]);
    // The header of the proxy is only read where the connection's own address is known.
    expect(await vote(newAddress())).toBe(404);
  });

  test('ends a live stream when its reader disconnects', async () => {
    const account = await app.askwell.accounts.ensure({
      externalId: 'member',
      name: 'Member',
      email: 'member@example.com',
    });
    const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' as const };
    const poll = await app.askwell.polls.create(account, draft);
    const follow = (signal?: AbortSignal) =>
      fetch(`${app.url}${base}/embed/polls/${poll.id}/live`, signal ? { signal } : {});

    const reader = new AbortController();
    const first = await follow(reader.signal);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const events = first.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !text.includes('data: '); ) text += (await events?.read())?.value ?? expect.unreachable(text);
    const second = await follow();
    await second.body?.cancel();
    expect(second.status).toBe(503);

    reader.abort();
    await expect
      .poll(async () => {
        const next = await follow();
        await next.body?.cancel();
        return next.status;
      })
      .toBe(200);
  });
});
