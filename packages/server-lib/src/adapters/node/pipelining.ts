import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout } from '../../timers.js';
import { pauseReading, resumeReading } from './pause-socket.js';

/**
 * The maximum number of parsed requests that wait for earlier responses. Node parses everything that it reads at once, which
 * can be thousands of requests of several kilobytes each.
 */
export const maxWaiting = {
  perConnection: 128,
  /** On all connections together. */
  total: 256,
  /** On each connection, even if `total` is exceeded. */
  guaranteed: 4,
};

/** How long the waiting requests of a connection still count after it was closed because of them, in milliseconds. */
const penaltyTime = 1_000;

/** The number of waiting requests of each connection. */
const waitingCounts = new WeakMap<Socket, number>();
let totalWaiting = 0;

/**
 * Starts a request after the responses to all earlier requests on its connection are complete. A client that pipelines many
 * requests therefore has one of them running. Until it is complete, the connection is not read. A connection with too many
 * waiting requests is closed.
 */
export function startInOrder(request: IncomingMessage, response: ServerResponse, start: () => void): void {
  // Node assigns the socket to a response when the response before it is complete. Simulated responses may have none.
  if (response.socket !== null || !(request.socket instanceof Socket)) start();
  // The event that ends the wait has the async context of another request.
  else wait(request.socket, response, AsyncResource.bind(start));
}

function wait(socket: Socket, response: ServerResponse, start: () => void): void {
  if (socket.destroyed) return;
  const waiting = waitingCounts.get(socket) ?? 0;
  if (waiting >= (totalWaiting < maxWaiting.total ? maxWaiting.perConnection : maxWaiting.guaranteed)) {
    close(socket);
    return;
  }
  if (waiting === 0) socket.once('close', discount);
  hold(socket);
  count(socket, 1);
  response.once('socket', () => {
    count(socket, -1);
    if (!waitingCounts.has(socket)) {
      socket.off('close', discount);
      release(socket);
    }
    if (!socket.destroyed) start();
  });
}

/** The connections that are not read because requests wait on them. */
const held = new WeakSet<Socket>();
/** The connections whose current response is a stream. */
const streaming = new WeakSet<Socket>();

function hold(socket: Socket): void {
  if (held.has(socket) || streaming.has(socket)) return;
  held.add(socket);
  pauseReading(socket);
}

function release(socket: Socket): void {
  if (held.delete(socket)) resumeReading(socket);
}

/**
 * Reads from a connection while its response is a stream, even if requests wait. Node notices that a client disconnected only
 * if it reads or writes, and a stream may write nothing for a long time.
 */
export function readWhileStreaming(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  streaming.add(socket);
  release(socket);
  response.once('finish', () => {
    streaming.delete(socket);
    if (waitingCounts.has(socket)) hold(socket);
  });
}

/**
 * Closes a connection with too many waiting requests. They count for another second, which slows down a client that opens one
 * such connection after another.
 */
function close(socket: Socket): void {
  stopParsing(socket);
  const requests = waitingCounts.get(socket) ?? 0;
  socket.off('close', discount);
  waitingCounts.delete(socket);
  socket.destroy();
  setTimeout(() => {
    totalWaiting -= requests;
  }, penaltyTime).unref();
}

function count(socket: Socket, change: 1 | -1): void {
  const requests = (waitingCounts.get(socket) ?? 0) + change;
  if (requests === 0) waitingCounts.delete(socket);
  else waitingCounts.set(socket, requests);
  totalWaiting += change;
}

/** Responses of a closed connection never get a socket, so their requests have to be discounted here. */
function discount(this: Socket): void {
  totalWaiting -= waitingCounts.get(this) ?? 0;
  waitingCounts.delete(this);
}

/**
 * Stops the HTTP parser of a connection. Otherwise Node would go on parsing everything that it has already read, which can be
 * thousands of requests. The parser stops after a request that upgrades the protocol, which is what a return value of 2
 * means. This is undocumented: if it has no effect, the rest is parsed in vain.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null || !('onIncoming' in parser)) return;
  parser.onIncoming = () => 2;
}
