import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Exchange, type Reply, splitTarget } from '../http/exchange.js';
import { readHeader, toHeaders } from '../http/headers.js';
import type { Pipeline } from '../http/pipeline.js';
import { below, type Mount } from './mount.js';
import { type HostRequest, readNodeBody } from './node-body.js';

/**
 * A request listener for `http.createServer`, and a middleware for Express, Connect and their like: what is not
 * Askwell's goes to `next`.
 */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

export function createNodeHandler(pipeline: Pipeline, mount: Mount): NodeHandler {
  return (request, response, next) => {
    const exchange = new NodeExchange(request, response, mount);
    if (next && !pipeline.owns(exchange.path)) {
      next();
      return;
    }
    pipeline
      .handle(exchange)
      .then((reply) => send(request, response, reply))
      .catch(() => response.destroy());
  };
}

/** Express and Connect strip the prefix they mount under from `url` and keep the whole in `originalUrl`. */
interface MountedRequest extends HostRequest {
  originalUrl?: string;
}

class NodeExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly base: string;
  #signal: AbortSignal | undefined;

  constructor(
    readonly raw: MountedRequest,
    private readonly response: ServerResponse,
    { basePath, linkBase }: Mount,
  ) {
    const { path, query } = splitTarget(raw.url ?? '/');
    const prefix = strippedPrefix(raw);
    this.method = raw.method ?? 'GET';
    this.query = query;
    // Under a prefix that the host has already stripped, all of the path is ours.
    this.path = prefix === '' ? below(basePath, path) : path;
    this.base = linkBase ?? (prefix === '' ? basePath : prefix);
  }

  get address(): string | undefined {
    return this.raw.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    if (!this.#signal) {
      const controller = new AbortController();
      this.response.once('close', () => controller.abort());
      this.#signal = controller.signal;
    }
    return this.#signal;
  }

  header(name: string): string | undefined {
    return readHeader(this.raw.headers, name);
  }

  headers(): Headers {
    return toHeaders(this.raw.headers);
  }

  body(limit: number): Promise<Uint8Array> {
    return readNodeBody(this.raw, limit);
  }
}

function strippedPrefix({ url = '', originalUrl }: MountedRequest): string {
  if (originalUrl === undefined || originalUrl.length <= url.length) return '';
  if (originalUrl.endsWith(url)) return trimSlash(originalUrl.slice(0, -url.length));
  // `app.use('/polls', …)` asked for `/polls` or `/polls?x` is given `/` or `/?x`.
  return url.startsWith('/?') || url === '/' ? trimSlash(splitTarget(originalUrl).path) : '';
}

function trimSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status, body } = reply;
  const headers = [...reply.headers];
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes instanceof Uint8Array) headers.push('content-length', String(bytes.byteLength));
  response.writeHead(status, headers);
  if (request.method === 'HEAD' || bytes === null) response.end();
  else if (bytes instanceof Uint8Array) response.end(bytes);
  else void stream(response, bytes);
}

async function stream(response: ServerResponse, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  } catch {
    // The status is sent: breaking off is the one way left to say that the rest is missing.
    response.destroy();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
