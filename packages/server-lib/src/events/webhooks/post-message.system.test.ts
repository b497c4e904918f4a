import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { type Clock, createClock } from '../../base/clock.js';
import { silentLogger } from '../../base/logger.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import type { PostOutcome } from './message.js';
import { createPoster } from './post-message.js';
import { createTargetGuard, TargetError } from './target-guard.js';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  cleanups.push(() => server.close().closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : expect.unreachable();
}

/** Starts a server that answers each connection with raw bytes. */
async function serveRaw(respond: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => respond(socket));
  }).listen(0, '127.0.0.1');
  cleanups.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return portOf(server.address());
}

const settings = { allowHttp: true, timeout: 5_000, logger: silentLogger };

interface Options {
  readonly clock?: Clock;
  readonly allowedAddresses?: readonly string[];
  readonly lookup?: (hostname: string) => Promise<readonly string[]>;
}

function posterWith({ clock = createClock(), allowedAddresses = ['127.0.0.1'], lookup }: Options = {}) {
  const guard = createTargetGuard({ ...settings, clock, allowedAddresses, lookup });
  const poster = createPoster({ clock, guard, timeout: 5_000 });
  cleanups.push(poster.close);
  return (url: string, body = '{"a":"ü"}'): Promise<PostOutcome> =>
    poster.post(
      { url, headers: { 'content-type': 'application/json', 'webhook-id': 'a' }, body },
      new AbortController().signal,
    );
}

test('posts the body, and returns the status and the beginning of the response', async () => {
  const requests: string[] = [];
  const port = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push(`${request.method} ${request.url} ${request.headers['webhook-id']} ${body}`);
    response.writeHead(503, { 'retry-after': '7' }).end('Later');
  });
  const outcome = await posterWith()(`http://127.0.0.1:${port}/a?b=c`);
  expect(outcome).toEqual({ status: 503, response: 'Later', retryAfter: '7' });
  expect(requests).toEqual(['POST /a?b=c a {"a":"ü"}']);
});

// While a large body is written, the error of a closed connection has another code.
test.each([10, 5_000_000])(
  'keeps a connection, and sends %i bytes over another one if the server has closed it',
  async (size) => {
    const sockets = new Set<Socket>();
    const port = await serve((request, response) => {
      sockets.add(request.socket);
      response.end();
    });
    const post = posterWith();
    const url = `http://127.0.0.1:${port}/`;
    for (let nth = 0; nth < 3; nth++) expect(await post(url)).toMatchObject({ status: 200 });
    expect(sockets.size).toBe(1);
    for (const socket of sockets) socket.destroy();
    expect(await post(url, 'x'.repeat(size))).toMatchObject({ status: 200 });
    expect(sockets.size).toBe(2);
  },
);

test('does not follow redirects', async () => {
  const hit = vi.fn();
  const port = await serve((request, response) => {
    if (request.url !== '/') hit();
    response.writeHead(307, { location: '/other' }).end();
  });
  expect(await posterWith()(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 307 });
  expect(hit).not.toHaveBeenCalled();
});

test.each(['headers', 'body'])('ends after the timeout if the %s never end', async (part) => {
  const { clock, advance } = createManualClock();
  const arrived = createDeferred();
  const port = await serve((_, response) => {
    if (part === 'body') response.writeHead(200).write('x');
    arrived.resolve();
  });
  const outcome = posterWith({ clock })(`http://127.0.0.1:${port}/`);
  await arrived.promise;
  await advance({ seconds: 5 });
  expect(await outcome).toEqual({ problem: 'timeout' });
});

test('ends after the timeout if the host name is never resolved', async () => {
  const { clock, advance } = createManualClock();
  const called = createDeferred();
  const lookup = () => {
    called.resolve();
    return new Promise<string[]>(() => {});
  };
  const outcome = posterWith({ clock, lookup })('http://a.example/');
  await called.promise;
  await advance({ seconds: 5 });
  expect(await outcome).toEqual({ problem: 'timeout' });
});

test('reads only the beginning of a large response', async () => {
  let written = 0;
  const port = await serve((_, response) => {
    const write = () => {
      while (written < 10_000_000 && !response.destroyed) {
        written += 16_384;
        if (!response.write('x'.repeat(16_384))) return response.once('drain', write);
      }
      return response.end();
    };
    write();
  });
  const outcome = await posterWith()(`http://127.0.0.1:${port}/`);
  expect('response' in outcome && outcome.response).toBe('x'.repeat(4_096));
  expect(written).toBeLessThan(10_000_000);
});

test('fails if the headers of the response are too large', async () => {
  const port = await serve((_, response) => response.writeHead(200, { 'x-large': 'x'.repeat(20_000) }).end());
  expect(await posterWith()(`http://127.0.0.1:${port}/`)).toEqual({ problem: 'connection' });
});

test('connects to the checked address, even if the name resolves to another address afterwards', async () => {
  const port = await serve((_, response) => response.end('here'));
  const lookup = vi.fn(async () => ['127.0.0.2']).mockResolvedValueOnce(['127.0.0.1']);
  const post = posterWith({ lookup });
  expect(await post(`http://a.example:${port}/`)).toMatchObject({ response: 'here' });
  expect(lookup).toHaveBeenCalledTimes(1);
  // Another connection resolves the name again, and is refused.
  expect(await posterWith({ lookup })(`http://a.example:${port}/`)).toEqual({ problem: 'unreachable_host' });
});

// A server that accepts an upgrade keeps the connection open. Node then emits neither a response nor an error by default.
test.each(['Connection: Upgrade\r\nUpgrade: x\r\n', 'Connection: Upgrade\r\nUpgrade: websocket\r\n', ''])(
  'returns 101 as the response, with the headers %j',
  async (headers) => {
    const closed = createDeferred();
    const port = await serveRaw((socket) => {
      socket.once('close', () => closed.resolve());
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    });
    const outcome = await posterWith()(`http://127.0.0.1:${port}/`);
    expect(outcome).toEqual({ status: 101, response: '', retryAfter: undefined });
    await closed.promise;
  },
);

test('fails after too many informational responses', async () => {
  // Without a timeout.
  const { clock } = createManualClock();
  const responses = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100);
  const closed = createDeferred();
  const port = await serveRaw((socket) => {
    let isOpen = true;
    socket.once('close', () => {
      isOpen = false;
      closed.resolve();
    });
    const write = () => {
      while (isOpen && socket.write(responses));
      if (isOpen) socket.once('drain', write);
    };
    write();
  });
  expect(await posterWith({ clock })(`http://127.0.0.1:${port}/`)).toEqual({ problem: 'connection' });
  await closed.promise;
});

test.each(['', 'HTTP/1.1 2', 'HTTP/1.1 200 OK\r\nA: b\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx', 'x\r\n'])(
  'fails if the response ends after %j',
  async (text) => {
    const port = await serveRaw((socket) => socket.end(text));
    expect(await posterWith()(`http://127.0.0.1:${port}/`)).toEqual({ problem: 'connection' });
  },
);

test('fails if the connection closes without a response or an error', async () => {
  const port = await serveRaw((socket) =>
    socket.write('HTTP/1.1 100 Continue\r\n\r\n', () => socket.resetAndDestroy()),
  );
  expect(await posterWith()(`http://127.0.0.1:${port}/`)).toEqual({ problem: 'connection' });
});

test('opens no connection to a private address', async () => {
  const connected = vi.fn();
  const server = createSocketServer(connected).listen(0, '127.0.0.1');
  cleanups.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const port = portOf(server.address());
  const post = posterWith({ allowedAddresses: [], lookup: async () => ['127.0.0.1'] });
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', 'a.example'])
    expect(await post(`http://${host}:${port}/`)).toEqual({ problem: 'unreachable_host' });
  expect(connected).not.toHaveBeenCalled();
});

test('never writes a request to a private address', async () => {
  const requested = vi.fn();
  const port = await serve((_, response) => {
    requested();
    response.end();
  });
  let isAllowed = true;
  const guard = createTargetGuard({ ...settings, clock: createClock(), allowedAddresses: [], lookup: undefined });
  const refusal = new TargetError('unreachable_host');
  const lenient = {
    ...guard,
    resolve: async () => ['127.0.0.1'],
    refusalOf: () => (isAllowed ? undefined : refusal),
  };
  const poster = createPoster({ clock: createClock(), guard: lenient, timeout: 5_000 });
  cleanups.push(poster.close);
  const post = () =>
    poster.post({ url: `http://a.example:${port}/`, headers: {}, body: '{}' }, new AbortController().signal);
  expect(await post()).toMatchObject({ status: 200 });
  // Neither over the open connection nor over a new one.
  isAllowed = false;
  expect([await post(), await post()]).toEqual([{ problem: 'unreachable_host' }, { problem: 'unreachable_host' }]);
  expect(requested).toHaveBeenCalledTimes(1);
});

test('distinguishes refused connections from invalid certificates', async () => {
  const port = await serve((_, response) => response.end());
  expect(await posterWith()(`https://127.0.0.1:${port}/`)).toEqual({ problem: 'tls' });
  expect(await posterWith()('http://127.0.0.1:1/')).toEqual({ problem: 'connection' });
});
