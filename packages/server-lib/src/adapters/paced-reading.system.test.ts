import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { afterMicrotasks, nextTurn, ownWork } from '../base/event-loop.js';
import { silentLogger } from '../base/logger.js';
import { createNodeHandler } from './node.js';
import { createPacedReading } from './paced-reading.js';

/** A socket whose peer has read everything that was written. */
class ReadSocket extends Socket {
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

/** Creates the response to a request on a new connection. */
function createResponse(): { response: ServerResponse; socket: Socket } {
  const socket = new ReadSocket();
  const request = new IncomingMessage(socket);
  request.httpVersionMajor = 1;
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  return { response, socket };
}

function respondTo(count: number, { isBusy, isRejected }: { isBusy: boolean; isRejected: boolean }) {
  const reading = createPacedReading(() => isBusy);
  const sockets = Array.from({ length: count }, () => {
    const { response, socket } = createResponse();
    socket.resume();
    reading.pace(response, isRejected);
    response.emit('finish');
    return socket;
  });
  return { reading, paused: () => sockets.filter((socket) => socket.isPaused()).length };
}

test('reads connections immediately while the process is not busy', () => {
  expect(respondTo(10, { isBusy: false, isRejected: false }).paused()).toBe(0);
});

test.each([
  ['of a busy process', { isBusy: true, isRejected: false }],
  ['of rejected requests', { isBusy: false, isRejected: true }],
])('reads a part of the connections %s in each turn, and all in the end', async (_name, load) => {
  const { paused } = respondTo(1_000, load);
  const counts = [paused()];
  while ((counts.at(-1) ?? 0) > 0) {
    await nextTurn(ownWork);
    counts.push(paused());
  }
  const resumed = counts.slice(1).map((count, turn) => (counts[turn] ?? 0) - count);
  expect(counts[0]).toBe(1_000);
  expect(Math.max(...resumed)).toBeLessThanOrEqual(128);
  expect(Math.min(...resumed.slice(0, -1))).toBeGreaterThanOrEqual(0);
});

test('reads no connections in turns in which new connections are accepted', async () => {
  const { reading, paused } = respondTo(1_000, { isBusy: true, isRejected: false });
  for (let turn = 0; turn < 50; turn++) {
    reading.connected();
    await nextTurn(ownWork);
  }
  expect(paused()).toBe(1_000);
  await nextTurn(ownWork);
  await nextTurn(ownWork);
  expect(paused()).toBeLessThan(1_000);
});

test('requests on new connections hold up the reading of others', async () => {
  const handler = createNodeHandler(
    {
      find: () => ({ isApi: true, match: undefined }),
      admit: () => 'rejected',
      handle: async () => ({ status: 503, headers: [], body: '' }),
    },
    { basePath: '', linkBase: undefined, logger: silentLogger },
  );
  /** Answers the first request of a connection, which is not read until other connections were. */
  const connect = async () => {
    const { response, socket } = createResponse();
    Object.assign(response.req, { method: 'GET', url: '/', complete: true });
    socket.resume();
    void handler(response.req, response);
    await new Promise<void>(afterMicrotasks);
    response.emit('finish');
    return socket;
  };
  const sockets: Socket[] = [];
  for (let turn = 0; turn < 50; turn++) {
    sockets.push(await connect());
    await nextTurn(ownWork);
  }
  expect(sockets.filter((socket) => socket.isPaused())).toHaveLength(50);
  for (let turn = 0; turn < 3; turn++) await nextTurn(ownWork);
  expect(sockets.filter((socket) => socket.isPaused())).toHaveLength(0);
  for (const socket of sockets) socket.destroy();
});
