import { AskwellError } from '../base/errors.js';
import type { HttpExchange } from './exchange.js';
import { parseJson } from './parsers/json.js';
import { parseFormBody } from './urlencoded.js';

const parsers = {
  'application/json': parseJson,
  'application/x-www-form-urlencoded': parseFormBody,
} as const satisfies Record<string, (bytes: Uint8Array) => unknown>;

/** The media types of request bodies. */
export type RequestMediaType = keyof typeof parsers;

/**
 * Reads and parses the body of a request. Checks its size first, then its type, then its text.
 *
 * @param defaultBody Returned for an empty body, if the body is optional.
 * @throws AskwellError with the code `too_large`, `unsupported_media_type` or `malformed`.
 */
export async function readBody(
  exchange: HttpExchange,
  limit: number,
  accepted: readonly RequestMediaType[],
  defaultBody?: object,
): Promise<unknown> {
  const bytes = await exchange.body(limit);
  return defaultBody && bytes.length === 0 ? defaultBody : parseBody(exchange, bytes, accepted);
}

/**
 * Parses the body of a request.
 *
 * @throws AskwellError with the code `unsupported_media_type` or `malformed`.
 */
export function parseBody(exchange: HttpExchange, bytes: Uint8Array, accepted: readonly RequestMediaType[]): unknown {
  const type = readableMediaType(exchange);
  const parserType = accepted.find((candidate) => candidate === type);
  if (!parserType) {
    throw new AskwellError(
      'unsupported_media_type',
      `Send the body as ${accepted.join(' or ')}, in UTF-8 and uncompressed.`,
    );
  }
  return parsers[parserType](bytes);
}

/** Returns the media type of a body; undefined if the body is compressed or has another charset than UTF-8. */
function readableMediaType(exchange: HttpExchange): string | undefined {
  const encoding = exchange.header('content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return undefined;
  const header = exchange.header('content-type') ?? '';
  if (!header.includes(';')) return header.trim().toLowerCase();
  const [type, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return undefined;
  return type;
}

/** Returns the error for a body that exceeds a limit. */
export function bodyTooLargeError(limit: number): AskwellError {
  return new AskwellError('too_large', `The request body is larger than ${limit / 1024} KiB.`);
}

/** Returns the error for a request whose connection closed before its body was complete. */
export function incompleteBodyError(): AskwellError {
  return new AskwellError('malformed', 'The connection closed before the request body was complete.');
}

/** Returns the error for a body that the host app has read without keeping it. */
export function bodyAlreadyReadError(): AskwellError {
  return new AskwellError(
    'malformed',
    'The request body was already read by the host app. Mount Askwell before its body parser.',
  );
}
