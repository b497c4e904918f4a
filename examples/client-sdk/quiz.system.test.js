import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../packages/client-sdk/test/support/server.js';

let server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const run = (env) =>
  promisify(execFile)(process.execPath, ['quiz.js'], { cwd: import.meta.dirname, env: { ...process.env, ...env } });

test('the program creates a quiz, submits attempts and prints the results', async () => {
  const env = { ASKWELL_API_KEY: await server.createKey('Example'), ASKWELL_BASE_URL: server.url };
  const { stdout, stderr } = await run(env);
  expect(stderr).toBe('');
  expect(stdout).toBe(`Made "Capitals of the world" with 3 questions.

Visitor: 3 of 3, passed. Well travelled.
Robin: 0.5 of 3, not passed. A good start.
  australia: Sydney and Melbourne could not agree, so a new city was built between them.

2 attempts, 50% passed.
   50%  What is the capital of Australia?
   50%  And of France?
   50%  Which of these are by the sea?

All attempts, the first one first:
  Visitor 3
  Robin 0.5
`);
});

test('without an API key, the program prints an error', async () => {
  const failed = await run({ ASKWELL_API_KEY: '', ASKWELL_BASE_URL: server.url }).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('`apiKey` is missing. Pass it or set ASKWELL_API_KEY.');
});
