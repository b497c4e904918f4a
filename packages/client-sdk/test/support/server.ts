import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAskwell } from '@askwell/server';

export interface TestServer {
  readonly url: string;
  /** Posts a form of the dashboard as the owner, and returns the page that answers. */
  submit(path: string, fields: Record<string, string>): Promise<string>;
  /** Creates a key in the dashboard, as an owner would. */
  createKey(name: string, siteId?: number): Promise<string>;
  close(): Promise<void>;
}

/** A real server with one registered owner. */
export async function startServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-client-'));
  const askwell = createAskwell({ database: join(folder, 'askwell.db') });
  const server = createServer(askwell.node);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  let cookie = '';

  async function submit(path: string, fields: Record<string, string>): Promise<string> {
    const reply = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie },
      redirect: 'manual',
    });
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    if (reply.status >= 400) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.text();
  }

  await submit('/register', { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' });
  return {
    url,
    submit,
    async createKey(name, siteId) {
      const page = await submit('/dashboard/keys', { name, ...(siteId ? { site_id: String(siteId) } : {}) });
      const key = /\b[a-z]{2,12}_[0-9A-Za-z]{40}\b/.exec(page)?.[0];
      if (!key) throw new Error('The page shows no key.');
      return key;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await askwell.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
