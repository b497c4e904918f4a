import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAskwell } from '@askwell/server';
import type { TestProject } from 'vitest/node';
import { createFormBrowser, makeKey, register } from '../../../server-lib/test/support/browser/form-browser.js';
import { showPage } from './pages.js';
import { close, listen } from './servers.js';

/** The servers that all tests share. */
export interface Servers {
  /** URL of the Askwell server. */
  readonly askwell: string;
  /** URL of a site with another origin. */
  readonly site: string;
  readonly key: string;
  /** A folder for files that all tests share. It is deleted at the end. */
  readonly folder: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    servers: Servers;
  }
}

/** Starts one Askwell server and one site for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-widget-'));
  const site = createServer({ maxHeaderSize: 256 * 1024 }, showPage);
  const page = await listen(site);
  const library = createAskwell({
    database: join(folder, 'askwell.db'),
    trustProxy: ['127.0.0.1'],
    // On a machine that is busy with other tests, the event loop can be late for seconds without an overload.
    limits: { eventLoopDelay: 60_000, writeDelay: 60_000 },
    userOrigins: [page],
  });
  const server = createServer(toVisitors(library.node));
  const askwell = await listen(server);
  const owner = createFormBrowser({ url: askwell });
  await register(owner);
  const key = await makeKey(owner, { name: 'Widget' });
  project.provide('servers', { askwell, site: page, key, folder });
  return async () => {
    await Promise.all([close(server), close(site)]);
    await library.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Gives each visitor the IP address that the user agent contains. */
function toVisitors(library: RequestListener): RequestListener {
  return (request, response) => {
    const [, address] = /visitor\/(\S+)/.exec(request.headers['user-agent'] ?? '') ?? [];
    if (address) request.headers['x-forwarded-for'] = address;
    library(request, response);
  };
}
