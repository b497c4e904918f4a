import { once } from 'node:events';
import express from 'express';
import { expect, test } from 'vitest';
import { createAskwell } from '../create-askwell.js';
import { silentLogger } from '../logger.js';

test.each([
  ['/polls', []],
  ['/ask', [expect.stringContaining('"/ask", but the path of baseUrl is "/polls"')]],
])('warns once if Express mounts it at another path: %s', async (path, expected) => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_details: object, message: string) => void warnings.push(message) };
  const options = { database: ':memory:', registration: 'closed', logger, baseUrl: 'http://localhost/polls' } as const;
  const askwell = createAskwell(options);
  const app = express();
  app.use(path, askwell.node);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  for (let n = 0; n < 2; n++)
    await fetch(`http://127.0.0.1:${port}${path}/healthz`, { headers: { connection: 'close' } });
  await new Promise((resolve) => server.close(resolve));
  await askwell.close();
  expect(warnings).toEqual(expected);
});
