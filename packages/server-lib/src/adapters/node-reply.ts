import { type IncomingMessage, ServerResponse } from 'node:http';
import { isWhole, type Reply } from '../http/exchange.js';
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
  const content = typeof body === 'string' ? encode(body, response) : body;
  const length = isWhole(content) ? ['content-length', String(content.length)] : [];
  writeHead(response, status, headers.concat(length));
  if (request.method === 'HEAD' || content === null) finish(request, response);
  else if (isWhole(content)) finish(request, response, content);
  else void stream(response, content, receiver.signal, stalled);
  stalled.watch(response);
}

/**
 * Returns the bytes of a text, or an ASCII text itself, since Node sends a text and the headers in one piece. A `write` or `end` of
 * the host gets bytes.
 */
function encode(text: string, { write, end }: ServerResponse): string | Uint8Array {
  const ofNode = write === ServerResponse.prototype.write && end === ServerResponse.prototype.end;
  return ofNode && Buffer.byteLength(text) === text.length ? text : Buffer.from(text);
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

/** Sends the content and ends the response. */
function finish(request: IncomingMessage, response: ServerResponse, content?: string | Uint8Array): void {
  if (!request.complete && !response.shouldKeepAlive) finishAfterRequest(request, response, content);
  else if (typeof content === 'string') sendText(response, content);
  else response.end(content);
}

/**
 * Sends the headers and an ASCII text in one piece. It has the encoding of the headers, which may have Latin-1 values. `end(text)`
 * would add an empty piece, and Node sends several pieces more slowly than one.
 */
function sendText(response: ServerResponse, text: string): void {
  response.cork();
  response.write(text, 'latin1');
  response.uncork();
  response.end();
}

/**
 * Ends the response after the whole request has arrived, if the connection closes then. Closing it while the client is still
 * sending would reset the connection, and the client could lose the response.
 */
function finishAfterRequest(request: IncomingMessage, response: ServerResponse, content?: string | Uint8Array): void {
  const end = (): void => {
    response.end();
  };
  response.flushHeaders();
  if (content !== undefined) response.write(content);
  request.once('end', end).once('close', end).resume();
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
