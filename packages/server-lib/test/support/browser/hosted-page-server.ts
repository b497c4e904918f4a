import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startServer, type TestServer } from '../servers/start-server.js';
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

/** Starts a server for all tests of a file, with the tests as its trusted proxy. */
export function useHostedPageServer(): HostedPageServer {
  const start = Date.UTC(2026, 0, 31, 9);
  let server: TestServer | undefined;
  let hosted: HostedPageServer['hosted'] | undefined;
  const services: HostedPageServer = {
    get server() {
      return server ?? notStarted();
    },
    get hosted() {
      return hosted ?? notStarted();
    },
    now: start,
    start,
    votesOf: async (id) => (await services.server.askwell.polls.results(services.hosted.account, id)).votes_count,
  };
  beforeAll(async () => {
    server = await startServer({ trustProxy: ['127.0.0.1'], clock: () => services.now });
    hosted = await createHostedPageClient(server);
  });
  beforeEach(() => {
    services.now = start;
  });
  afterAll(() => server?.close());
  return services;
}

function notStarted(): never {
  throw new Error('The server starts before the first test.');
}
