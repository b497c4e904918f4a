import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type StubServer, startStub } from './stub-server.js';

/** What goes wrong with a request on its way there or back. */
export type Fault =
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

export interface FaultProxy extends StubServer {
  /** Requests that arrive with this in the header `x-script` meet these faults in turn, and none after them. */
  script(name: string, faults: readonly Fault[]): void;
  /** How often a script's requests came, and the idempotency keys they had. */
  seen(name: string): { readonly requests: number; readonly keys: ReadonlySet<string | undefined> };
}

interface Upstream {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A proxy before a real server that lets things go wrong by script. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const scripts = new Map<string, { faults: Fault[]; requests: number; keys: Set<string | undefined> }>();
  const named = (name: string) => {
    const script = scripts.get(name) ?? { faults: [], requests: 0, keys: new Set() };
    scripts.set(name, script);
    return script;
  };

  const server = await startStub(async (request, response) => {
    const script = named(String(request.headers['x-script']));
    script.requests++;
    script.keys.add(request.headers['idempotency-key']?.toString());
    const body = await bodyOf(request);
    await answer(script.faults.shift(), request, response, () => forward(target, request, body));
  });
  return { ...server, script: (name, faults) => named(name).faults.push(...faults), seen: named };
}

async function answer(
  fault: Fault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => Promise<Upstream>,
): Promise<void> {
  const { socket } = request;
  switch (fault) {
    case 'reset before the server':
      return void socket.resetAndDestroy();
    case 'reset after the server':
      await pass();
      return void socket.resetAndDestroy();
    case 'stall before the server':
      return;
    case 'stall after the server':
      await pass();
      return;
    case 'truncated head':
      await pass();
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: appl');
      return void socket.end();
    case 'truncated body': {
      const reply = await pass();
      response.writeHead(reply.status, { ...reply.headers, 'content-length': Math.max(1, reply.body.length) });
      response.write(reply.body.subarray(0, reply.body.length / 2));
      return void socket.end();
    }
    case '429 in seconds':
      return void refuse(response, 429, '1');
    case '429 with a date':
      return void refuse(response, 429, new Date(Date.now() + 1_000).toUTCString());
    case '503':
      return void refuse(response, 503);
    case '502 after the server':
      await pass();
      return void refuse(response, 502);
    case 'slow bytes':
      return trickle(response, await pass());
    case undefined: {
      const reply = await pass();
      response.writeHead(reply.status, reply.headers).end(reply.body);
    }
  }
}

function refuse(response: ServerResponse, status: number, retryAfter?: string): void {
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('Not now.');
}

async function trickle(response: ServerResponse, { status, headers, body }: Upstream): Promise<void> {
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
  const reply = await fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers,
    body: body.length > 0 ? new Uint8Array(body) : null,
  });
  const received = Object.fromEntries(
    [...reply.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name)),
  );
  return { status: reply.status, headers: received, body: Buffer.from(await reply.arrayBuffer()) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
