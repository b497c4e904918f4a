import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page as Tab } from 'playwright-core';
import { expect, inject } from 'vitest';
import { answersOf, createAsk as createAskOn, type Plural } from '../../../server-lib/test/support/asks/create-ask.js';
import { launchChromium } from '../../../server-lib/test/support/browser/chromium.js';
import { call, type Reply } from '../../../server-lib/test/support/http/http-client.js';
import { type Page, pathOf } from './pages.js';

/** Options of {@link open}. */
export interface Opening extends BrowserContextOptions {
  readonly page?: Partial<Page>;
  readonly query?: string;
}

export const servers = inject('servers');

/** The browser, which all test files share. It ends with the process. */
let launched: Promise<Browser> | undefined;

const server = { url: servers.askwell };

/**
 * Sends a request of the owner to the REST API.
 *
 * @throws {Error} If the server refuses it.
 */
export async function sendAsOwner(method: string, path: string, body?: object): Promise<Reply> {
  const reply = await call(server, method, `/api/v1${path}`, { key: servers.key, body });
  if (reply.status >= 400) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
  return reply;
}

/** Creates a poll, quiz or form and returns its ID. */
export function createAsk(plural: Plural, draft: object): Promise<string> {
  return createAskOn(server, servers.key, plural, { title: 'A question', ...draft });
}

/** Reads a poll, quiz or form as visitors see it. */
export async function readView(plural: Plural, id: string): Promise<unknown> {
  return (await call(server, 'GET', `/embed/${plural}/${id}`)).at('data');
}

let visitors = 0;

/**
 * Sends an answer of a visitor.
 *
 * @param agent The user agent, which identifies the visitor. Default: the user agent of a new visitor.
 */
export function sendAnswer(
  plural: Plural,
  id: string,
  body: object,
  agent = `visitor/10.7.${++visitors >> 8}.${visitors & 255}`,
): Promise<Reply> {
  const headers = { 'user-agent': agent };
  return call(server, 'POST', `/api/v1/${plural}/${id}/${answersOf[plural]}`, { body, headers });
}

export const script = `<script async src="${servers.askwell}/widget.js"></script>`;

/** A browser context, and a page that stays open in it, so that the next page does not have to start a process. */
interface PooledContext {
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
  /** The options that a page cannot set by itself, as JSON. */
  readonly options: string;
  /** The origins of its pages. */
  readonly origins: Set<string>;
}

/** The contexts with a page, and the idle ones by their options. A new context takes longer than most tests. */
const inUse = new Map<BrowserContext, PooledContext>();
const idle = new Map<string, PooledContext[]>();

async function createContext(options: BrowserContextOptions): Promise<PooledContext> {
  launched ??= launchChromium();
  const context = await (await launched).newContext(options);
  const devtools = await context.newCDPSession(await context.newPage());
  return { context, devtools, options: JSON.stringify(options), origins: new Set() };
}

/** Opens a page in a browser context without data, with its own IP address. */
export async function blank({
  viewport = { width: 768, height: 900 },
  colorScheme = 'light',
  reducedMotion = 'no-preference',
  forcedColors = 'none',
  ...options
}: BrowserContextOptions = {}): Promise<Tab> {
  const pooled = idle.get(JSON.stringify(options))?.pop() ?? (await createContext(options));
  const { context, origins } = pooled;
  inUse.set(context, pooled);
  const page = await context.newPage();
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion, forcedColors });
  // Another address than other tests, which may have reached a rate limit.
  const userAgent = `Chrome visitor/10.${[...randomBytes(3)].join('.')}`;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setUserAgentOverride', { userAgent });
  return page;
}

/** Opens a page of the other site in a browser context without data. */
export async function open(body: string, { page, query, ...options }: Opening = {}): Promise<Tab> {
  const tab = await blank(options);
  await tab.goto(servers.site + pathOf({ body: script + body, ...page }, query));
  return tab;
}

/** Returns the answers as the owner reads them. */
export async function answersTo(plural: Plural, id: string): Promise<Record<string, unknown>[]> {
  const { text } = await sendAsOwner('GET', `/${plural}/${id}/${answersOf[plural]}`);
  const { data }: { data: Record<string, unknown>[] } = JSON.parse(text);
  return data;
}

/** Waits until an element of the page has a state. */
export function stateOf(page: Tab, state: string): Promise<void> {
  return page.locator(`[state="${state}"]`).first().waitFor();
}

/** Closes a page, and deletes the data of its context, which the next page uses. */
export async function close(page: Tab): Promise<void> {
  const pooled = inUse.get(page.context()) ?? expect.unreachable('Another function opened the page, or it is closed.');
  const { context, devtools, options, origins } = pooled;
  inUse.delete(context);
  await page.close();
  await context.unrouteAll();
  await context.clearCookies();
  for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  origins.clear();
  await devtools.send('Network.clearBrowserCache');
  idle.set(options, [...(idle.get(options) ?? []), pooled]);
}

/** Closes a page and its context, of which something cannot be undone, such as a clock. */
export function discard(page: Tab): Promise<void> {
  inUse.delete(page.context());
  return page.context().close();
}
