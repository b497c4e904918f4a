import { createTestAskwell, type TestAskwell, type TestAskwellOptions } from '@askwell/server/testing';
import { Askwell, type AskwellOptions, type Fetch } from '../../src/index.js';
import { createFakeTiming } from './fake-timing.js';

/** An Askwell server in this process. */
export interface TestService extends TestAskwell {
  /** Sends the requests of a client without a socket, from an address that no other client has. */
  openConnection(): Fetch;
  /** Creates an API key of a new owner. */
  createOwnKey(): Promise<string>;
  /** Returns a client with an API key of a new owner. Its timers never fire. */
  createClient(options?: AskwellOptions): Promise<Askwell>;
}

/** Starts an Askwell server in this process. */
export async function startService(options: TestAskwellOptions = {}): Promise<TestService> {
  const instance = await createTestAskwell({
    now: '2026-02-28T12:00:00Z',
    registration: 'closed',
    pages: { docs: true },
    ...options,
    // The tests run on the event loop of the server and can block it.
    limits: { eventLoopDelay: 60_000, writeDelay: 60_000, ...options.limits },
  });
  let connections = 0;
  const openConnection = (): Fetch => {
    const address = `10.0.${connections >> 8}.${connections++ & 255}`;
    return async (url, init) => {
      // What is created later has a later time.
      await instance.clock.advance({ milliseconds: 1 });
      return instance.fetch(url.slice(instance.url.length), init, { address });
    };
  };
  const createOwnKey = async () => instance.createKey(await instance.createOwner());
  return {
    ...instance,
    openConnection,
    createOwnKey,
    async createClient(options) {
      const apiKey = await createOwnKey();
      return new Askwell({ apiKey, baseUrl: instance.url, fetch: openConnection(), ...options }, createFakeTiming());
    },
  };
}
