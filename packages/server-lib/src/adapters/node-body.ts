import type { IncomingMessage } from 'node:http';
import { AskwellError } from '../errors.js';
import { bodyAlreadyReadError, bodyTooLargeError, incompleteBodyError } from '../http/body.js';
import { PendingBody } from './pending-body.js';

/** A request whose body a parser of the host's may have read before. */
export interface ParsedIncomingMessage extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

/** The body's bytes: what the host's parser left, or what comes in, counted as it arrives. */
export async function readNodeBody(request: ParsedIncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLargeError(limit);
  if (!request.readableDidRead && !request.readableEnded) return collect(request, limit);
  const bytes = whatWasLeft(request);
  if (bytes.byteLength > limit) throw bodyTooLargeError(limit);
  return bytes;
}

const nothing = new Uint8Array();

/** A parsed body goes back into bytes, so that it is judged like any other. */
function whatWasLeft({ body, rawBody, headers }: ParsedIncomingMessage): Uint8Array {
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
    // A parser may build deeper than can be written again.
    throw new AskwellError('malformed', 'The request body is nested too deeply.');
  }
}

/** Fields as they came: a parser that nests writes `a[b]=1` as `{a: {b: 1}}`. */
function toUrlencoded(fields: object): string {
  const pairs = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) add(name, one);
    else if (typeof value === 'object' && value !== null) addAll(value, (key) => `${name}[${key}]`);
    else pairs.append(name, String(value ?? ''));
  };
  const addAll = (members: object, nameOf: (key: string) => string): void => {
    for (const [key, value] of Object.entries(members)) add(nameOf(key), value);
  };
  addAll(fields, (key) => key);
  return pairs.toString();
}

function collect(request: IncomingMessage, limit: number): Uint8Array | Promise<Uint8Array> {
  if (request.complete && !request.destroyed) return whole(request, limit);
  return new Promise((resolve, reject) => {
    const body = new PendingBody(limit);
    const cutShort = (): void => {
      body.discard();
      reject(incompleteBodyError());
    };
    // One that is gone already says so no more.
    if (request.destroyed) cutShort();
    const keep = (given: Uint8Array | string): void => {
      try {
        body.add(toBytes(request, given));
      } catch (error) {
        // The rest is let go as it comes: cutting the connection now could cut off the refusal too.
        request.off('data', keep).resume();
        reject(error);
      }
    };
    request.on('data', keep);
    request.once('end', () => {
      request.off('close', cutShort);
      resolve(body.finish());
    });
    request.once('error', cutShort);
    request.once('close', cutShort);
  });
}

/** A body that is all here already, as most are. */
function whole(request: IncomingMessage, limit: number): Uint8Array {
  const given: Uint8Array | string | null = request.read();
  if (given === null) return nothing;
  const bytes = toBytes(request, given);
  if (bytes.byteLength > limit) throw bodyTooLargeError(limit);
  return bytes;
}

/** A host that set an encoding has the stream give texts. */
function toBytes({ readableEncoding }: IncomingMessage, chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk, readableEncoding ?? 'utf8') : chunk;
}
