import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type StubServer, startStub } from './stub-server.js';

/** A failure of the network, or of a proxy in front of the server. */
export type NetworkFailure =
  | 'reset before the server'
  | 'reset after the server'
  | 'stall before the server'
  | 'stall after the server'
  | 'truncated head'
  | 'truncated body'
  | '429 in seconds'
  | '429 with a date'
  | '503'
  | '502 after the server'
  | 'slow bytes';

/** A running failing proxy. */
export interface FailingProxy extends StubServer {
  /** Adds failures for the requests with this name in the `x-script` header. Each request uses up one of them. */
  script(name: string, failures: readonly NetworkFailure[]): void;
  /** Returns the number of requests with this name, and their idempotency keys. */
  seen(name: string): { readonly requests: number; readonly keys: ReadonlySet<string | undefined> };
}

interface Upstream {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Starts a proxy that forwards requests to a server and causes failures. */
export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const scripts = new Map<string, { failures: NetworkFailure[]; requests: number; keys: Set<string | undefined> }>();
  const named = (name: string) => {
    const script = scripts.get(name) ?? { failures: [], requests: 0, keys: new Set() };
    scripts.set(name, script);
    return script;
  };

  const server = await startStub(async (request, response) => {
    const script = named(String(request.headers['x-script']));
    script.requests++;
    script.keys.add(request.headers['idempotency-key']?.toString());
    const body = await bodyOf(request);
    await respond(script.failures.shift(), request, response, () => forward(target, request, body));
  });
  return { ...server, script: (name, failures) => named(name).failures.push(...failures), seen: named };
}

async function respond(
  failure: NetworkFailure | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  forwardRequest: () => Promise<Upstream>,
): Promise<void> {
  const { socket } = request;
  switch (failure) {
    case 'reset before the server':
      return void socket.resetAndDestroy();
    case 'reset after the server':
      await forwardRequest();
      return void socket.resetAndDestroy();
    case 'stall before the server':
      return;
    case 'stall after the server':
      await forwardRequest();
      return;
    case 'truncated head':
      await forwardRequest();
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: appl');
      return void socket.end();
    case 'truncated body': {
      const upstream = await forwardRequest();
      response.writeHead(upstream.status, { ...upstream.headers, 'content-length': Math.max(1, upstream.body.length) });
      response.write(upstream.body.subarray(0, upstream.body.length / 2));
      return void socket.end();
    }
    case '429 in seconds':
      return void reject(response, 429, '1');
    case '429 with a date':
      return void reject(response, 429, new Date(Date.now() + 1_000).toUTCString());
    case '503':
      return void reject(response, 503);
    case '502 after the server':
      await forwardRequest();
      return void reject(response, 502);
    case 'slow bytes':
      return sendSlowly(response, await forwardRequest());
    case undefined: {
      const upstream = await forwardRequest();
      response.writeHead(upstream.status, upstream.headers).end(upstream.body);
    }
  }
}

function reject(response: ServerResponse, status: number, retryAfter?: string): void {
  response
    .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
    .end('Rejected by the proxy.');
}

async function sendSlowly(response: ServerResponse, { status, headers, body }: Upstream): Promise<void> {
  response.writeHead(status, headers);
  const step = Math.ceil(body.length / 20) || 1;
  for (let at = 0; at < body.length; at += step) {
    response.write(body.subarray(at, at + step));
    await pause(10);
  }
  response.end();
}

async function forward(target: string, request: IncomingMessage, body: Buffer): Promise<Upstream> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !/^(host|connection|content-length|transfer-encoding)$/.test(name))
      headers.set(name, value);
  }
  const upstream = await fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers,
    body: body.length > 0 ? new Uint8Array(body) : null,
  });
  const received = Object.fromEntries(
    [...upstream.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name)),
  );
  return { status: upstream.status, headers: received, body: Buffer.from(await upstream.arrayBuffer()) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
