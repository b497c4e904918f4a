import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { systemClock } from '../base/clock.js';
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

/** The number of requests that wait on all connections of a handler. */
interface WaitingTotal {
  requests: number;
}

/** What a connection waits for. It belongs to the socket, because a connection can lead to several handlers. */
interface Connection {
  /** The total in which each waiting request counts, in the order of the requests. */
  readonly waiting: WaitingTotal[];
  /** Whether the connection is not read because requests wait on it. */
  isHeld: boolean;
  /** Whether the current response is a stream. */
  isStreaming: boolean;
}

const connections = new WeakMap<Socket, Connection>();

function connectionOf(socket: Socket): Connection {
  const existing = connections.get(socket);
  if (existing) return existing;
  const connection = { waiting: [], isHeld: false, isStreaming: false };
  connections.set(socket, connection);
  return connection;
}

/** Starts the requests of a connection one after the other. */
export interface Pipelining {
  /**
   * Starts a request after the responses to all earlier requests on its connection are complete. A client that pipelines
   * many requests therefore has one of them running. Until it is complete, the connection is not read. A connection with too
   * many waiting requests is closed.
   */
  startInOrder(request: IncomingMessage, response: ServerResponse, start: () => void): void;
}

/** Creates the pipelining of a handler, which counts the waiting requests of its connections together. */
export function createPipelining(): Pipelining {
  const total: WaitingTotal = { requests: 0 };
  return {
    startInOrder(request, response, start) {
      // Node assigns the socket to a response when the response before it is complete. Simulated responses may have none.
      if (response.socket !== null || !(request.socket instanceof Socket)) start();
      // The event that ends the wait has the async context of another request.
      else wait(request.socket, response, total, AsyncResource.bind(start));
    },
  };
}

function wait(socket: Socket, response: ServerResponse, total: WaitingTotal, start: () => void): void {
  if (socket.destroyed) return;
  const { waiting } = connectionOf(socket);
  if (waiting.length >= (total.requests < maxWaiting.total ? maxWaiting.perConnection : maxWaiting.guaranteed)) {
    close(socket);
    return;
  }
  if (waiting.length === 0) socket.once('close', discountAll);
  hold(socket);
  waiting.push(total);
  total.requests++;
  response.once('socket', () => {
    // Responses get the socket in the order of their requests.
    discount(waiting.shift());
    if (waiting.length === 0) {
      socket.off('close', discountAll);
      release(socket);
    }
    if (!socket.destroyed) start();
  });
}

function hold(socket: Socket): void {
  const connection = connectionOf(socket);
  if (connection.isHeld || connection.isStreaming) return;
  connection.isHeld = true;
  pauseReading(socket);
}

function release(socket: Socket): void {
  const connection = connectionOf(socket);
  if (connection.isHeld) resumeReading(socket);
  connection.isHeld = false;
}

/**
 * Reads from a connection while its response is a stream, even if requests wait. Node notices that a client disconnected only
 * if it reads or writes, and a stream may write nothing for a long time.
 */
export function readWhileStreaming(response: ServerResponse): void {
  const { socket } = response;
  if (!socket) return;
  const connection = connectionOf(socket);
  connection.isStreaming = true;
  release(socket);
  response.once('finish', () => {
    connection.isStreaming = false;
    if (connection.waiting.length > 0) hold(socket);
  });
}

/**
 * Closes a connection with too many waiting requests. They count for another second, which slows down a client that opens one
 * such connection after another.
 */
function close(socket: Socket): void {
  stopParsing(socket);
  const requests = connectionOf(socket).waiting.splice(0);
  socket.off('close', discountAll);
  socket.destroy();
  systemClock.setTimeout(() => requests.forEach(discount), penaltyTime);
}

/** Responses of a closed connection never get a socket, so their requests have to be discounted here. */
function discountAll(this: Socket): void {
  connectionOf(this).waiting.splice(0).forEach(discount);
}

function discount(total: WaitingTotal | undefined): void {
  if (total) total.requests--;
}

/**
 * Stops the HTTP parser of a connection. Otherwise Node would parse everything that it has already read, which can be
 * thousands of requests. The parser stops after a request that upgrades the protocol, which is what a return value of 2
 * means. This is undocumented: if it has no effect, the rest is parsed in vain.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null || !('onIncoming' in parser)) return;
  parser.onIncoming = () => 2;
}
