/** A page as it came, with redirects not followed. */
export interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly text: string;
}

export type FormFields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** A browser without JavaScript, as far as forms go: it sends them, and keeps cookies. */
export interface FormBrowser {
  readonly cookies: Map<string, string>;
  open(path: string, headers?: Record<string, string>): Promise<Page>;
  submit(path: string, fields?: FormFields, headers?: Record<string, string>): Promise<Page>;
  /** Sends whatever no form would. */
  send(path: string, init: RequestInit): Promise<Page>;
}

/** @param always Headers of every request. */
export function createFormBrowser(url: string, always: Readonly<Record<string, string>> = {}): FormBrowser {
  const cookies = new Map<string, string>();

  async function visit(path: string, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(always)) headers.set(name, value);
    headers.set('connection', 'close');
    if (!headers.has('cookie')) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const reply = await fetch(url + path, { ...init, headers, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status } = reply;
    return { status, headers: reply.headers, location: reply.headers.get('location'), text: await reply.text() };
  }

  return {
    cookies,
    open: (path, headers = {}) => visit(path, { headers }),
    submit(path, fields = {}, headers = {}) {
      const pairs = new URLSearchParams();
      for (const [name, value] of isList(fields) ? fields : Object.entries(fields)) pairs.append(name, value);
      return visit(path, { method: 'POST', body: pairs, headers });
    },
    send: visit,
  };
}

function isList(fields: FormFields): fields is readonly (readonly [string, string])[] {
  return Array.isArray(fields);
}

/** Registers an owner, who is then logged in. */
export async function register(browser: FormBrowser): Promise<void> {
  const fields = { name: 'Owner', email: 'owner@example.com', password: 'correct horse battery' };
  const page = await browser.submit('/register', fields);
  if (page.status !== 303) throw new Error(`Registering was answered ${page.status}: ${page.text}`);
}

/** Creates a key in the dashboard and takes it from the page that shows it. */
export async function makeKey(
  browser: FormBrowser,
  fields: { name: string; site_id?: string },
  base = '',
): Promise<string> {
  const page = await browser.submit(`${base}/dashboard/keys`, fields);
  const key = /\b[a-z]{2,12}_[0-9A-Za-z]{40}\b/.exec(page.text)?.[0];
  if (!key) throw new Error(`Creating a key was answered ${page.status}, without a key: ${page.text}`);
  return key;
}

/** What a reader sees of a page: its text, without markup. */
export function wordsOf({ text }: Page): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ');
}
