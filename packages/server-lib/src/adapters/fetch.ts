import type { HostUser } from '../accounts/host-user.js';
import type { Pipeline } from '../api/request-pipeline.js';
import { bodyAlreadyReadError, bodyTooLargeError, incompleteBodyError } from '../http/body.js';
import { compressedReply, isCompressible } from '../http/compression/compress-reply.js';
import { type HttpExchange, Latin1Text, type Reply, splitTarget } from '../http/exchange.js';
import { checkMountPath, type HostContext, type Mount, stripBasePath } from './mount.js';
import { PendingBody } from './pending-body.js';

/** What a handler knows beside the request. */
export interface FetchContext<HostRequest = unknown> extends HostContext<HostRequest> {
  /** The client's address as the host's server saw it. Without it all clients share one rate limit. */
  address?: string | undefined;
}

/** Answers a fetch `Request`: for Hono, Next, SvelteKit, Bun, Deno. */
export type FetchHandler<HostRequest = unknown> = (
  request: Request,
  context?: FetchContext<HostRequest>,
) => Promise<Response>;

export function createFetchHandler(pipeline: Pipeline, mount: Mount): FetchHandler {
  return async (request, context = {}) => {
    const exchange = new FetchExchange(request, context, mount);
    checkMountPath(mount, exchange, pipeline);
    const reply = await pipeline.handle(exchange, pipeline.admit(exchange));
    const isCompressed = isCompressible(reply) && !isFromNext(request);
    return exchange.respond(isCompressed ? await compressedReply(exchange, reply) : reply);
  };
}

/** Next removes `Content-Encoding` from the responses of route handlers, so that a compressed body could not be read. */
function isFromNext(request: Request): boolean {
  return 'nextUrl' in request;
}

class FetchExchange implements HttpExchange {
  readonly method: string;
  readonly path: string;
  readonly hostPath: string;
  readonly strippedPrefix = '';
  readonly query: string;
  readonly base: string;
  readonly address: string | undefined;
  readonly user: HostUser | null | undefined;
  readonly raw: unknown;
  readonly #gone = new AbortController();
  #signal: AbortSignal | undefined;
  #body: Promise<Uint8Array> | undefined;

  constructor(
    readonly incoming: Request,
    context: FetchContext,
    mount: Mount,
  ) {
    const { basePath, linkBase } = mount;
    const { path, query } = splitTarget(incoming.url);
    this.address = context.address;
    this.user = context.user;
    this.raw = context.request ?? incoming;
    this.method = incoming.method;
    this.query = query;
    this.hostPath = path;
    this.path = stripBasePath(basePath, path);
    this.base = linkBase ?? basePath;
  }

  /** Hosts tell that a client went away in one of two ways: they abort the request, or cancel the response. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.incoming.signal, this.#gone.signal]);
    return this.#signal;
  }

  header(name: string): string | undefined {
    return this.incoming.headers.get(name) ?? undefined;
  }

  headers(): Headers {
    return this.incoming.headers;
  }

  body(limit: number): Promise<Uint8Array> {
    this.#body ??= this.#read(limit);
    return this.#body;
  }

  async #read(limit: number): Promise<Uint8Array> {
    if (Number(this.header('content-length') ?? 0) > limit) throw bodyTooLargeError(limit);
    const { body, bodyUsed } = this.incoming;
    if (!body) return new Uint8Array();
    if (bodyUsed || body.locked) throw bodyAlreadyReadError();
    return collect(body.getReader(), limit);
  }

  respond({ status, headers: flat, body }: Reply): Response {
    const headers = new Headers();
    for (let at = 0; at < flat.length; at += 2) headers.append(flat[at] ?? '', flat[at + 1] ?? '');
    const bytes = bytesOf(body);
    if (bytes instanceof Uint8Array) headers.set('content-length', String(bytes.byteLength));
    if (this.method === 'HEAD' || bytes === null) return new Response(null, { status, headers });
    const content = bytes instanceof Uint8Array ? new Uint8Array(bytes) : toStream(bytes, this.#gone);
    return new Response(content, { status, headers });
  }
}

/** Bytes where all are known; a stream stays one. */
function bytesOf(body: Reply['body']): Exclude<Reply['body'], string | Latin1Text> {
  if (body instanceof Latin1Text) return body.bytes;
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

async function collect(reader: BodyReader, limit: number): Promise<Uint8Array> {
  const body = new PendingBody(limit);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => Promise.reject(incompleteBodyError()));
      if (done) return body.finish();
      body.add(value);
    }
  } catch (error) {
    body.discard();
    void discard(reader);
    throw error;
  }
}

/** Lets the rest go as it comes: cutting the connection now could cut off the refusal too. */
async function discard(reader: BodyReader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client gave up, which ends it just as well.
  }
}

function toStream(
  chunks: AsyncIterable<string | Uint8Array>,
  gone: AbortController,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : new Uint8Array(value));
    },
    async cancel() {
      // First the signal: a generator that waits for an event can't be ended before it wakes.
      gone.abort();
      await iterator.return?.();
    },
  });
}
