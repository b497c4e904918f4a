import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createHostedDesk } from './hosted.js';
import { startServer, type TestServer } from './server.js';

/** A server for tests of hosted pages, with a clock that the tests set. */
export interface HostedServices {
  server: TestServer;
  desk: Awaited<ReturnType<typeof createHostedDesk>>;
  /** The time in milliseconds. It is reset before each test. */
  now: number;
  readonly start: number;
  votesOf(id: string): Promise<number>;
}

/** Starts a server for all tests of a file, with the tests as its trusted proxy. */
export function useHostedServices(): HostedServices {
  const start = Date.UTC(2026, 0, 31, 9);
  let server: TestServer | undefined;
  let desk: HostedServices['desk'] | undefined;
  const services: HostedServices = {
    get server() {
      return server ?? notStarted();
    },
    get desk() {
      return desk ?? notStarted();
    },
    now: start,
    start,
    votesOf: async (id) => (await services.server.askwell.polls.results(services.desk.account, id)).votes_count,
  };
  beforeAll(async () => {
    server = await startServer({ trustProxy: ['127.0.0.1'], clock: () => services.now });
    desk = await createHostedDesk(server);
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
