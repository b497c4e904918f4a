import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AskwellOptions } from '../../../src/instance/options/options.js';
import { createTestClock } from '../../../src/tools/testing/test-clock.js';
import { createOwner } from '../servers/create-owner.js';
import { startService } from '../servers/start-service.js';
import type { TestServer } from '../servers/test-server.js';
import { quizClient } from './quiz-client.js';
import { readStart } from './quiz-starts.js';

/**
 * Starts a server for all tests of a file, with the tests as its trusted proxy, and returns functions for the requests of an owner and
 * visitors about quizzes.
 */
export function useQuizServer(options: Partial<AskwellOptions> = {}) {
  let server: TestServer;
  let key: string;
  const { clock, source } = createTestClock(Date.UTC(2026, 0, 31, 12));
  const client = quizClient(
    () => server,
    () => key,
  );
  const quizzes = {
    ...client,
    /** The clock of the server. Each test begins an hour after the previous test. */
    clock,
    get server() {
      return server;
    },
    /** Starts a quiz and returns the start. */
    begin: async (quiz: string, query: Record<string, string> = {}) => readStart(await client.start(quiz, {}, query)),
  };
  beforeAll(async () => {
    server = await startService({ clock: source, baseUrl: 'http://localhost', ...options });
    key = await (await createOwner(server.services)).key();
  });
  beforeEach(() => clock.advance({ hours: 1 }));
  afterAll(() => server.close());
  return quizzes;
}
