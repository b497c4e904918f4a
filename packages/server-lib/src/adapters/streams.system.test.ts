import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeferred, type Deferred } from '../../test/support/deferred.js';
import { openSocket, readUntil, sendRaw } from '../../test/support/http/raw-socket.js';
import { createPipeline } from '../api/request-pipeline.js';
import { silentLogger } from '../base/logger.js';
import type { HttpExchange } from '../http/exchange.js';
import { assembleServices, type Services } from '../instance/assemble-services.js';
import { createFetchHandler } from './fetch.js';
import { createNodeHandler } from './node.js';

/** The state of the stream that was requested last. */
interface Stream {
  readonly started: Deferred<void>;
  readonly ended: Deferred<void>;
  exchange: HttpExchange | undefined;
  sent: number;
}

let stream: Stream;
let response: ServerResponse;
const unsentAtEachStep: number[] = [];

async function* follow(exchange: HttpExchange, chunks: AsyncIterable<string | Uint8Array>) {
  stream.exchange = exchange;
  stream.started.resolve();
  try {
    for await (const chunk of chunks) {
      stream.sent++;
      yield chunk;
    }
  } finally {
    stream.ended.resolve();
  }
}

/** Yields chunks forever, without waiting. */
async function* endless() {
  for (;;) yield new Uint8Array(64 * 1024);
}

/** Yields one chunk, then waits until the client disconnects. */
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
  yield 'the first half\n';
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
  const { store, clock, authenticate, limiter, accountLimiter, heavyRequests, requestLog, logger } = services;
  const pipeline = createPipeline({
    api: {
      store,
      clock,
      authenticate,
      limiter,
      accountLimiter,
      heavyRequests,
      requestLog,
      addressOf: (exchange) => exchange.address,
    },
    apiEndpoints: [],
    pageEndpoints: Object.entries(kinds).map(([kind, make]) => ({
      path: `/${kind}`,
      get(exchange) {
        stream = { started: createDeferred(), ended: createDeferred(), exchange: undefined, sent: 0 };
        return { status: 200, headers: ['content-type', 'text/plain'], body: follow(exchange, make(exchange)) };
      },
    })),
    renderErrorPage: (error) => ({ status: error.status, headers: [], body: error.message }),
    overload: services.overload,
    partyOf: services.partyOf,
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
  test('sends strings and bytes', async () => {
    expect(await (await fetch(`${url}/words`)).text()).toBe('text, bytes, 😀');
  });

  test('ends a continuous stream when the client disconnects', async () => {
    const socket = openSocket({ url });
    const started = readUntil(socket, /200 OK/);
    socket.write(request('endless'));
    await started;
    socket.destroy();
    await stream.ended.promise;
  });

  test('ends a waiting stream when the client disconnects', async () => {
    const socket = openSocket({ url });
    const started = readUntil(socket, /hello/);
    socket.write(request('silent'));
    await started;
    socket.destroy();
    await stream.ended.promise;
    expect(stream.sent).toBe(1);
  });

  test('ends a stream when a client that does not read disconnects', async () => {
    const socket = openSocket({ url });
    socket.on('error', () => {});
    socket.pause();
    socket.write(request('endless'));
    await once(server, 'request');
    await stream.started.promise;
    while (!response.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    await stream.ended.promise;
  });

  test('the signal is aborted after the client has disconnected', async () => {
    const socket = openSocket({ url });
    const started = readUntil(socket, /200 OK/);
    socket.write(request('endless'));
    await started;
    socket.destroy();
    await stream.ended.promise;
    expect(stream.exchange?.signal.aborted).toBe(true);
  });

  test('creates no further chunks until the client has read the previous ones', async () => {
    unsentAtEachStep.length = 0;
    const bytes = new Uint8Array(await (await fetch(`${url}/finite`)).arrayBuffer());
    expect(bytes).toHaveLength(400 * 64 * 1024);
    expect([bytes[0], bytes.at(-1)]).toEqual([0, 399 % 256]);
    expect(unsentAtEachStep).toHaveLength(400);
    expect(Math.max(...unsentAtEachStep)).toBeLessThan(64 * 1024);
  });

  test('closes the connection if a stream fails, so that the client detects the missing rest', async () => {
    await expect(fetch(`${url}/failing`).then((reply) => reply.text())).rejects.toThrow();
    await stream.ended.promise;
  });

  test('does not start the stream for HEAD', async () => {
    const answer = await sendRaw({ url }, 'HEAD /endless HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(stream.exchange).toBeUndefined();
  });
});

describe('over fetch', () => {
  const get = (kind: keyof typeof kinds, init?: RequestInit) => fetchHandler(new Request(`${url}/${kind}`, init));

  test('sends strings and bytes', async () => {
    expect(await (await get('words')).text()).toBe('text, bytes, 😀');
  });

  test('creates chunks on demand, and few in advance', async () => {
    const reader = (await get('endless')).body?.getReader();
    for (let n = 0; n < 3; n++) await reader?.read();
    expect(stream.sent).toBeLessThanOrEqual(5);
    await reader?.cancel();
    await stream.ended.promise;
  });

  test('ends a waiting stream when the host cancels the response', async () => {
    const reader = (await get('silent')).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await stream.ended.promise;
    expect(stream.exchange?.signal.aborted).toBe(true);
  });

  test('ends a waiting stream when the host aborts the request', async () => {
    const controller = new AbortController();
    const reply = await get('silent', { signal: controller.signal });
    const reader = reply.body?.getReader();
    await reader?.read();
    controller.abort();
    await stream.ended.promise;
  });

  test('passes on the error of a stream that fails', async () => {
    await expect((await get('failing')).text()).rejects.toThrow('The rest is lost.');
  });

  test('does not start the stream for HEAD', async () => {
    const reply = await get('endless', { method: 'HEAD' });
    expect([reply.status, reply.body]).toEqual([200, null]);
    expect(stream.exchange).toBeUndefined();
  });
});
