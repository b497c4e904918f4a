import { type Requests, send } from '../http/requests.js';

/** A page, or a redirect that was not followed. */
export interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly text: string;
}

export type FormFields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** A browser without JavaScript that sends forms and keeps cookies. */
export interface FormBrowser {
  readonly cookies: Map<string, string>;
  open(path: string, headers?: Record<string, string>): Promise<Page>;
  submit(path: string, fields?: FormFields, headers?: Record<string, string>): Promise<Page>;
  /** Sends a request that no form would send. */
  send(path: string, init: RequestInit): Promise<Page>;
}

/**
 * Creates a browser without cookies.
 *
 * @param always Headers of every request.
 */
export function createFormBrowser(server: Requests, always: Readonly<Record<string, string>> = {}): FormBrowser {
  const cookies = new Map<string, string>();

  const load = (path: string, init: RequestInit): Promise<Page> => request(server.url + path, init);

  async function request(url: string, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(always)) headers.set(name, value);
    headers.set('connection', 'close');
    if (!headers.has('cookie')) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const reply = await send(server, url, { ...init, headers, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status } = reply;
    // The same request at another path. Only apps around Askwell send it.
    if (status === 308) return request(new URL(reply.headers.get('location') ?? '', url).href, init);
    return { status, headers: reply.headers, location: reply.headers.get('location'), text: await reply.text() };
  }

  return {
    cookies,
    open: (path, headers = {}) => load(path, { headers }),
    submit(path, fields = {}, headers = {}) {
      const pairs = new URLSearchParams();
      for (const [name, value] of isList(fields) ? fields : Object.entries(fields)) pairs.append(name, value);
      return load(path, { method: 'POST', body: pairs, headers });
    },
    send: load,
  };
}

function isList(fields: FormFields): fields is readonly (readonly [string, string])[] {
  return Array.isArray(fields);
}

/** Registers an owner, who is then signed in. */
export async function register(browser: FormBrowser): Promise<void> {
  const fields = { name: 'Owner', email: 'owner@example.com', password: 'correct horse battery' };
  const page = await browser.submit('/register', fields);
  if (page.status !== 303) throw new Error(`The registration was answered ${page.status}: ${page.text}`);
}

/** Creates a key in the dashboard and returns it from the page. */
export async function makeKey(
  browser: FormBrowser,
  fields: { name: string; site_id?: string },
  base = '',
): Promise<string> {
  const page = await browser.submit(`${base}/dashboard/keys`, fields);
  const key = /\b[a-z]{2,12}_[0-9A-Za-z]{40}\b/.exec(page.text)?.[0];
  if (!key) throw new Error(`The page has no key. It was answered ${page.status}: ${page.text}`);
  return key;
}

/** Returns the text of a page, without markup. */
export function wordsOf({ text }: Page): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ');
}

/** Returns the text of a code block of a page. */
export function codeBlockOf({ text }: Page, id: string): string {
  const [, code = ''] = new RegExp(`<code id="${id}">([^<]*)</code>`).exec(text) ?? [];
  return code
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
