import type { IncomingMessage } from 'node:http';
import { AskwellError } from '../base/errors.js';
import { bodyAlreadyReadError, bodyTooLargeError, incompleteBodyError } from '../http/body.js';
import type { PendingBody } from './pending-body.js';

/** A request whose body a parser of the host may have read. */
export interface ParsedIncomingMessage extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

/**
 * Returns the bytes of a body, or the bytes that the host's body parser has read. Returns no promise if the whole body has arrived.
 *
 * @param body Collects the bytes that arrive.
 * @throws AskwellError with the code `too_large` or `malformed`.
 */
export function readNodeBody(
  request: ParsedIncomingMessage,
  limit: number,
  body: PendingBody,
): Uint8Array | Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLargeError(limit);
  if (!request.readableDidRead && !request.readableEnded) return collect(request, body);
  const bytes = parsedBody(request);
  if (bytes.byteLength > limit) throw bodyTooLargeError(limit);
  return bytes;
}

/**
 * Yields the bytes of a body as they arrive. If the host has read it, yields the result of its body parser.
 *
 * @throws AskwellError with the code `too_large` or `malformed`.
 */
export async function* streamNodeBody(
  request: ParsedIncomingMessage,
  limit: number,
  body: PendingBody,
): AsyncGenerator<Uint8Array, void> {
  if (request.readableDidRead || request.readableEnded || Number(request.headers['content-length'] ?? 0) > limit) {
    yield await readNodeBody(request, limit, body);
    return;
  }
  let size = 0;
  // Destroying the request would close the connection, and the client could not read an error.
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch(() => Promise.reject(incompleteBodyError()));
      if (done) return;
      const bytes = toBytes(request, value);
      size += bytes.byteLength;
      if (size > limit) throw bodyTooLargeError(limit);
      yield bytes;
    }
  } finally {
    // Node only discards a body that nobody has begun to read. The next request of the connection waits behind it.
    await chunks.return?.();
    request.resume();
  }
}

/** Serializes a parsed body, so that it goes through the same checks as any other. */
function parsedBody({ body, rawBody, headers }: ParsedIncomingMessage): Uint8Array {
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (body === undefined || body === null) throw bodyAlreadyReadError();
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  return Buffer.from(isForm ? toUrlencoded(body) : toJson(body));
}

function toJson(body: unknown): string {
  try {
    return JSON.stringify(body) ?? '';
  } catch {
    // A parser can build values that are too deep for `JSON.stringify`.
    throw new AskwellError('malformed', 'The request body is nested too deeply.');
  }
}

/** Returns the fields as they were sent. Some parsers turn `a[b]=1` into `{a: {b: 1}}`. */
function toUrlencoded(fields: object): string {
  const pairs = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) add(name, item);
    else if (typeof value === 'object' && value !== null) addAll(value, (key) => `${name}[${key}]`);
    else pairs.append(name, String(value ?? ''));
  };
  const addAll = (members: object, nameOf: (key: string) => string): void => {
    for (const [key, value] of Object.entries(members)) add(nameOf(key), value);
  };
  addAll(fields, (key) => key);
  return pairs.toString();
}

function collect(request: IncomingMessage, body: PendingBody): Uint8Array | Promise<Uint8Array> {
  if (request.complete && !request.destroyed) return readComplete(request, body);
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      body.discard();
      reject(incompleteBodyError());
    };
    // A destroyed request emits no further events.
    if (request.destroyed) abort();
    const onData = (chunk: Uint8Array | string): void => {
      try {
        body.add(toBytes(request, chunk));
      } catch (error) {
        // Ignore the rest. Closing the connection now could prevent the client from reading the error.
        request.off('data', onData).resume();
        reject(error);
      }
    };
    request.on('data', onData);
    request.once('end', () => {
      request.off('close', abort);
      resolve(body.finish());
    });
    request.once('error', abort);
    request.once('close', abort);
  });
}

/** Reads a body that has arrived completely, as most have, without waiting for events. */
function readComplete(request: IncomingMessage, body: PendingBody): Uint8Array {
  const chunk: Uint8Array | string | null = request.read();
  if (chunk !== null) body.add(toBytes(request, chunk));
  return body.finish();
}

/** The size of a body from which Node does not read on before it is asked to, in bytes. */
const maxBufferedSize = 64 * 1024;

/** Returns how many bytes of its body a request may keep before the body is read. */
export function expectedBodySize({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return maxBufferedSize;
  return Math.min(Number(headers['content-length'] ?? 0), maxBufferedSize);
}

/** If the host has set an encoding, the stream returns strings. */
function toBytes({ readableEncoding }: IncomingMessage, chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk, readableEncoding ?? 'utf8') : chunk;
}
