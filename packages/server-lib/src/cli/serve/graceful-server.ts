import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

export interface GracefulOptions {
  /** Milliseconds an idle connection is left for a request that is already on its way. Default: 250. */
  readonly linger?: number;
  /** Milliseconds after which what still runs is cut off. Default: 25,000. */
  readonly grace?: number;
}

/** What one connection is about. */
interface Connection {
  /** Responses that are not complete. Those that wait behind another one do not hear that the connection has closed. */
  readonly open: Set<ServerResponse>;
  /** Bytes that had arrived when it last fell idle: more than those are the beginning of another request. */
  heard: number;
}

/** An HTTP server that can close without breaking off a request that it took. */
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
      this.#connections.set(socket, { open: new Set(), heard: 0 });
      socket.once('close', () => this.#connections.delete(socket));
    });
    this.http.on('request', (request, response) => this.#watch(request.socket, response));
  }

  /**
   * Accepts no more connections, lets what runs come to its end, tells clients not to come back on the same
   * connection, and settles when all are gone.
   */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    for (const { open } of this.#connections.values()) {
      for (const response of open) response.shouldKeepAlive = false;
    }
    const closed = new Promise<void>((resolve) => {
      // Not http's own close: it cuts off at once what looks idle, though a request may be on its way there, or a
      // slow reader still be taking the last answer.
      NetServer.prototype.close.call(this.http, () => resolve());
    });
    const sweep = setInterval(() => this.#endIdle(), this.#linger);
    const limit = setTimeout(() => this.#endAll(), this.#grace);
    await closed;
    clearInterval(sweep);
    clearTimeout(limit);
  }

  #watch(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    connection.open.add(response);
    if (this.#closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      connection.open.delete(response);
      connection.heard = socket.bytesRead;
    });
  }

  #endIdle(): void {
    for (const [socket, { open, heard }] of this.#connections) {
      if (open.size === 0 && socket.bytesRead === heard) socket.destroy();
    }
  }

  #endAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }
}
