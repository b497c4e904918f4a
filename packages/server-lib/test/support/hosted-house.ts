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
export function useHostedHouse(): HostedHouse {
  const start = Date.UTC(2026, 0, 31, 9);
  let server: TestServer | undefined;
  let desk: HostedHouse['desk'] | undefined;
  const house: HostedHouse = {
    get server() {
      return server ?? tooEarly();
    },
    get desk() {
      return desk ?? tooEarly();
    },
    now: start,
    start,
    votesOf: async (id) => (await house.server.askwell.polls.results(house.desk.account, id)).votes_count,
  };
  beforeAll(async () => {
    server = await startServer({ trustProxy: ['127.0.0.1'], clock: () => house.now });
    desk = await createHostedDesk(server);
  });
  beforeEach(() => {
    house.now = start;
  });
  afterAll(() => server?.close());
  return house;
}

function tooEarly(): never {
  throw new Error('The server starts before the first test.');
}
