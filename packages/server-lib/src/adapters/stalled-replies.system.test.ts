import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openSocket } from '../../test/support/http/raw-socket.js';
import { createStalledReplies } from './stalled-replies.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const limit = 300;
/** More bytes than the buffers of a connection can hold. */
const size = 16 * 1024 * 1024;

type Answer = (response: ServerResponse, watch: () => void) => void;

async function serve(answer: Answer, stallLimit = limit): Promise<{ url: string }> {
  const stalled = createStalledReplies(stallLimit);
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

/** Reads at least `minBytes`, then pauses the socket. */
function readSome(socket: Socket, minBytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      if (received < minBytes) return;
      socket.pause();
      socket.off('data', onData).off('close', onClose);
      resolve(received);
    };
    const onClose = () => reject(new Error(`The connection was closed after ${received} of ${minBytes} bytes.`));
    socket.on('data', onData).once('close', onClose).resume();
  });
}

test('closes the connection of a client that does not read its response', async () => {
  const socket = openSocket(await serve(large));
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections).toBe(0);
  socket.destroy();
});

test('closes the connection of a client that does not read a stream', async () => {
  const at = await serve((response, watch) => {
    response.writeHead(200);
    const write = () => {
      while (response.write(Buffer.alloc(64 * 1024)));
      watch();
    };
    response.on('drain', write);
    write();
  });
  const socket = openSocket(at);
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections).toBe(0);
  socket.destroy();
});

test('closes the connection of a client that only sends more requests', async () => {
  const socket = openSocket(await serve(large));
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  const requests = setInterval(() => socket.write(request), limit / 4);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections).toBe(0);
  clearInterval(requests);
  socket.destroy();
});

test('sends everything to a client that reads slowly, and then serves its next request', async () => {
  // Much longer than a busy machine takes for a piece.
  const patientLimit = 2_000;
  const socket = openSocket(await serve(large, patientLimit));
  socket.write(request);
  const pieces = 6;
  // Each piece is read before the limit expires, and all of them together take longer than the limit.
  let received = 0;
  for (let piece = 1; piece <= pieces; piece++) {
    received += await readSome(socket, (piece * size) / pieces - received);
    await new Promise((resolve) => setTimeout(resolve, patientLimit / 4));
  }
  expect(socket.destroyed).toBe(false);
  socket.write(request);
  await readSome(socket, size / pieces);
  socket.destroy();
});
