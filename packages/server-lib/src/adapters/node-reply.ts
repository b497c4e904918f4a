import type { IncomingMessage, ServerResponse } from 'node:http';
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
  // Bytes, since Node would send the headers in the encoding of a text.
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const length = content instanceof Uint8Array ? ['content-length', String(content.byteLength)] : [];
  writeHead(response, status, headers.concat(length));
  if (request.method === 'HEAD' || content === null) finish(request, response, undefined);
  else if (content instanceof Uint8Array) finish(request, response, content);
  else void stream(response, content, receiver.signal, stalled);
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

/** Sends the content and ends the response. */
function finish(request: IncomingMessage, response: ServerResponse, content: Uint8Array | undefined): void {
  if (!request.complete && !response.shouldKeepAlive) finishAfterRequest(request, response, content);
  else response.end(content);
}

/**
 * Ends the response after the whole request has arrived, if the connection closes then. Closing it while the client is still
 * sending would reset the connection, and the client could lose the response.
 */
function finishAfterRequest(request: IncomingMessage, response: ServerResponse, content: Uint8Array | undefined): void {
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
