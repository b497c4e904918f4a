import { EventEmitter, once } from 'node:events';
import { type ClientHttp2Session, connect, constants, createServer } from 'node:http2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Askwell } from '../askwell-interface.js';
import { createAskwell } from '../create-askwell.js';

let askwell: Askwell;
let client: ClientHttp2Session;
let isCanceled = false;
/** Emits the promise of each request that is handled. */
const handled = new EventEmitter<{ request: [Promise<void>] }>();
const server = createServer((request, response) => {
  // The requests of HTTP/2 have other types than those of HTTP/1, and nearly the same members.
  const handle = () => void handled.emit('request', Reflect.apply(askwell.node, undefined, [request, response]));
  if (!isCanceled) handle();
  // As if the client had canceled the request while the host did something else.
  else response.stream.once('close', () => setImmediate(handle)).close(constants.NGHTTP2_CANCEL);
});

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
  for (let nth = 0; nth < 3; nth++) {
    const requested = once(handled, 'request');
    expect(await request(method, '/healthz')).toBe(200);
    await (await requested)[0];
  }
});

// Only the POST is carried out: a client may send an answer without waiting for the response.
test.each(['GET', 'POST'])(
  'the promise of a %s over HTTP/2 that the client has canceled resolves, and the next request is answered',
  async (method) => {
    isCanceled = true;
    const requested = once(handled, 'request');
    const stream = client.request({ ':method': method, ':path': '/api/v1/polls/poll_none/votes' });
    stream.on('error', () => {});
    stream.end(method === 'POST' ? '{}' : undefined);
    const [promise] = await requested;
    isCanceled = false;
    await promise;
    expect(await request('GET', '/healthz')).toBe(200);
  },
);
