import { createServer, type RequestListener } from 'node:http';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createHostedPageClient } from '../support/browser/hosted-page-client.js';
import { collect } from '../support/collect.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { startTlsServer, type TlsServer } from '../support/servers/start-tls-server.js';

type HostedPageClient = Awaited<ReturnType<typeof createHostedPageClient>>;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  onTestFinished(() => context.close());
  return context;
}

/** Denies storage to frames, as browsers can be configured to do. */
async function denyStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(`if (self !== top) {
    const get = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
    Object.defineProperty(self, 'localStorage', { get });
    Object.defineProperty(self, 'sessionStorage', { get });
  }`);
}

/** A site whose pages show the page with the same path on Askwell in a frame. */
const framing =
  (askwell: () => string): RequestListener =>
  (request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Elsewhere</title><iframe src="${askwell()}${request.url}"></iframe>`);
  };

const votesIn = (server: SocketServer, hosted: HostedPageClient, id: string) =>
  collect(server.askwell.polls.answers.list(hosted.account, id));

/** Votes by the widget, once it has replaced the form of the page. */
async function voteByWidget(page: Page, option: string): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.locator('[state="open"]').waitFor();
  await frame.getByRole('radio', { name: option }).check();
  await frame.getByRole('button', { name: 'Vote' }).click();
}

describe('in a frame on another site, over https', () => {
  let server: SocketServer;
  let hosted: HostedPageClient;
  let front: TlsServer;
  let sites: TlsServer;
  let site_id: number;
  let askwell: string;
  let shop: string;
  let news: string;
  beforeAll(async () => {
    front = await startTlsServer((request, response) => server.askwell.node(request, response));
    sites = await startTlsServer(framing(() => askwell));
    askwell = `https://polls.localhost:${front.port}`;
    shop = `https://shop.localhost:${sites.port}`;
    news = `https://news.localhost:${sites.port}`;
    server = await startServer({ baseUrl: askwell });
    hosted = await createHostedPageClient(server);
    const draft = { name: 'Elsewhere', origins: [shop, news] };
    site_id = (await server.services.sites.create(hosted.session.scope, draft)).id;
  });
  afterAll(async () => {
    await Promise.all([front?.close(), sites?.close()]);
    await server?.close();
  });

  const votes = (id: string) => votesIn(server, hosted, id);

  test('without JavaScript, a vote is remembered and prevents a second one', async () => {
    const id = await hosted.poll({ site_id });
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const frame = page.frameLocator('iframe');
    await page.goto(`${shop}/p/${id}`);
    await frame.getByLabel('Tea').check();
    await frame.getByRole('button', { name: 'Vote' }).click();
    await frame.getByText('Your answer has been received').waitFor();
    await page.goto(`${shop}/p/${id}`);
    await frame.getByText('You have already answered.').waitFor();
    await expect.poll(() => frame.getByRole('button', { name: 'Vote' }).count()).toBe(0);
    expect(await votes(id)).toMatchObject([{ choices: ['o1'] }]);
  });

  test('the widget remembers a vote even if it cannot store anything', async () => {
    const id = await hosted.poll({ site_id, allow_change: true });
    const context = await openContext({});
    await denyStorage(context);
    const page = await context.newPage();
    const frame = page.frameLocator('iframe');
    for (const option of ['Tea', 'Coffee']) {
      await page.goto(`${shop}/p/${id}`);
      if (option === 'Coffee') await frame.getByRole('button', { name: 'Change your answer' }).click();
      await voteByWidget(page, option);
      await frame.locator('[state="answered"]').waitFor();
    }
    expect(await votes(id)).toMatchObject([{ choices: ['o2'] }]);
  });

  test('each site has its own visitor, and the first-party cookie does not change', async () => {
    const id = await hosted.poll({ site_id });
    const context = await openContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const cookies = async () =>
      (await context.cookies()).map(({ name, httpOnly, secure, sameSite, partitionKey }) => ({
        name,
        httpOnly,
        secure,
        sameSite,
        partitionKey,
      }));
    const own = { name: '__Secure-askwell-visitor', httpOnly: true, secure: true, sameSite: 'Lax' };
    const framed = { name: '__Secure-askwell-framed-visitor', httpOnly: true, secure: true, sameSite: 'None' };

    await page.goto(`${askwell}/p/${id}`);
    const before = await context.cookies();
    expect(await cookies()).toEqual([own]);
    await page.goto(`${shop}/p/${id}`);
    await page.frameLocator('iframe').getByLabel('Tea').check();
    await page.frameLocator('iframe').getByRole('button', { name: 'Vote' }).click();
    await page.frameLocator('iframe').getByText('Your answer has been received').waitFor();
    await page.goto(`${news}/p/${id}`);
    await page.frameLocator('iframe').getByRole('button', { name: 'Vote' }).waitFor();
    const after = await cookies();
    expect(after).toHaveLength(3);
    expect(after).toEqual(
      expect.arrayContaining([
        own,
        { ...framed, partitionKey: 'https://shop.localhost' },
        { ...framed, partitionKey: 'https://news.localhost' },
      ]),
    );
    const values = (await context.cookies()).map(({ value }) => value);
    expect(new Set(values).size).toBe(3);
    expect(values).toContain(before[0]?.value);
    await page.goto(`${askwell}/p/${id}`);
    await page.getByRole('button', { name: 'Vote' }).waitFor();
  });
});

describe('in a frame on another site, without https', () => {
  let server: SocketServer;
  let hosted: HostedPageClient;
  let site: string;
  let site_id: number;
  beforeAll(async () => {
    server = await startServer();
    hosted = await createHostedPageClient(server);
    const frames = createServer(framing(() => server.url));
    await new Promise<void>((resolve) => frames.listen(0, '127.0.0.1', resolve));
    const address = frames.address();
    if (typeof address !== 'object' || address === null) throw new Error('The site has no address.');
    site = `http://localhost:${address.port}`;
    site_id = (await server.services.sites.create(hosted.session.scope, { name: 'Elsewhere', origins: [site] })).id;
    return () => {
      frames.closeAllConnections();
      frames.close();
    };
  });
  afterAll(() => server?.close());

  const votes = (id: string) => votesIn(server, hosted, id);

  test('the widget remembers a vote if it can store it', async () => {
    const page = await (await openContext({})).newPage();
    const frame = page.frameLocator('iframe');
    const id = await hosted.poll({ site_id, allow_change: true });
    for (const option of ['Tea', 'Coffee']) {
      await page.goto(`${site}/p/${id}`);
      if (option === 'Coffee') await frame.getByRole('button', { name: 'Change your answer' }).click();
      await voteByWidget(page, option);
      await frame.locator('[state="answered"]').waitFor();
    }
    expect(await votes(id)).toMatchObject([{ choices: ['o2'] }]);
  });

  test('without storage, each page load is a new visitor', async () => {
    const context = await openContext({});
    await denyStorage(context);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    const frame = page.frameLocator('iframe');
    const id = await hosted.poll({ site_id });
    for (const option of ['Tea', 'Coffee']) {
      await page.goto(`${site}/p/${id}`);
      await voteByWidget(page, option);
      await frame.locator('[state="answered"]').waitFor();
    }
    expect((await votes(id)).map(({ choices }) => choices).sort()).toEqual([['o1'], ['o2']]);
    expect(faults).toEqual([]);
  });

  test('the server accepts one vote per IP address', async () => {
    const context = await openContext({});
    await denyStorage(context);
    const page = await context.newPage();
    const frame = page.frameLocator('iframe');
    const id = await hosted.poll({ site_id, one_per: 'ip' });
    await page.goto(`${site}/p/${id}`);
    await voteByWidget(page, 'Tea');
    await frame.locator('[state="answered"]').waitFor();
    await page.goto(`${site}/p/${id}`);
    await frame.getByText('You have already answered.').waitFor();
    expect(await votes(id)).toMatchObject([{ choices: ['o1'] }]);
  });
});
