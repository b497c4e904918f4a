import { type IncomingMessage, ServerResponse } from 'node:http';
import { Latin1Text } from '../http/compression/byte-text.js';
import type { Reply } from '../http/exchange.js';
import { readWhileStreaming } from './pipelining.js';
import type { StalledReplies } from './stalled-replies.js';

/** The request that a response belongs to. `signal` is only used for streams. */
export interface Receiver {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** Sends a response. Closes the connection if the client does not read it. */
export function sendReply(receiver: Receiver, { status, headers, body }: Reply, stalled: StalledReplies): void {
  const { incoming: request, response } = receiver;
  // Discard an unread body now. Node would do it after the response, more slowly.
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
  // The host has set headers. `writeHead` would keep only the last of several cookies, and replace the host's `Vary`.
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (name === 'set-cookie' || name === 'vary') response.appendHeader(name, value);
    // The host's header is for its whole site, and may include subdomains.
    else if (name === 'strict-transport-security' && response.hasHeader(name)) continue;
    else response.setHeader(name, value);
  }
  response.writeHead(status);
}

/** Returns the content of a body that is not a stream: bytes, or a string with one character for each byte. */
function contentOf(body: Reply['body']): string | Uint8Array | undefined {
  if (body instanceof Latin1Text) return body.text;
  if (typeof body === 'string') return Buffer.byteLength(body) === body.length ? body : Buffer.from(body);
  return body instanceof Uint8Array ? body : undefined;
}

function isStream(body: Reply['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

type Content = string | Uint8Array | undefined;

/** Sends the content and ends the response. */
function finish(request: IncomingMessage, response: ServerResponse, content: Content): void {
  if (!request.complete && !response.shouldKeepAlive) {
    finishAfterRequest(request, response, content);
  } else if (typeof content === 'string' && isUnwrapped(response)) {
    // Sends the headers and the content as one latin1 string. `end(content)` would add an empty chunk.
    response.cork();
    response.write(content, 'latin1');
    response.uncork();
    response.end();
  } else response.end(toBytes(content));
}

/**
 * Ends the response after the whole request has arrived, if the connection closes then. Closing it while the client is still
 * sending would reset the connection, and the client could lose the response.
 */
function finishAfterRequest(request: IncomingMessage, response: ServerResponse, content: Content): void {
  const end = (): void => {
    response.end();
  };
  response.flushHeaders();
  if (content !== undefined) response.write(toBytes(content));
  request.once('end', end).once('close', end).resume();
}

/** Returns whether no middleware of the host has replaced `write` or `end`. Those handle bytes best, all in one call. */
function isUnwrapped({ write, end }: ServerResponse): boolean {
  return write === ServerResponse.prototype.write && end === ServerResponse.prototype.end;
}

function toBytes(content: Content): Uint8Array | undefined {
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
}

async function stream(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  stalled: StalledReplies,
): Promise<void> {
  readWhileStreaming(response);
  try {
    for await (const chunk of chunks) {
      if (signal.aborted) return;
      const hasRoom = response.write(chunk);
      stalled.watch(response);
      if (!hasRoom) await waitForDrain(response, signal);
    }
    response.end();
    stalled.watch(response);
  } catch {
    // The status has been sent. Only a closed connection can tell the client that the rest is missing.
    response.destroy();
  }
}

function waitForDrain(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
