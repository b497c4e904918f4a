import { type IncomingMessage, ServerResponse } from 'node:http';
import { Latin1Text, type Reply } from '../http/exchange.js';
import { readWhileStreaming } from './pipelining.js';
import type { StalledReplies } from './stalled-replies.js';

/** What a reply goes to. `signal` is asked for where it comes in pieces. */
export interface Receiver {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

export function sendReply(receiver: Receiver, { status, headers, body }: Reply, stalled: StalledReplies): void {
  const { incoming: request, response } = receiver;
  // What nobody has read is let go now: Node would see to it once the reply is out, by a longer way.
  if (request.complete && !request.readableDidRead) request.read();
  const content = contentOf(body);
  const length = content === undefined ? [] : ['content-length', String(content.length)];
  writeHead(response, status, headers.concat(length));
  if (request.method === 'HEAD') finish(request, response, undefined);
  else if (isStream(body)) void stream(response, body, receiver.signal, stalled);
  else finish(request, response, content);
  stalled.watch(response);
}

function writeHead(response: ServerResponse, status: number, headers: string[]): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, headers);
    return;
  }
  // The host has set headers. Node would then set ours one by one, keep only the last of several cookies, and replace `Vary`.
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (name === 'set-cookie' || name === 'vary') response.appendHeader(name, value);
    // The host's own is for all of its site, and may cover subdomains too.
    else if (name === 'strict-transport-security' && response.hasHeader(name)) continue;
    else response.setHeader(name, value);
  }
  response.writeHead(status);
}

/** What is known whole: bytes, or a text that has a character for each, as it has where all letters are plain. */
function contentOf(body: Reply['body']): string | Uint8Array | undefined {
  if (body instanceof Latin1Text) return body.text;
  if (typeof body === 'string') return Buffer.byteLength(body) === body.length ? body : Buffer.from(body);
  return body instanceof Uint8Array ? body : undefined;
}

function isStream(body: Reply['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

type Content = string | Uint8Array | undefined;

/** Ends a reply. */
function finish(request: IncomingMessage, response: ServerResponse, content: Content): void {
  if (!request.complete && !response.shouldKeepAlive) {
    finishLast(request, response, content);
  } else if (typeof content === 'string' && isNodesOwn(response)) {
    // One piece with the headers, whose encoding it has; `end` would put an empty piece behind it.
    response.cork();
    response.write(content, 'latin1');
    response.uncork();
    response.end();
  } else response.end(toBytes(content));
}

/**
 * The same where the connection closes with it: first the client sends what it still has to send. Closing on a client that
 * is sending resets the connection, and with it what the client has not read yet.
 */
function finishLast(request: IncomingMessage, response: ServerResponse, content: Content): void {
  const end = (): void => {
    response.end();
  };
  response.flushHeaders();
  if (content !== undefined) response.write(toBytes(content));
  request.once('end', end).once('close', end).resume();
}

/** Whether no middleware of the host's has put itself between: those take bytes best, and all of them at once. */
function isNodesOwn({ write, end }: ServerResponse): boolean {
  return write === ServerResponse.prototype.write && end === ServerResponse.prototype.end;
}

function toBytes(content: Content): Uint8Array | undefined {
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
}

async function stream(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
  gone: AbortSignal,
  stalled: StalledReplies,
): Promise<void> {
  readWhileStreaming(response);
  try {
    for await (const chunk of chunks) {
      if (gone.aborted) return;
      const hasRoom = response.write(chunk);
      stalled.watch(response);
      if (!hasRoom) await drained(response, gone);
    }
    response.end();
    stalled.watch(response);
  } catch {
    // The status is sent: breaking off is the one way left to say that the rest is missing.
    response.destroy();
  }
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      gone.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    gone.addEventListener('abort', done);
    if (gone.aborted) done();
  });
}
