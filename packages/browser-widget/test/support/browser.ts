import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContextOptions, chromium, type Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Page, pathOf } from './pages.js';

/** Options of {@link open}. */
export interface Opening extends BrowserContextOptions {
  readonly page?: Partial<Page>;
  readonly query?: string;
}

let browser: Browser;
export const servers = inject('servers');

beforeAll(async () => {
  browser = await chromium.connect(servers.chromium);
});
afterAll(() => browser?.close());

/** Sends a request of the owner. */
export async function owner(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${servers.askwell}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': servers.key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${text}`);
  return text ? JSON.parse(text).data : {};
}

/** Creates an ask and returns its ID. */
export async function make(plural: 'polls' | 'quizzes' | 'forms', draft: object): Promise<string> {
  return String((await owner('POST', `/${plural}`, { title: 'A question', ...draft }))['id']);
}

export const script = `<script async src="${servers.askwell}/widget.js"></script>`;

/** Opens a browser context with its own IP address. */
export async function blank(options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
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
export async function answersTo(plural: 'polls' | 'quizzes' | 'forms', id: string): Promise<Record<string, unknown>[]> {
  const answers = { polls: 'votes', quizzes: 'attempts', forms: 'submissions' }[plural];
  const reply = await fetch(`${servers.askwell}/api/v1/${plural}/${id}/${answers}`, {
    headers: { 'x-api-key': servers.key },
  });
  const { data }: { data: Record<string, unknown>[] } = JSON.parse(await reply.text());
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
