import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createPipelining, maxWaiting, type Pipelining } from './pipelining.js';

/** Lets requests wait on a new connection. Their responses have no socket, as if an earlier response was not complete. */
function queueRequests({ startInOrder }: Pipelining, count: number): Socket {
  const socket = new Socket();
  for (let nth = 0; nth < count; nth++) {
    const request = new IncomingMessage(socket);
    startInOrder(request, new ServerResponse(request), () => {});
  }
  return socket;
}

test('counts the waiting requests of each handler separately', () => {
  const { total, perConnection, guaranteed } = maxWaiting;
  const [busy, idle] = [createPipelining(), createPipelining()];
  for (let waiting = 0; waiting < total; waiting += perConnection) queueRequests(busy, perConnection);
  expect(queueRequests(busy, guaranteed).destroyed).toBe(false);
  expect(queueRequests(busy, guaranteed + 1).destroyed).toBe(true);
  expect(queueRequests(idle, perConnection).destroyed).toBe(false);
});

test('counts the waiting requests of a connection across all handlers', () => {
  const [first, second] = [createPipelining(), createPipelining()];
  const socket = queueRequests(first, maxWaiting.perConnection);
  const request = new IncomingMessage(socket);
  second.startInOrder(request, new ServerResponse(request), () => {});
  expect(socket.destroyed).toBe(true);
});
