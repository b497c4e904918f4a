import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { checkSampleBelow } from '../../../test/support/asks/sample-poll.js';
import { call } from '../../../test/support/http/http-client.js';
import { startServer } from '../../../test/support/servers/start-server.js';

test('below a path that Express strips, its URLs start with the path, and other paths are passed to the host app', async () => {
  const server = await startServer();
  const app = express();
  app.use('/x/polls', server.askwell.node);
  app.get('/x/polls/sample/of-the-host', (_request, response) => response.send('Mine'));
  const host = createServer(app);
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const target = { url: `http://127.0.0.1:${port}` };
  await checkSampleBelow(target, '/x/polls');
  expect((await call(target, 'GET', '/x/polls/sample/of-the-host')).text).toBe('Mine');
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await server.close();
});
