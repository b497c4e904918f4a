import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout } from '../timers.js';
import { pauseReading, resumeReading } from './pause-socket.js';

/**
 * How many parsed requests may wait for the reply before theirs. Node parses all that one read brings, which may be
 * thousands, and each takes several kilobytes.
 */
export const maxWaiting = {
  perConnection: 128,
  /** Of all connections together. */
  inAll: 256,
  /** Of one connection, however many wait elsewhere. */
  atLeast: 4,
};

/** Milliseconds that the requests of a connection count after it was closed because of their number. */
const afterlife = 1_000;

/** The requests that wait, by connection. */
const waitingOn = new WeakMap<Socket, number>();
let waitingInAll = 0;

/**
 * Starts a request once the replies to all requests before it on its connection are complete, so that a client that sends
 * many and reads nothing has one of them in work. Until then nothing more is read from the connection. A connection with
 * too many waiting requests is closed.
 */
export function startInOrder(request: IncomingMessage, response: ServerResponse, start: () => void): void {
  // Node gives a response its socket when the response before it is complete. Responses made by others may have none.
  if (response.socket !== null || !(request.socket instanceof Socket)) start();
  // The event that ends the wait belongs to another request, whose async context the host may have filled.
  else wait(request.socket, response, AsyncResource.bind(start));
}

function wait(socket: Socket, response: ServerResponse, start: () => void): void {
  if (socket.destroyed) return;
  const before = waitingOn.get(socket) ?? 0;
  if (before >= (waitingInAll < maxWaiting.inAll ? maxWaiting.perConnection : maxWaiting.atLeast)) {
    close(socket);
    return;
  }
  if (before === 0) socket.once('close', forget);
  hold(socket);
  count(socket, 1);
  response.once('socket', () => {
    count(socket, -1);
    if (!waitingOn.has(socket)) {
      socket.off('close', forget);
      release(socket);
    }
    if (!socket.destroyed) start();
  });
}

/** The connections that are not read because requests wait on them, and those whose response in work is a stream. */
const held = new WeakSet<Socket>();
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
 * Reads from the connection of a stream, although requests may wait behind it: a connection that is not read does not notice
 * that its client is gone, and a stream may have nothing to write for long.
 */
export function readWhileStreaming(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  streaming.add(socket);
  release(socket);
  response.once('finish', () => {
    streaming.delete(socket);
    if (waitingOn.has(socket)) hold(socket);
  });
}

/**
 * Closes a connection with too many waiting requests. They count for a second longer, so that a client that opens one such
 * connection after the other does not get the work of all of them done.
 */
function close(socket: Socket): void {
  stopParsing(socket);
  const requests = waitingOn.get(socket) ?? 0;
  socket.off('close', forget);
  waitingOn.delete(socket);
  socket.destroy();
  setTimeout(() => {
    waitingInAll -= requests;
  }, afterlife).unref();
}

function count(socket: Socket, change: 1 | -1): void {
  const requests = (waitingOn.get(socket) ?? 0) + change;
  if (requests === 0) waitingOn.delete(socket);
  else waitingOn.set(socket, requests);
  waitingInAll += change;
}

/** Responses of a closed connection never get a socket. */
function forget(this: Socket): void {
  waitingInAll -= waitingOn.get(this) ?? 0;
  waitingOn.delete(this);
}

/**
 * Node goes on parsing what it has read from a connection that is closed meanwhile, which may be thousands of requests. Its
 * parser stops after a request that asks for another protocol, which is what this function makes of the next one. That is
 * not documented: where it has no effect, the rest is parsed for nothing.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null || !('onIncoming' in parser)) return;
  parser.onIncoming = () => 2;
}
