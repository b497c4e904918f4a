import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer } from 'node:http2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Askwell } from '../askwell-interface.js';
import { createAskwell } from '../create-askwell.js';

let askwell: Askwell;
let client: ClientHttp2Session;
// The requests of HTTP/2 have other types than those of HTTP/1, and nearly the same members.
const server = createServer((...exchange) => void Reflect.apply(askwell.node, undefined, exchange));

beforeAll(async () => {
  askwell = createAskwell({ database: ':memory:' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  client = connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
afterAll(async () => {
  client.close();
  server.close();
  await askwell.close();
});

async function request(method: string, path: string): Promise<unknown> {
  const stream = client.request({ ':method': method, ':path': path });
  const [headers] = await once(stream, 'response');
  stream.resume();
  await once(stream, 'close');
  return headers[':status'];
}

test.each(['GET', 'HEAD'])('%s is answered over HTTP/2, again and again', async (method) => {
  for (let nth = 0; nth < 3; nth++) expect(await request(method, '/healthz')).toBe(200);
});

test('a client that cancels its request over HTTP/2 does not stop the server', async () => {
  for (const path of ['/login', '/widget.js', '/api/v1/me']) {
    const stream = client.request({ ':path': path });
    stream.on('error', () => {});
    stream.close();
    await once(stream, 'close');
  }
  expect(await request('GET', '/healthz')).toBe(200);
});
