import { AskwellError } from '../errors.js';
import type { HttpExchange } from './exchange.js';
import { parseJson } from './json.js';
import { parseFormBody } from './urlencoded.js';

export const publicBodyLimit = 64 * 1024;
export const bodyLimit = 256 * 1024;
/** What forms of the dashboard may take, most of which anybody may send. */
export const dashboardFormLimit = 16 * 1024;

const parsers = {
  'application/json': parseJson,
  'application/x-www-form-urlencoded': parseFormBody,
} as const satisfies Record<string, (bytes: Uint8Array) => unknown>;

export type RequestMediaType = keyof typeof parsers;

/**
 * Reads and parses a body in one of the accepted types. First its size is judged, then its type, then its text. `absent`
 * is what a request without a body stands for, where that will do.
 */
export async function readBody(
  exchange: HttpExchange,
  limit: number,
  accepted: readonly RequestMediaType[],
  absent?: object,
): Promise<unknown> {
  const bytes = await exchange.body(limit);
  if (absent && bytes.length === 0) return absent;
  const type = mediaTypeOf(exchange);
  const parser = accepted.find((known) => known === type);
  if (!parser) {
    throw new AskwellError(
      'unsupported_media_type',
      `Send the body as ${accepted.join(' or ')}, in UTF-8, uncompressed.`,
    );
  }
  return parsers[parser](bytes);
}

/** The body's type, if it is one that can be read at all: no compression, no other charset. */
function mediaTypeOf(exchange: HttpExchange): string | undefined {
  const encoding = exchange.header('content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return undefined;
  const header = exchange.header('content-type') ?? '';
  if (!header.includes(';')) return header.trim().toLowerCase();
  const [type, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return undefined;
  return type;
}

export function bodyTooLargeError(limit: number): AskwellError {
  return new AskwellError('too_large', `The body takes more than ${limit / 1024} KiB.`);
}

/** Nobody is left to hear it: the other end went away. */
export function incompleteBodyError(): AskwellError {
  return new AskwellError('malformed', 'The request ended before its body did.');
}

export function bodyAlreadyReadError(): AskwellError {
  return new AskwellError('malformed', 'The body was read before Askwell could, and nothing was left of it.');
}
