import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import Database from 'better-sqlite3';
import { inject } from 'vitest';
import type { ClockSource } from '../../../src/base/clock.js';
import { silentLogger } from '../../../src/base/logger.js';
import { exposeServices } from '../../../src/create-askwell.js';
import { fromHandle } from '../../../src/db/sqlite/better-sqlite3-driver.js';
import { prepareWriter } from '../../../src/db/sqlite/open-database.js';
import type { SqliteHandle } from '../../../src/db/sqlite/sqlite-handle.js';
import { assembleServices } from '../../../src/instance/assemble-services.js';
import type { AskwellOptions } from '../../../src/instance/options/options.js';
import { connectToMailboxes } from '../email/mailbox.js';
import { newAddress } from '../http/http-client.js';
import { emptyPostgresDatabase, testSecret } from '../store/test-database.js';
import { connectToReceivers } from '../webhooks/receiver.js';
import { type TestServer, withoutFsyncWarning } from './test-server.js';

/**
 * Starts Askwell without a socket, a thread or a process: requests are function calls, and webhooks and emails go to
 * receivers and mailboxes in this process. Its database is empty. Background work runs only with the clock of `createTestClock`,
 * when the test moves it. A request comes from an address that no other request has, so the public limit does not apply, unless
 * the test names the address.
 */
export async function startService(options: Partial<AskwellOptions> = {}): Promise<TestServer> {
  const database = options.database ?? (await emptyDatabase());
  const settings: AskwellOptions = {
    database,
    secret: testSecret,
    writer: 'inline',
    registration: 'open',
    trustProxy: ['127.0.0.1'],
    ...options,
    pages: { landing: true, docs: true, ...options.pages },
    clock: withoutRealTimers(options.clock ?? laterAtEachLook()),
    logger: withoutFsyncWarning(options.logger ?? silentLogger),
    limits: { eventLoopDelay: 60_000, writeDelay: 60_000, ...options.limits },
  };
  const services = assembleServices(settings, {
    createConnections: connectToReceivers,
    createTransport: connectToMailboxes,
  });
  const askwell = exposeServices(services);
  await askwell.ready();
  return {
    url: `http://localhost${services.urls.basePath}`,
    database,
    askwell,
    services,
    async fetch(target, init) {
      const request = new Request(target, init);
      if (!request.headers.has('host')) request.headers.set('host', 'localhost');
      // A named address is the address of a visitor behind the trusted proxy.
      const address = request.headers.has('x-forwarded-for') ? '127.0.0.1' : newAddress();
      return decode(await askwell.fetch(request, { address }));
    },
    // The database stays: another instance may open it again.
    close: () => askwell.close(),
  };
}

/** Returns a clock without real timers. The timers of a function never end. */
function withoutRealTimers(clock: (() => number) | ClockSource): ClockSource {
  return typeof clock === 'function' ? { now: clock, setTimeout: () => ({ cancel() {} }) } : clock;
}

/** Returns a time that is a microsecond later at each call, so that later events have later times. */
function laterAtEachLook(): () => number {
  const start = Date.now() * 1_000;
  let looks = 0;
  return () => (start + looks++) / 1_000;
}

const decoders = { gzip: createGunzip, br: createBrotliDecompress };

/** Decodes a compressed body, as `fetch` does. */
async function decode(response: Response): Promise<Response> {
  const encoding = response.headers.get('content-encoding');
  if (!response.body || (encoding !== 'gzip' && encoding !== 'br')) return response;
  const { body, status, headers } = response;
  const decoded = Readable.fromWeb(body).pipe(decoders[encoding]());
  return new Response(await buffer(decoded), { status, headers });
}

async function emptyDatabase(): Promise<string | SqliteHandle> {
  return inject('database') === 'sqlite' ? memoryDatabase() : emptyPostgresDatabase();
}

/** The bytes of a database in memory with the current schema and no rows. */
let emptyBytes: Buffer | undefined;

/** Returns an empty database in memory, as a copy of the first one: migrations take longer than most tests. */
export function memoryDatabase(): Database.Database {
  emptyBytes ??= migratedDatabase().serialize();
  return new Database(emptyBytes);
}

function migratedDatabase(): Database.Database {
  const database = new Database(':memory:');
  prepareWriter(fromHandle(database), { shared: true });
  return database;
}
