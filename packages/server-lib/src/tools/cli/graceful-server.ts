import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { createClock } from '../../base/clock.js';

export interface GracefulOptions {
  /** Milliseconds that an idle connection stays open for a request that is already on its way. Default: 250. */
  readonly linger?: number;
  /** Milliseconds after which open connections are ended. Default: 25,000. */
  readonly grace?: number;
}

/** The state of one connection. */
interface Connection {
  /** Incomplete responses. A response that waits for an earlier one gets no event when the connection closes. */
  readonly open: Set<ServerResponse>;
  /** Bytes received when it last became idle. If there are more, another request has begun. */
  bytesWhenIdle: number;
}

/** An HTTP server that finishes running requests before it closes. */
export class GracefulServer {
  readonly http: Server;
  readonly #linger: number;
  readonly #grace: number;
  readonly #connections = new Map<Socket, Connection>();
  #closing: Promise<void> | undefined;

  constructor(settings: ServerOptions, { linger = 250, grace = 25_000 }: GracefulOptions = {}) {
    this.#linger = linger;
    this.#grace = grace;
    this.http = createServer(settings);
    this.http.on('connection', (socket) => {
      this.#connections.set(socket, { open: new Set(), bytesWhenIdle: 0 });
      socket.once('close', () => this.#connections.delete(socket));
    });
    this.http.on('request', (request, response) => this.#watch(request.socket, response));
  }

  /**
   * Accepts no more connections, finishes running requests with `Connection: close`, and settles when all connections
   * are closed.
   */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    for (const { open } of this.#connections.values()) {
      for (const response of open) response.shouldKeepAlive = false;
    }
    const clock = createClock();
    const closed = new Promise<void>((resolve) => {
      // The `close` of http ends idle connections at once, though a request may be on its way, or a slow client may
      // still be reading a response.
      NetServer.prototype.close.call(this.http, () => resolve());
    });
    const sweep = clock.setInterval(() => this.#endIdle(), this.#linger);
    const limit = clock.setTimeout(() => this.#endAll(), this.#grace);
    await closed;
    sweep.cancel();
    limit.cancel();
  }

  #watch(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    connection.open.add(response);
    if (this.#closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      connection.open.delete(response);
      connection.bytesWhenIdle = socket.bytesRead;
    });
  }

  #endIdle(): void {
    for (const [socket, { open, bytesWhenIdle }] of this.#connections) {
      if (open.size === 0 && socket.bytesRead === bytesWhenIdle) socket.destroy();
    }
  }

  #endAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }
}
