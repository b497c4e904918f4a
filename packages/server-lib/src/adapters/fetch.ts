import { AskwellError } from '../errors.js';
import { bodyTooLarge } from '../http/body.js';
import { type Exchange, type Reply, splitTarget } from '../http/exchange.js';
import type { Pipeline } from '../http/pipeline.js';
import { below, type Mount } from './mount.js';

/** What a fetch host knows beside the request. */
export interface FetchContext {
  /** The client's address as the host's server saw it. Without it all clients share one rate limit. */
  address?: string | undefined;
}

/** Answers a fetch `Request`: for Hono, Next, SvelteKit, Bun, Deno. */
export type FetchHandler = (request: Request, context?: FetchContext) => Promise<Response>;

export function createFetchHandler(pipeline: Pipeline, mount: Mount): FetchHandler {
  return async (request, context = {}) => {
    const reply = await pipeline.handle(new FetchExchange(request, context.address, mount));
    return toResponse(request, reply);
  };
}

class FetchExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly base: string;

  constructor(
    readonly raw: Request,
    readonly address: string | undefined,
    { basePath, linkBase }: Mount,
  ) {
    const { path, query } = splitTarget(raw.url);
    this.method = raw.method;
    this.query = query;
    this.path = below(basePath, path);
    this.base = linkBase ?? basePath;
  }

  get signal(): AbortSignal {
    return this.raw.signal;
  }

  header(name: string): string | undefined {
    return this.raw.headers.get(name) ?? undefined;
  }

  headers(): Headers {
    return this.raw.headers;
  }

  async body(limit: number): Promise<Uint8Array> {
    if (Number(this.header('content-length') ?? 0) > limit) throw bodyTooLarge(limit);
    const chunks: Uint8Array[] = [];
    let size = 0;
    if (!this.raw.body) return new Uint8Array();
    if (this.raw.bodyUsed)
      throw new AskwellError('malformed', 'The body was read before Askwell could. Pass the request unread.');
    for await (const chunk of this.raw.body) {
      size += chunk.byteLength;
      if (size > limit) throw bodyTooLarge(limit);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

function toResponse(request: Request, { status, headers: flat, body }: Reply): Response {
  const headers = new Headers();
  for (let at = 0; at < flat.length; at += 2) headers.append(flat[at] ?? '', flat[at + 1] ?? '');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes instanceof Uint8Array) headers.set('content-length', String(bytes.byteLength));
  if (request.method === 'HEAD' || bytes === null) return new Response(null, { status, headers });
  return new Response(bytes instanceof Uint8Array ? new Uint8Array(bytes) : toStream(bytes), { status, headers });
}

function toStream(chunks: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
