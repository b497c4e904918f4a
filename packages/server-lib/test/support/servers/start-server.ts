import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLogger } from '../../../src/base/logger.js';
import { exposeServices } from '../../../src/create-askwell.js';
import { assembleServices } from '../../../src/instance/assemble-services.js';
import type { AskwellOptions } from '../../../src/instance/options/options.js';
import { emptyDatabase, secretOf } from '../store/test-database.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type TestServer, withoutFsyncWarning } from './test-server.js';

/** A server with a socket, over a database that other processes can open too. */
export interface SocketServer extends TestServer {
  readonly database: string;
}

/** Starts Askwell on a real socket and a database file. A temporary file is deleted when the server closes. */
export async function startServer(options: Partial<AskwellOptions> = {}): Promise<SocketServer> {
  const folder = await temporaryFolder();
  const database =
    typeof options.database === 'string' ? options.database : await emptyDatabase(join(folder, 'askwell.db'));
  const settings: AskwellOptions = {
    database,
    ...secretOf(database),
    registration: 'open',
    ...options,
    pages: { landing: true, docs: true, ...options.pages },
    logger: withoutFsyncWarning(options.logger ?? silentLogger),
    // The tests run on the event loop of the server and can block it. Many requests at once take long on a busy machine.
    limits: { eventLoopDelay: 60_000, writeDelay: 60_000, ...options.limits },
  };
  const services = assembleServices(settings);
  const askwell = exposeServices(services);
  const server = createServer(askwell.node);
  // A test can block the event loop longer than idle connections are kept, and then use one that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await askwell.ready();
  return {
    url: `http://127.0.0.1:${port}${services.urls.basePath}`,
    database,
    askwell,
    services,
    fetch: globalThis.fetch,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await askwell.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
