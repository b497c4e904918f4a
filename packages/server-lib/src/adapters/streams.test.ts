import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeferred, type Deferred } from '../../test/support/deferred.js';
import { open, readUntil, sendRaw } from '../../test/support/raw.js';
import { createPipeline } from '../api/request-pipeline.js';
import { assembleServices, type Services } from '../assemble-services.js';
import type { HttpExchange } from '../http/exchange.js';
import { silentLogger } from '../logger.js';
import { createFetchHandler } from './fetch.js';
import { createNodeHandler } from './node.js';

/** What became of the stream that was asked for last. */
interface Stream {
  readonly begun: Deferred<void>;
  readonly ended: Deferred<void>;
  exchange: HttpExchange | undefined;
  sent: number;
}

let stream: Stream;
let response: ServerResponse;
const unsentAtEachStep: number[] = [];

async function* follow(exchange: HttpExchange, chunks: AsyncIterable<string | Uint8Array>) {
  stream.exchange = exchange;
  stream.begun.resolve();
  try {
    for await (const chunk of chunks) {
      stream.sent++;
      yield chunk;
    }
  } finally {
    stream.ended.resolve();
  }
}

/** Endless, and waiting for nothing. */
async function* endless() {
  for (;;) yield new Uint8Array(64 * 1024);
}

/** Says one thing, then waits for an event that never comes, but watches whether anyone still listens. */
async function* silent({ signal }: HttpExchange) {
  yield 'hello\n';
  if (!signal.aborted) await once(signal, 'abort');
}

async function* finite() {
  for (let n = 0; n < 400; n++) {
    unsentAtEachStep.push(response?.writableLength ?? 0);
    yield new Uint8Array(64 * 1024).fill(n);
  }
}

async function* failing() {
  yield 'half of it\n';
  throw new Error('The rest is lost.');
}

async function* words() {
  yield 'text, ';
  yield new TextEncoder().encode('bytes, ');
  yield '😀';
}

const kinds = { endless, silent, finite, failing, words };

let services: Services;
let server: ReturnType<typeof createServer>;
let url: string;
let fetchHandler: ReturnType<typeof createFetchHandler>;
beforeAll(async () => {
  services = assembleServices({ database: ':memory:' });
  const { store, clock, authenticate, limiter, accountLimiter, heavyRequests, logger } = services;
  const pipeline = createPipeline({
    api: {
      store,
      clock,
      authenticate,
      limiter,
      accountLimiter,
      heavyRequests,
      addressOf: (exchange) => exchange.address,
    },
    apiEndpoints: [],
    pageEndpoints: Object.entries(kinds).map(([kind, make]) => ({
      path: `/${kind}`,
      get(exchange) {
        stream = { begun: createDeferred(), ended: createDeferred(), exchange: undefined, sent: 0 };
        return { status: 200, headers: ['content-type', 'text/plain'], body: follow(exchange, make(exchange)) };
      },
    })),
    renderErrorPage: (error) => ({ status: error.status, headers: [], body: error.message }),
    overload: services.overload,
    logger,
  });
  const mount = { basePath: '', linkBase: undefined, logger: silentLogger };
  const listener = createNodeHandler(pipeline, mount);
  fetchHandler = createFetchHandler(pipeline, mount);
  server = createServer((request, reply) => {
    response = reply;
    listener(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await services.close();
});

const request = (kind: keyof typeof kinds) => `GET /${kind} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('over Node', () => {
  test('text and bytes arrive as one', async () => {
    expect(await (await fetch(`${url}/words`)).text()).toBe('text, bytes, 😀');
  });

  test('a client that goes away ends what streams without pause', async () => {
    const socket = open({ url });
    const begun = readUntil(socket, /200 OK/);
    socket.write(request('endless'));
    await begun;
    socket.destroy();
    await stream.ended.promise;
  });

  test('a client that goes away wakes what waits for an event', async () => {
    const socket = open({ url });
    const begun = readUntil(socket, /hello/);
    socket.write(request('silent'));
    await begun;
    socket.destroy();
    await stream.ended.promise;
    expect(stream.sent).toBe(1);
  });

  test('a client that goes away while it takes nothing ends the stream too', async () => {
    const socket = open({ url });
    socket.on('error', () => {});
    socket.pause();
    socket.write(request('endless'));
    await once(server, 'request');
    await stream.begun.promise;
    while (!response.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    await stream.ended.promise;
  });

  test('who asks late whether anyone still listens is told that nobody does', async () => {
    const socket = open({ url });
    const begun = readUntil(socket, /200 OK/);
    socket.write(request('endless'));
    await begun;
    socket.destroy();
    await stream.ended.promise;
    expect(stream.exchange?.signal.aborted).toBe(true);
  });

  test('nothing more is made while the client has not taken what there is', async () => {
    unsentAtEachStep.length = 0;
    const bytes = new Uint8Array(await (await fetch(`${url}/finite`)).arrayBuffer());
    expect(bytes).toHaveLength(400 * 64 * 1024);
    expect([bytes[0], bytes.at(-1)]).toEqual([0, 399 % 256]);
    expect(unsentAtEachStep).toHaveLength(400);
    expect(Math.max(...unsentAtEachStep)).toBeLessThan(64 * 1024);
  });

  test('a stream that fails breaks off, so that half of it is not taken for the whole', async () => {
    await expect(fetch(`${url}/failing`).then((reply) => reply.text())).rejects.toThrow();
    await stream.ended.promise;
  });

  test('HEAD begins no stream', async () => {
    const answer = await sendRaw({ url }, 'HEAD /endless HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(stream.exchange).toBeUndefined();
  });
});

describe('over fetch', () => {
  const ask = (kind: keyof typeof kinds, init?: RequestInit) => fetchHandler(new Request(`${url}/${kind}`, init));

  test('text and bytes arrive as one', async () => {
    expect(await (await ask('words')).text()).toBe('text, bytes, 😀');
  });

  test('nothing is made before it is asked for, and little in advance', async () => {
    const reader = (await ask('endless')).body?.getReader();
    for (let n = 0; n < 3; n++) await reader?.read();
    expect(stream.sent).toBeLessThanOrEqual(5);
    await reader?.cancel();
    await stream.ended.promise;
  });

  test('a host that cancels the response wakes what waits for an event', async () => {
    const reader = (await ask('silent')).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await stream.ended.promise;
    expect(stream.exchange?.signal.aborted).toBe(true);
  });

  test('a host that aborts the request wakes it too', async () => {
    const controller = new AbortController();
    const reply = await ask('silent', { signal: controller.signal });
    const reader = reply.body?.getReader();
    await reader?.read();
    controller.abort();
    await stream.ended.promise;
  });

  test('a stream that fails breaks off', async () => {
    await expect((await ask('failing')).text()).rejects.toThrow('The rest is lost.');
  });

  test('HEAD begins no stream', async () => {
    const reply = await ask('endless', { method: 'HEAD' });
    expect([reply.status, reply.body]).toEqual([200, null]);
    expect(stream.exchange).toBeUndefined();
  });
});
