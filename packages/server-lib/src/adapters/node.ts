import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HostUser } from '../accounts/host-user.js';
import type { Pipeline } from '../api/request-pipeline.js';
import { compressedReply, isCompressible } from '../http/compression/compress-reply.js';
import { type HttpExchange, splitTarget } from '../http/exchange.js';
import { readHeader, toHeaders } from '../http/headers.js';
import { endOfTurn } from './batch-per-turn.js';
import { checkMountPath, type HostContext, type Mount, stripBasePath } from './mount.js';
import { type ParsedIncomingMessage, readNodeBody } from './node-body.js';
import { sendReply } from './node-reply.js';
import { startInOrder } from './pipelining.js';
import { createStalledReplies } from './stalled-replies.js';

/**
 * A request listener for `http.createServer`, and a middleware for Express, Connect and their like: what is not
 * Askwell's goes to `next`.
 */
export type NodeHandler<HostRequest = unknown> = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
  context?: HostContext<HostRequest>,
) => void;

export interface NodeHandlerOptions {
  /** Milliseconds that a client may take nothing of a reply. */
  readonly stallLimit?: number | undefined;
}

export function createNodeHandler(
  pipeline: Pipeline,
  mount: Mount,
  { stallLimit }: NodeHandlerOptions = {},
): NodeHandler {
  const stalled = createStalledReplies(stallLimit);

  async function answer(exchange: NodeExchange): Promise<void> {
    try {
      const admission = pipeline.admit(exchange);
      if (admission === 'queued') await endOfTurn();
      if (isPointless(exchange)) return;
      const reply = await pipeline.handle(exchange, admission);
      sendReply(exchange, isCompressible(reply) ? await compressedReply(exchange, reply) : reply, stalled);
    } catch {
      exchange.response.destroy();
    }
  }

  // Express takes a function of four parameters for an error handler: the last one has a default, and is not counted.
  return (request, response, next, context = {}) => {
    const exchange = new NodeExchange(request, response, context, mount);
    checkMountPath(mount, exchange, pipeline);
    if (next && !pipeline.owns(exchange.path)) next();
    else startInOrder(request, response, () => void answer(exchange));
  };
}

/** Whether a request only reads and its client is gone. A client may send an answer and not wait for the reply. */
function isPointless({ method, incoming }: NodeExchange): boolean {
  return (method === 'GET' || method === 'HEAD') && incoming.socket.destroyed;
}

/** Express and Connect strip the prefix they mount under from `url` and keep the whole in `originalUrl`. */
interface MountedRequest extends ParsedIncomingMessage {
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
  #body: Promise<Uint8Array> | undefined;

  constructor(
    readonly incoming: MountedRequest,
    readonly response: ServerResponse,
    context: HostContext,
    mount: Mount,
  ) {
    const { basePath, linkBase } = mount;
    const { path, query } = splitTarget(incoming.url ?? '/');
    const prefix = prefixBefore(path, incoming.originalUrl);
    this.user = context.user;
    this.raw = context.request ?? incoming;
    this.method = incoming.method ?? 'GET';
    this.query = query;
    this.hostPath = path;
    this.strippedPrefix = prefix;
    // Under a prefix that the host has already stripped, all of the path is ours.
    this.path = prefix === '' ? stripBasePath(basePath, path) : path;
    this.base = linkBase ?? (prefix === '' ? basePath : prefix);
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

  body(limit: number): Promise<Uint8Array> {
    this.#body ??= readNodeBody(this.incoming, limit);
    return this.#body;
  }
}

function whenClosed(closing: ServerResponse | Socket): AbortSignal {
  const controller = new AbortController();
  // One that is gone already closes no more.
  if (closing.destroyed) controller.abort();
  else closing.once('close', () => controller.abort());
  return controller.signal;
}

const connections = new WeakMap<Socket, AbortSignal>();

/** A response that waits behind another on its connection never hears that this has closed. */
function whenConnectionCloses(socket: Socket): AbortSignal {
  const known = connections.get(socket);
  if (known) return known;
  const signal = whenClosed(socket);
  connections.set(socket, signal);
  return signal;
}

/** What the host took off the front of the path. Asked for the prefix itself, it leaves `/`. */
function prefixBefore(path: string, originalUrl: string | undefined): string {
  if (originalUrl === undefined) return '';
  const { path: whole } = splitTarget(originalUrl);
  if (whole.endsWith(path)) return whole.slice(0, -path.length);
  return path === '/' ? whole : '';
}
