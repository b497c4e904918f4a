import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AskwellOptions, createAskwell } from '@askwell/server';
import { createFormBrowser, makeKey, register } from '../../../server-lib/test/support/browser/form-browser.js';

/** A running Askwell server. */
export interface TestServer {
  readonly url: string;
  /** Creates an API key in the dashboard. */
  createKey(name: string, siteId?: number): Promise<string>;
  /** Returns a page of the dashboard. */
  openPage(path: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts an Askwell server with one registered owner. */
export async function startServer(options: Partial<AskwellOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-client-'));
  // The tests run on the event loop of the server and can block it.
  const limits = { eventLoopDelay: 60_000, writeDelay: 60_000, ...options.limits };
  const askwell = createAskwell({ database: join(folder, 'askwell.db'), ...options, limits });
  const server = createServer(askwell.node);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  const browser = createFormBrowser(url);
  await register(browser);
  return {
    url,
    createKey: (name, siteId) => makeKey(browser, { name, ...(siteId ? { site_id: String(siteId) } : {}) }),
    openPage: async (path) => (await browser.open(path)).text,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await askwell.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
