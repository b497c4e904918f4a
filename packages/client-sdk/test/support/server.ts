import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AskwellOptions, createAskwell } from '@askwell/server';

/** A running Askwell server. */
export interface TestServer {
  readonly url: string;
  /** Creates an API key of the owner. */
  createKey(name: string, siteId?: number): Promise<string>;
  /** Returns a page of the owner's dashboard. */
  openPage(path: string): Promise<string>;
  close(): Promise<void>;
}

const owner = { name: 'Owner', email: 'owner@example.com' };

/** Starts an Askwell server with one owner. */
export async function startServer(options: Partial<AskwellOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-client-'));
  // The tests run on the event loop of the server and can block it.
  const limits = { eventLoopDelay: 60_000, writeDelay: 60_000, ...options.limits };
  const database = join(folder, 'askwell.db');
  const askwell = createAskwell({ database, registration: 'closed', ...options, limits });
  const server = createServer(askwell.node);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  const url = `http://${host}`;
  await askwell.accounts.ensure({ externalId: 'owner', ...owner });
  const user = { id: 'owner', ...owner };
  return {
    url,
    async createKey(name, siteId) {
      const session = await askwell.auth.session({ headers: {} }, { user });
      if (!session) throw new Error('The account does not exist.');
      return (await askwell.keys.create(session, { name, site_id: siteId ?? null })).raw;
    },
    async openPage(path) {
      const response = await askwell.fetch(new Request(url + path, { headers: { host } }), { user });
      return response.text();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await askwell.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
