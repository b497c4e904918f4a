import type { Pipeline } from '../api/request-pipeline.js';
import { divideBytes } from '../base/divide.js';
import { bodyAlreadyReadError, bodyTooLargeError, incompleteBodyError } from '../http/body.js';
import { compressedReply, isCompressible } from '../http/compression/compress-reply.js';
import { type HttpExchange, type Reply, type StreamedBody, splitTarget } from '../http/exchange.js';
import type { HostUser } from '../http/host-user.js';
import { largeBody } from '../http/limits.js';
import {
  addressAdviceKey,
  checkMountPath,
  guessStrippedPrefix,
  type HostContext,
  locate,
  type Mount,
} from './mount.js';
import { type BodyBudget, createBodyBudget, PendingBody } from './pending-body.js';

/** The context of a request to the fetch handler. */
export interface FetchContext<HostRequest = unknown> extends HostContext<HostRequest> {
  /** The client's address, as your server knows it. Without it, all clients share one rate limit. */
  address?: string | undefined;
  /** How to pass the address to the helper that calls this handler, for the warning. Only helpers set it. */
  [addressAdviceKey]?: string | undefined;
}

/**
 * Handles a fetch `Request`, for Hono, Next, SvelteKit, Bun and Deno.
 *
 * @example
 * const response = await askwell.fetch(request, { address: '192.0.2.1' });
 */
export type FetchHandler<HostRequest = unknown> = (
  request: Request,
  context?: FetchContext<HostRequest>,
) => Promise<Response>;

/** @param bodies The budget for the bodies of all requests to the instance. */
export function createFetchHandler(
  pipeline: Pipeline,
  mount: Mount,
  bodies: BodyBudget = createBodyBudget(),
): FetchHandler {
  return async (request, context = {}) => {
    const exchange = new FetchExchange(request, context, mount, bodies);
    const route = pipeline.find(exchange.path);
    checkMountPath(mount, exchange, route);
    try {
      const reply = await pipeline.handle(exchange, route, pipeline.admit(exchange, route));
      return exchange.respond(isCompressible(reply) ? await compressedReply(exchange, reply) : reply);
    } finally {
      exchange.discardBody();
    }
  };
}

/** Returns whether a request is a `NextRequest`, or a request that Next passes to a route handler. */
function isFromNext(request: Request): boolean {
  return 'nextUrl' in request;
}

class FetchExchange implements HttpExchange {
  readonly method: string;
  readonly path: string;
  readonly hostPath: string;
  readonly strippedPrefix: string;
  readonly query: string;
  readonly base: string;
  readonly address: string | undefined;
  readonly addressAdvice: string;
  readonly user: HostUser | null | undefined;
  readonly raw: unknown;
  readonly #cancelled = new AbortController();
  #signal: AbortSignal | undefined;
  #body: Promise<Uint8Array> | undefined;
  #pendingBody: PendingBody | undefined;

  constructor(
    readonly incoming: Request,
    context: FetchContext,
    mount: Mount,
    private readonly bodies: BodyBudget,
  ) {
    const { path: hostPath, query } = splitTarget(incoming.url);
    // Next removes the `basePath` of its configuration, in most versions.
    const prefix = isFromNext(incoming) ? guessStrippedPrefix(mount.basePath, hostPath) : '';
    const { path, base, strippedPrefix } = locate(mount, hostPath, prefix);
    this.address = context.address;
    this.addressAdvice = context[addressAdviceKey] ?? 'askwell.fetch(request, { address })';
    this.user = context.user;
    this.raw = context.request ?? incoming;
    this.method = incoming.method;
    this.query = query;
    this.hostPath = hostPath;
    this.strippedPrefix = strippedPrefix;
    this.path = path;
    this.base = base;
  }

  /** When a client disconnects, some hosts abort the request, and others cancel the response. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.incoming.signal, this.#cancelled.signal]);
    return this.#signal;
  }

  header(name: string): string | undefined {
    // Next removes `Content-Encoding` from the responses of route handlers, so browsers could not read a compressed body.
    if (name === 'accept-encoding' && isFromNext(this.incoming)) return undefined;
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
    this.#pendingBody = new PendingBody(limit, this.bodies);
    return collect(body.getReader(), this.#pendingBody);
  }

  /** Drops the body, once the request is answered. */
  discardBody(): void {
    this.#pendingBody?.discard();
    this.#body = undefined;
  }

  async *bodyStream(limit: number): AsyncGenerator<Uint8Array, void> {
    if (Number(this.header('content-length') ?? 0) > limit) throw bodyTooLargeError(limit);
    const { body, bodyUsed } = this.incoming;
    if (!body) return;
    if (bodyUsed || body.locked) throw bodyAlreadyReadError();
    yield* readChunks(body.getReader(), limit);
  }

  respond({ status, headers: flatHeaders, body }: Reply): Response {
    const headers = new Headers();
    for (let at = 0; at < flatHeaders.length; at += 2) headers.append(flatHeaders[at] ?? '', flatHeaders[at + 1] ?? '');
    const bytes = bytesOf(body);
    if (bytes instanceof Uint8Array) headers.set('content-length', String(bytes.byteLength));
    if (this.method === 'HEAD' || bytes === null) return new Response(null, { status, headers });
    return new Response(this.#contentOf(bytes), { status, headers });
  }

  /** Copies bytes, since the reader of a response can change them, and caches share them. Large ones are copied as they are read. */
  #contentOf(body: Uint8Array | StreamedBody): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> {
    if (!(body instanceof Uint8Array)) return toStream(body, this.#cancelled);
    return body.byteLength < largeBody ? new Uint8Array(body) : toStream(partsOf(body), this.#cancelled);
  }
}

/** Returns the bytes of a body. A stream is returned as it is. */
function bytesOf(body: Reply['body']): Exclude<Reply['body'], string> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* divideBytes(bytes);
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

async function collect(reader: BodyReader, body: PendingBody): Promise<Uint8Array> {
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

async function* readChunks(reader: BodyReader, limit: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  let isComplete = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => Promise.reject(incompleteBodyError()));
      isComplete = done;
      if (done) return;
      size += value.byteLength;
      if (size > limit) throw bodyTooLargeError(limit);
      yield value;
    }
  } finally {
    if (!isComplete) void discard(reader);
  }
}

/** Reads the rest of the body and ignores it. Closing the connection now could prevent the client from reading the error. */
async function discard(reader: BodyReader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client disconnected, so there is nothing left to read.
  }
}

function toStream(
  chunks: AsyncIterable<string | Uint8Array>,
  cancelled: AbortController,
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
      // Abort first: a generator that waits for an event cannot return before the signal wakes it.
      cancelled.abort();
      await iterator.return?.();
    },
  });
}
