/** A page as it came, with redirects not followed. */
export interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** A browser without JavaScript, as far as forms go: it sends them, and keeps cookies. */
export interface FormBrowser {
  open(path: string): Promise<Page>;
  submit(path: string, fields: Record<string, string>): Promise<Page>;
}

export function createFormBrowser(url: string): FormBrowser {
  const cookies = new Map<string, string>();

  async function visit(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const reply = await fetch(url + path, { ...init, headers: { cookie, connection: 'close' }, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() };
  }

  return {
    open: (path) => visit(path, {}),
    submit: (path, fields) => visit(path, { method: 'POST', body: new URLSearchParams(fields) }),
  };
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
