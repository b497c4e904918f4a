import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContextOptions, chromium, type Page as Tab } from 'playwright-core';
import { inject } from 'vitest';
import { answersOf, createAsk as createAskOn, type Plural } from '../../../server-lib/test/support/asks/create-ask.js';
import { call, type Reply } from '../../../server-lib/test/support/http/http-client.js';
import { type Page, pathOf } from './pages.js';

/** Options of {@link open}. */
export interface Opening extends BrowserContextOptions {
  readonly page?: Partial<Page>;
  readonly query?: string;
}

export const servers = inject('servers');

/** The connection to the browser, which all test files share. It ends with the process. */
let connected: Promise<Browser> | undefined;

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

/** Opens a browser context with its own IP address. */
export async function blank(options: BrowserContextOptions = {}): Promise<Tab> {
  connected ??= chromium.connect(servers.chromium);
  const context = await (await connected).newContext({
    viewport: { width: 768, height: 900 },
    // Another address than other tests, which may have reached a rate limit.
    userAgent: `Chrome visitor/10.${[...randomBytes(3)].join('.')}`,
    ...options,
  });
  return context.newPage();
}

/** Opens a page of the other site in a new browser context. */
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

/** Closes the browser context of a page. */
export function close(page: Tab): Promise<void> {
  return page.context().close();
}
