import type { IncomingMessage } from 'node:http';
import { AskwellError } from '../errors.js';
import { bodyTooLarge } from '../http/body.js';

/** A request whose body a parser of the host's may have read before. */
export interface HostRequest extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

/** The body's bytes: what the host's parser left, or what comes in, counted as it arrives. */
export function readNodeBody(request: HostRequest, limit: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(bodyTooLarge(limit));
  if (request.readableDidRead || request.readableEnded) return alreadyRead(request, limit);
  return collect(request, limit);
}

async function alreadyRead(request: HostRequest, limit: number): Promise<Uint8Array> {
  const bytes = toBytes(request);
  if (bytes.byteLength > limit) throw bodyTooLarge(limit);
  return bytes;
}

/** A parsed body goes back into bytes, so that it is judged like any other. */
function toBytes({ body, rawBody, headers }: HostRequest): Uint8Array {
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (body === undefined || body === null) {
    throw new AskwellError('malformed', 'The body was read by another parser, which left nothing at request.body.');
  }
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return Buffer.from(isForm ? toUrlencoded(body) : JSON.stringify(body));
}

function toUrlencoded(fields: object): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one));
  }
  return pairs.toString();
}

function collect(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else {
        // The rest is let go as it comes: cutting the connection now could cut off the refusal too.
        chunks.length = 0;
        reject(bodyTooLarge(limit));
      }
    });
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new AskwellError('malformed', 'The request ended before its body did.')));
  });
}
