import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { open } from '../../test/support/raw.js';
import { createStalledReplies } from './stalled-replies.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const limit = 300;
/** More than the buffers of a connection take. */
const size = 16 * 1024 * 1024;

async function serve(answer: (response: ServerResponse, watch: () => void) => void): Promise<{ url: string }> {
  const stalled = createStalledReplies(limit);
  server = createServer((_request, response) => answer(response, () => stalled.watch(response)));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
}

const large = (response: ServerResponse, watch: () => void) => {
  response.end(Buffer.alloc(size));
  watch();
};

const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const connections = () => new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));

/** Reads at least so many bytes, and then nothing until it is called again. */
function readSome(socket: Socket, least: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let got = 0;
    const take = (chunk: Buffer) => {
      got += chunk.length;
      if (got < least) return;
      socket.pause();
      socket.off('data', take).off('close', refuse);
      resolve(got);
    };
    const refuse = () => reject(new Error(`The connection was closed after ${got} of ${least} bytes.`));
    socket.on('data', take).once('close', refuse).resume();
  });
}

test('a reply that nobody reads ends with its connection', async () => {
  const socket = open(await serve(large));
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  socket.destroy();
});

test('so does a stream', async () => {
  const at = await serve((response, watch) => {
    response.writeHead(200);
    const write = () => {
      while (response.write(Buffer.alloc(64 * 1024)));
      watch();
    };
    response.on('drain', write);
    write();
  });
  const socket = open(at);
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  socket.destroy();
});

test('sending more requests does not count as reading', async () => {
  const socket = open(await serve(large));
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  const chatter = setInterval(() => socket.write(request), limit / 4);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  clearInterval(chatter);
  socket.destroy();
});

test('a client that reads slowly gets all of it, and the connection serves the next request', async () => {
  const socket = open(await serve(large));
  socket.write(request);
  const pieces = 8;
  // Each piece is taken before the limit is over, and all of them together take longer than it.
  let got = 0;
  for (let piece = 1; piece <= pieces; piece++) {
    got += await readSome(socket, (piece * size) / pieces - got);
    await new Promise((resolve) => setTimeout(resolve, limit / 4));
  }
  expect(socket.destroyed).toBe(false);
  socket.write(request);
  await readSome(socket, size / pieces);
  socket.destroy();
});
