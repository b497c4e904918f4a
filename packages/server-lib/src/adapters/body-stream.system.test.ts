import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openSocket, readUntil } from '../../test/support/http/raw-socket.js';
import type { Pipeline } from '../api/request-pipeline.js';
import { AskwellError } from '../base/errors.js';
import { silentLogger } from '../base/logger.js';
import type { HttpExchange } from '../http/exchange.js';
import { createFetchHandler } from './fetch.js';
import { createNodeHandler } from './node.js';

const mount = { basePath: '', linkBase: undefined, logger: silentLogger };
const limit = 100_000;
let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

/** Replies with the number of bytes in the body, or the code of its error. */
async function countBytes(exchange: HttpExchange): Promise<string> {
  let count = 0;
  try {
    for await (const chunk of exchange.bodyStream(limit)) count += chunk.byteLength;
  } catch (error) {
    if (!(error instanceof AskwellError)) throw error;
    return error.code;
  }
  return String(count);
}

const pipeline: Pipeline = {
  find: () => ({ isApi: true, match: undefined }),
  admit: () => 'queued',
  handle: async (exchange) => ({ status: 200, headers: [], body: await countBytes(exchange) }),
};

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => server.close(() => resolve()));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const chunks = (count: number) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      if (count-- > 0) controller.enqueue(Buffer.alloc(10_000));
      else controller.close();
    },
  });
const streamed = (count: number): RequestInit => ({ method: 'POST', body: chunks(count), duplex: 'half' });

describe.each(['node', 'fetch'])('with the handler for %s, a streamed body', (name) => {
  async function post(init: RequestInit): Promise<string> {
    if (name === 'fetch')
      return (await createFetchHandler(pipeline, mount)(new Request('http://a.test/', init))).text();
    return (await fetch(await listen(createNodeHandler(pipeline, mount)), init)).text();
  }

  test.each<[what: string, init: RequestInit, expected: string]>([
    ['arrives as a whole', streamed(10), '100000'],
    ['may be empty', { method: 'POST' }, '0'],
    ['is refused above the limit', streamed(11), 'too_large'],
    ['is refused by its length', { method: 'POST', body: Buffer.alloc(limit + 1) }, 'too_large'],
  ])('%s', async (_what, init, expected) => {
    expect(await post(init)).toBe(expected);
  });
});

test('the next request of a connection is handled after a body of which only the start was read', async () => {
  const handle: Pipeline['handle'] = async (exchange) => {
    for await (const chunk of exchange.bodyStream(1_000_000)) return { status: 200, headers: [], body: `${chunk[0]}` };
    return { status: 200, headers: [], body: 'empty' };
  };
  const url = await listen(createNodeHandler({ ...pipeline, handle }, mount));
  const socket = openSocket({ url });
  const replies = readUntil(socket, /\r\n\r\n97[\s\S]*\r\n\r\nempty/);
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n${'a'.repeat(500_000)}`);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  await replies;
  socket.destroy();
});

test('a host may have read the body', async () => {
  const handler = createNodeHandler(pipeline, mount);
  const url = await listen((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => handler(Object.assign(request, { body: Buffer.concat(parts) }), response));
  });
  expect(await (await fetch(url, { method: 'POST', body: 'abc' })).text()).toBe('3');
  const large = Buffer.alloc(limit + 1);
  expect(await (await fetch(url, { method: 'POST', body: large })).text()).toBe('too_large');
});

test('a body that ends too early is malformed', async () => {
  const outcomes: string[] = [];
  const handle: Pipeline['handle'] = async (exchange) => {
    outcomes.push(await countBytes(exchange));
    return { status: 200, headers: [], body: null };
  };
  const url = await listen(createNodeHandler({ ...pipeline, handle }, mount));
  openSocket({ url }).end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  await expect.poll(() => outcomes).toEqual(['malformed']);
});
