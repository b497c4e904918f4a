import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { sendRaw } from '../../test/support/http/raw-socket.js';
import type { Pipeline } from '../api/request-pipeline.js';
import { createTurnBatcher } from '../base/batch-per-turn.js';
import { silentLogger } from '../base/logger.js';
import { createNodeHandler } from './node.js';

const mount = { basePath: '', linkBase: undefined, logger: silentLogger };
const pipeline: Pipeline = {
  find: () => ({ isApi: true, match: undefined }),
  admit: () => 'queued',
  handle: async () => ({ status: 200, headers: [], body: 'x' }),
};
const get = (connection: string) => `GET / HTTP/1.1\r\nhost: a\r\nconnection: ${connection}\r\n\r\n`;

test('further connections are accepted before waiting requests are handled', async () => {
  const turns = createTurnBatcher();
  const connected = vi.fn(turns.connected);
  const handler = createNodeHandler(pipeline, mount, { turns: { ...turns, connected } });
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = { url: `http://127.0.0.1:${port}` };
  for (const connections of [1, 2]) {
    const replies = await sendRaw(host, get('keep-alive') + get('keep-alive') + get('close'));
    expect(replies.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(connected).toHaveBeenCalledTimes(connections);
  }
  await new Promise((resolve) => server.close(resolve));
});
