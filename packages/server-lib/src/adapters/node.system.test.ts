import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendRaw } from '../../test/support/http/raw-socket.js';
import type { Askwell } from '../askwell-interface.js';
import { createAskwell } from '../create-askwell.js';

let askwell: Askwell;
let server: Server;

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await askwell.close();
});

async function serve(listener: RequestListener): Promise<{ url: string }> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('keeps the async context of each request that arrives in the same turn', async () => {
  const users = new AsyncLocalStorage<string>();
  const getUser = () => {
    const id = users.getStore();
    return id ? { id, name: id, email: `${id}@example.com` } : null;
  };
  askwell = createAskwell({ database: ':memory:', getUser });
  const host = await serve((request, response) => {
    users.run(String(request.headers['x-user']), () => askwell.node(request, response));
  });

  const get = (user: string, connection: string) =>
    `GET /dashboard/account HTTP/1.1\r\nhost: a\r\nx-user: ${user}\r\nconnection: ${connection}\r\n\r\n`;
  const pages = await sendRaw(host, get('first', 'keep-alive') + get('second', 'close'));
  expect(pages.match(/\w+@example\.com/g)).toEqual(['first@example.com', 'second@example.com']);
});

test.each(['plain', 'schön', '☃'])(
  'sends a header of the host as Node encodes it, with %s on the page',
  async (name) => {
    askwell = createAskwell({ database: ':memory:', getUser: () => ({ id: '1', name, email: 'a@example.com' }) });
    const host = await serve((request, response) => {
      response.setHeader('x-host', 'café');
      askwell.node(request, response);
    });
    const answer = await sendRaw(host, 'GET /dashboard/account HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    const [head, page = ''] = answer.split('\r\n\r\n');
    expect(head).toContain('x-host: café\r\n');
    expect(Buffer.from(page, 'latin1').toString()).toContain(name);
  },
);

test('refuses several `Host` headers, and answers the next request of the connection', async () => {
  askwell = createAskwell({ database: ':memory:' });
  const host = await serve(askwell.node);
  const request = (hosts: string, connection: string) =>
    `POST /api/v1/polls/poll_none/votes HTTP/1.1\r\n${hosts}content-length: 2\r\nconnection: ${connection}\r\n\r\n{}`;
  const replies = await sendRaw(
    host,
    request('host: a\r\nHOST: b\r\n', 'keep-alive') +
      request('Host: a\r\nhost: a\r\n', 'keep-alive') +
      request('host: a\r\n', 'close'),
  );
  expect(replies.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 404']);
  expect(replies.match(/"message":"[^"]*"/)?.[0]).toBe('"message":"Send one `Host` header."');
});

test('the promise of the handler resolves when the response is complete', async () => {
  askwell = createAskwell({ database: ':memory:' });
  const seen: unknown[] = [];
  const host = await serve(async (request, response) => {
    seen.push(await askwell.node(request, response), response.writableFinished);
  });
  expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
  await expect.poll(() => seen).toEqual([undefined, true]);
});

test('the promise of the handler resolves when a response that the host created is finished', async () => {
  askwell = createAskwell({ database: ':memory:' });
  const host = await serve(() => {});
  const finished: boolean[] = [];
  server.on('upgrade', async (request, socket) => {
    if (!(socket instanceof Socket)) return;
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    await askwell.node(request, response);
    finished.push(response.writableFinished);
    socket.end();
  });
  const reply = await sendRaw(host, 'GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  expect(reply).toContain('HTTP/1.1 200');
  expect(finished).toEqual([true]);
});

// Node has one listener of `finish`. With another one, it creates arrays that V8 allocates among old objects: see `isOfServer`.
test('a response of Node gets no further listener of `finish`', async () => {
  askwell = createAskwell({ database: ':memory:' });
  const counts: number[] = [];
  const host = await serve((request, response) => {
    const before = response.listenerCount('finish');
    void askwell.node(request, response);
    counts.push(before, response.listenerCount('finish'));
  });
  expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
  expect(counts).toEqual([1, 1]);
});

test('the promise of the handler resolves when a request is passed to `next`', async () => {
  askwell = createAskwell({ database: ':memory:' });
  const host = await serve(async (request, response) => {
    let isPassed = false;
    await askwell.node(request, response, () => {
      isPassed = true;
    });
    response.end(String(isPassed));
  });
  expect(await (await fetch(`${host.url}/elsewhere`)).text()).toBe('true');
});

test('the promises of the handler resolve when the connection closes before the responses', async () => {
  askwell = createAskwell({ database: ':memory:' });
  const answered: Promise<void>[] = [];
  const host = await serve((request, response) => {
    answered.push(askwell.node(request, response));
    if (answered.length === 3) request.socket.destroy();
  });
  const post = 'POST /api/v1/polls/poll_none/votes HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n';
  await sendRaw(host, `${post}{}${post}{}${post}{}`);
  expect(await Promise.all(answered)).toEqual([undefined, undefined, undefined]);
});
