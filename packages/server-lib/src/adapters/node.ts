import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type Destination, isOwn, type Pipeline } from '../api/request-pipeline.js';
import { createTurnBatcher, type TurnBatcher } from '../base/batch-per-turn.js';
import { AskwellError } from '../base/errors.js';
import { compressedReply, isCompressible } from '../http/compression/compress-reply.js';
import { type HttpExchange, splitTarget } from '../http/exchange.js';
import { readHeader, toHeaders } from '../http/headers/headers.js';
import type { HostUser } from '../http/host-user.js';
import { errorReply } from '../http/reply.js';
import { checkCsrfProtection, checkMountPath, type HostContext, locate, type Mount } from './mount.js';
import { expectedBodySize, type ParsedIncomingMessage, readNodeBody, streamNodeBody } from './node-body.js';
import { sendReply } from './node-reply.js';
import { createPacedReading } from './paced-reading.js';
import { type BodyBudget, createBodyBudget, PendingBody } from './pending-body.js';
import { createPipelining } from './pipelining.js';
import { createStalledReplies } from './stalled-replies.js';

/**
 * Handles the requests of `http.createServer`. As a middleware of Express or Connect, it passes requests that are not for
 * Askwell to `next`.
 *
 * The promise resolves when the response is complete, its connection is closed, or the request was passed to `next`. It never
 * rejects: errors get a response. A server or a framework can ignore it.
 */
export type NodeHandler<HostRequest = unknown> = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
  context?: HostContext<HostRequest>,
) => Promise<void>;

export interface NodeHandlerOptions {
  /** How long a client can read nothing of a response, in milliseconds. */
  readonly stallLimit?: number | undefined;
  /** The turns in which the requests of the instance are batched. */
  readonly turns?: TurnBatcher;
  /** The budget for the bodies of all requests to the instance. */
  readonly bodies?: BodyBudget;
}

export function createNodeHandler(
  pipeline: Pipeline,
  mount: Mount,
  { stallLimit, turns = createTurnBatcher(), bodies = createBodyBudget() }: NodeHandlerOptions = {},
): NodeHandler {
  const stalled = createStalledReplies(stallLimit);
  const { endOfTurn, isBusy, connected } = turns;
  const reading = createPacedReading(isBusy);
  const { startInOrder } = createPipelining();
  const knownSockets = new WeakSet<Socket>();

  async function answer(exchange: NodeExchange, route: Destination): Promise<void> {
    try {
      if (hasSeveralHosts(exchange.incoming)) {
        sendReply(exchange, errorReply(new AskwellError('malformed', 'Send one `Host` header.')), stalled);
        return;
      }
      let admission = pipeline.admit(exchange, route);
      // Node keeps the body that arrives while the request waits.
      const size = admission === 'queued' ? expectedBodySize(exchange.incoming) : 0;
      if (size > 0 && !bodies.take(size)) admission = 'rejected';
      else if (admission === 'queued') {
        await endOfTurn();
        bodies.release(size);
      }
      if (isAbandoned(exchange)) return;
      const reply = await pipeline.handle(exchange, route, admission);
      reading.pace(exchange.response, admission === 'rejected');
      sendReply(exchange, isCompressible(reply) ? await compressedReply(exchange, reply) : reply, stalled);
    } catch {
      exchange.response.destroy();
    } finally {
      exchange.discardBody();
    }
  }

  // Express treats a function with four parameters as an error handler. A parameter with a default is not counted.
  return (request, response, next, context = {}) => {
    const exchange = new NodeExchange(request, response, context, mount, bodies);
    const route = pipeline.find(exchange.path);
    checkMountPath(mount, exchange, route);
    if (!knownSockets.has(request.socket)) {
      knownSockets.add(request.socket);
      connected();
      reading.connected();
    }
    if (next && !isOwn(route)) {
      next();
      return Promise.resolve();
    }
    checkCsrfProtection(mount, request, response);
    const answered = whenAnswered(request, response);
    startInOrder(request, response, () => void answer(exchange, route));
    return answered;
  };
}

/** Resolves when a response is complete or its connection is closed. */
function whenAnswered({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => resolve();
    // Not `once`, which creates two functions for each listener: to resolve twice has no effect.
    response.on('close', settle);
    if (!isOfServer(socket, response)) response.on('finish', settle);
    if (response.destroyed || response.writableFinished) settle();
    else if (response.socket === null && socket instanceof Socket) {
      const closed = whenConnectionCloses(socket);
      if (closed.aborted) settle();
      else closed.addEventListener('abort', settle, { once: true });
    }
  });
}

/**
 * Returns whether Node's server created a response. Its listener of `finish` then emits `close`.
 *
 * With a second listener of `finish`, Node creates an array of listeners. V8 learns that these arrays live long and creates them among old
 * objects, where each keeps its request in memory until the next full garbage collection. This can triple the time of all garbage
 * collections.
 */
function isOfServer(socket: Socket, response: ServerResponse): boolean {
  return socket instanceof Socket && response.socket === socket && response.listenerCount('finish') > 0;
}

/**
 * Returns whether a request has several `Host` headers, which must get status 400 (RFC 9112, section 3.2). Node keeps the first one, and
 * a proxy may have routed the request by the last one. Requests that a platform or a test makes up may have no `rawHeaders`.
 */
function hasSeveralHosts({ rawHeaders = [] }: Partial<IncomingMessage>): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

/** Returns whether the client of a read disconnected. A client may send an answer without waiting for the response. */
function isAbandoned({ method, incoming }: NodeExchange): boolean {
  return (method === 'GET' || method === 'HEAD') && incoming.socket.destroyed;
}

/** Express and Connect remove the prefix that they mount a middleware at from `url`, and keep the full path in `originalUrl`. */
interface ConnectRequest extends ParsedIncomingMessage {
  originalUrl?: string;
}

class NodeExchange implements HttpExchange {
  readonly method: string;
  readonly path: string;
  readonly hostPath: string;
  readonly strippedPrefix: string;
  readonly query: string;
  readonly base: string;
  readonly user: HostUser | null | undefined;
  readonly raw: unknown;
  #signal: AbortSignal | undefined;
  #body: Uint8Array | Promise<Uint8Array> | undefined;
  #pendingBody: PendingBody | undefined;

  constructor(
    readonly incoming: ConnectRequest,
    readonly response: ServerResponse,
    context: HostContext,
    mount: Mount,
    private readonly bodies: BodyBudget,
  ) {
    const { path: hostPath, query } = splitTarget(incoming.url ?? '/');
    const { path, base, strippedPrefix } = locate(mount, hostPath, removedPrefix(hostPath, incoming.originalUrl));
    this.user = context.user;
    this.raw = context.request ?? incoming;
    this.method = incoming.method ?? 'GET';
    this.query = query;
    this.hostPath = hostPath;
    this.strippedPrefix = strippedPrefix;
    this.path = path;
    this.base = base;
  }

  get address(): string | undefined {
    return this.incoming.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([whenClosed(this.response), whenConnectionCloses(this.incoming.socket)]);
    return this.#signal;
  }

  header(name: string): string | undefined {
    return readHeader(this.incoming.headers, name);
  }

  headers(): Headers {
    return toHeaders(this.incoming.headers);
  }

  body(limit: number): Uint8Array | Promise<Uint8Array> {
    this.#body ??= readNodeBody(this.incoming, limit, this.#pendingWith(limit));
    return this.#body;
  }

  bodyStream(limit: number): AsyncGenerator<Uint8Array, void> {
    return streamNodeBody(this.incoming, limit, this.#pendingWith(limit));
  }

  /** Drops the body, once the request is answered. */
  discardBody(): void {
    this.#pendingBody?.discard();
    this.#body = undefined;
  }

  #pendingWith(limit: number): PendingBody {
    this.#pendingBody ??= new PendingBody(limit, this.bodies);
    return this.#pendingBody;
  }
}

function whenClosed(closing: ServerResponse | Socket): AbortSignal {
  const controller = new AbortController();
  // A destroyed socket emits no `close` event.
  if (closing.destroyed) controller.abort();
  else closing.once('close', () => controller.abort());
  return controller.signal;
}

const connectionSignals = new WeakMap<Socket, AbortSignal>();

/** A pipelined response that waits for another one emits no event when the connection closes. */
function whenConnectionCloses(socket: Socket): AbortSignal {
  const existing = connectionSignals.get(socket);
  if (existing) return existing;
  const signal = whenClosed(socket);
  connectionSignals.set(socket, signal);
  return signal;
}

/** Returns the prefix that the host removed from the path. For a request to the prefix itself, the path is `/`. */
function removedPrefix(path: string, originalUrl: string | undefined): string {
  if (originalUrl === undefined) return '';
  const { path: originalPath } = splitTarget(originalUrl);
  if (originalPath.endsWith(path)) return originalPath.slice(0, -path.length);
  return path === '/' ? originalPath : '';
}
