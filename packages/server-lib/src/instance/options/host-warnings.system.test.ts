import { once } from 'node:events';
import express, { type RequestHandler } from 'express';
import { expect, test } from 'vitest';
import { silentLogger } from '../../base/logger.js';
import { createAskwell } from '../../create-askwell.js';

/** Mounts Askwell in an Express app, sends two requests, and returns the warnings. */
async function warningsOf(path: string, ...middleware: RequestHandler[]): Promise<string[]> {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_details: object, message: string) => void warnings.push(message) };
  const options = { database: ':memory:', registration: 'closed', logger, baseUrl: 'http://localhost/polls' } as const;
  const askwell = createAskwell(options);
  const app = express();
  app.use(path, ...middleware, askwell.node);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  for (let n = 0; n < 2; n++)
    await fetch(`http://127.0.0.1:${port}${path}/healthz`, { headers: { connection: 'close' } });
  await new Promise((resolve) => server.close(resolve));
  await askwell.close();
  return warnings;
}

test.each([
  ['/polls', []],
  ['/ask', [expect.stringContaining('"/ask", but the path of baseUrl is "/polls"')]],
])('warns once if Express mounts it at another path: %s', async (path, expected) => {
  expect(await warningsOf(path)).toEqual(expected);
});

test('warns once if a CSRF protection of Express runs before it', async () => {
  const protection: RequestHandler = (_request, response, next) => {
    response.cookie('_csrf', 'secret');
    next();
  };
  expect(await warningsOf('/polls', protection)).toEqual([expect.stringContaining('(found: the cookie _csrf)')]);
});
