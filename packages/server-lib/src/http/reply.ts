import type { AskwellError } from '../base/errors.js';
import { type Party, turnForLongWork } from '../base/event-loop.js';
import type { ErrorBody, ListBody } from '../shared/contract/response-types.js';
import type { PageReply, Reply } from './exchange.js';
import { joinInTurns } from './join-in-turns.js';
import { csvRow } from './spreadsheets/csv.js';

const jsonHeaders = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'];

/** Returns a JSON response that is not cached. */
export function json(
  status: number,
  body: unknown,
  headers: readonly string[] = [],
  compressible: Reply['compressible'] = undefined,
): Reply {
  const allHeaders = headers.length ? jsonHeaders.concat(headers) : jsonHeaders;
  return { status, headers: allHeaders, body: JSON.stringify(body), compressible };
}

/** Returns `{"data": …}`, compressed if the client accepts it. */
export function resource(status: 200 | 201, data: object, headers: readonly string[] = []): Reply {
  return json(status, { data }, headers, true);
}

/**
 * Returns `{"data": …}`, never compressed: it contains a secret (tickets, or the ID that gives access to an answer) and text
 * that an attacker may have chosen. See {@link Reply.compressible}.
 */
export function secretResource(status: 200 | 201, data: object, headers: readonly string[] = []): Reply {
  return json(status, { data }, headers);
}

/** Returns a page of a list whose resources are already serialized. */
export async function listPage(resources: readonly string[], nextCursor: string | null, party: Party): Promise<Reply> {
  const meta: ListBody<never>['meta'] = { next_cursor: nextCursor };
  const items = resources.map((resource, at) => (at === 0 ? resource : `,${resource}`));
  const texts = ['{"data":[', ...items, `],"meta":${JSON.stringify(meta)}}`];
  const body = await joinInTurns(texts, () => turnForLongWork(party));
  return { status: 200, headers: jsonHeaders, body, compressible: true };
}

/** A 204 without a body. */
export const noContent: Reply = { status: 204, headers: ['cache-control', 'no-store'], body: null };

/** Returns a stream with one JSON document per line, written at the speed of the client. */
export function jsonLines(batches: AsyncIterable<Iterable<object>>): Reply {
  return {
    status: 200,
    headers: ['content-type', jsonLinesType, 'cache-control', 'no-store'],
    body: toLines(batches),
  };
}

const jsonLinesType = 'application/x-ndjson; charset=utf-8';

/** Returns a file with one JSON document per line. */
export function jsonLinesFile(filename: string, batches: AsyncIterable<Iterable<object>>): EncodedFile {
  return { filename, contentType: jsonLinesType, body: toLines(batches) };
}

/** The mark at the beginning of a file from which Excel tells that the text is UTF-8. */
const byteOrderMark = '\ufeff';

type CsvRow = readonly (string | number | null)[];

/** Returns a CSV file. */
export function csvFile(
  filename: string,
  columns: readonly string[],
  rows: AsyncIterable<Iterable<CsvRow>>,
  { hasMark = false }: { readonly hasMark?: boolean } = {},
): EncodedFile {
  return { filename, contentType: 'text/csv; charset=utf-8; header=present', body: toCsv(columns, rows, hasMark) };
}

/** A file whose content arrives in pieces. */
export interface EncodedFile {
  readonly filename: string;
  /** The media type. */
  readonly contentType: string;
  readonly body: AsyncIterable<string> | AsyncIterable<Uint8Array>;
}

/** Returns the header of a file with a name in any language, as RFC 6266 and RFC 5987 write it. */
export function attachmentNamed(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === filename) return `attachment; filename="${filename}"`;
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Returns a stream with a file, written at the speed of the client and never compressed. */
export function fileReply({ filename, contentType, body }: EncodedFile): Reply {
  return {
    status: 200,
    headers: [
      ...['content-type', contentType, 'cache-control', 'no-store'],
      ...['content-disposition', attachmentNamed(filename)],
    ],
    body,
  };
}

async function* toCsv(
  columns: readonly string[],
  batches: AsyncIterable<Iterable<CsvRow>>,
  hasMark: boolean,
): AsyncGenerator<string> {
  yield (hasMark ? byteOrderMark : '') + csvRow(columns);
  for await (const batch of batches) yield* inPieces(batch, csvRow);
}

async function* toLines(batches: AsyncIterable<Iterable<object>>): AsyncGenerator<string> {
  for await (const batch of batches) yield* inPieces(batch, (item) => `${JSON.stringify(item)}\n`);
}

/** The number of characters from which a piece of a stream is sent. */
const pieceSize = 64 * 1024;

/** Formats the items of a batch in pieces, between which other requests get a turn: a batch can have many megabytes. */
function* inPieces<Item>(items: Iterable<Item>, format: (item: Item) => string): Generator<string> {
  let piece = '';
  for (const item of items) {
    piece += format(item);
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Returns the body of an error response. */
export function errorBody(error: AskwellError): ErrorBody {
  const body: ErrorBody = { message: error.detail, code: error.code };
  if (error.errors) body.errors = error.errors;
  if (error.issues) body.issues = [...error.issues];
  return body;
}

/** Returns the error response of the API. */
export function errorReply(error: AskwellError, headers: readonly string[] = []): Reply {
  const retryAfter = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  const challenge = error.status === 401 ? ['www-authenticate', 'Session realm="Askwell"'] : [];
  return json(error.status, errorBody(error), [...retryAfter, ...challenge, ...headers], true);
}

/** The same response for a missing, malformed, unknown and deleted key, so that callers cannot tell them apart. */
export const unauthorized: Reply = json(401, { message: 'API key is invalid or missing.' } satisfies ErrorBody, [
  'www-authenticate',
  'ApiKey realm="Askwell", header="X-API-Key"',
]);

/** Marks a response that repeats the response to an earlier request with the same `Idempotency-Key`. */
export const replayedHeaders = ['idempotency-replayed', 'true'] as const;

/** Redirects a browser to another page with GET, after a form was processed or if the user has to sign in. */
export function seeOther(location: string, headers: readonly string[] = []): Reply {
  return { status: 303, headers: ['location', location, 'cache-control', 'no-store', ...headers], body: null };
}

/** Returns a redirect after which the browser sends the same request again, with its method and body. */
export function temporaryRedirect(location: string): Reply {
  return { status: 307, headers: ['location', location, 'cache-control', 'no-store'], body: null };
}

/** Returns the same response, never compressed. See {@link Reply.compressible}. */
export function uncompressed({ status, headers, body }: Reply): Reply {
  return { status, headers, body };
}

/** Returns the same response with additional headers. */
export function withHeaders<Body extends PageReply['body']>(
  reply: Omit<PageReply, 'body'> & { readonly body: Body },
  headers: readonly string[],
  otherHeaders: readonly string[] = [],
): Omit<PageReply, 'body'> & { readonly body: Body } {
  const { status, body, compressible } = reply;
  return { status, headers: reply.headers.concat(headers, otherHeaders), body, compressible };
}
