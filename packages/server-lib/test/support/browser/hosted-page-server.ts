import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startService } from '../servers/start-service.js';
import type { StartInstance, TestServer } from '../servers/test-server.js';
import { createHostedPageClient } from './hosted-page-client.js';

/** A server for tests of hosted pages, with a clock that the tests set. */
export interface HostedPageServer {
  server: TestServer;
  hosted: Awaited<ReturnType<typeof createHostedPageClient>>;
  /** The time in milliseconds. It is reset before each test. */
  now: number;
  readonly start: number;
  votesOf(id: string): Promise<number>;
}

/**
 * Starts an instance for all tests of a file.
 *
 * @param start `startServer` for tests in a browser.
 */
export function useHostedPageServer(start: StartInstance = startService): HostedPageServer {
  const startTime = Date.UTC(2026, 0, 31, 9);
  let server: TestServer | undefined;
  let hosted: HostedPageServer['hosted'] | undefined;
  const services: HostedPageServer = {
    get server() {
      return server ?? notStarted();
    },
    get hosted() {
      return hosted ?? notStarted();
    },
    now: startTime,
    start: startTime,
    votesOf: async (id) => (await services.server.askwell.polls.results(services.hosted.account, id)).votes_count,
  };
  beforeAll(async () => {
    server = await start({ trustProxy: ['127.0.0.1'], clock: () => services.now });
    hosted = await createHostedPageClient(server);
  });
  beforeEach(() => {
    services.now = startTime;
  });
  afterAll(() => server?.close());
  return services;
}

function notStarted(): never {
  throw new Error('The server starts before the first test.');
}
