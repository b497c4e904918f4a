import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createHostedDesk } from './hosted.js';
import { startServer, type TestServer } from './server.js';

/** What a file of tests of hosted pages has: a server, whose clock it sets, and a desk. */
export interface HostedHouse {
  server: TestServer;
  desk: Awaited<ReturnType<typeof createHostedDesk>>;
  /** Milliseconds; set back before each test. */
  now: number;
  readonly start: number;
  votesOf(id: string): Promise<number>;
}

/** Starts a server for all tests of a file, behind a proxy that tells whom each request is from. */
export function useHostedServices(): HostedHouse {
  const start = Date.UTC(2026, 0, 31, 9);
  let server: TestServer | undefined;
  let desk: HostedHouse['desk'] | undefined;
  const services: HostedHouse = {
    get server() {
      return server ?? tooEarly();
    },
    get desk() {
      return desk ?? tooEarly();
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

function tooEarly(): never {
  throw new Error('The server starts before the first test.');
}
