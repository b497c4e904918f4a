import type { ErrorBody, ListBody } from '../api/response-types.js';
import type { AskwellError } from '../errors.js';
import { csvRow } from './csv.js';
import type { Latin1Text, Reply } from './exchange.js';

const jsonHeaders = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'];

export function json(
  status: number,
  body: unknown,
  headers: readonly string[] = [],
  compressible: Reply['compressible'] = undefined,
): Reply {
  const all = headers.length ? jsonHeaders.concat(headers) : jsonHeaders;
  return { status, headers: all, body: JSON.stringify(body), compressible };
}

/** JSON that is written already. */
export function serializedJson(status: number, body: Latin1Text): Reply {
  return { status, headers: jsonHeaders, body, compressible: true };
}

/** `{"data": …}`, compressed if the client accepts it. */
export function resource(status: 200 | 201, data: object, headers: readonly string[] = []): Reply {
  return json(status, { data }, headers, true);
}

/**
 * `{"data": …}`, never compressed: it holds a secret (tickets, or the ID that gives access to an answer) and text that a
 * stranger may have chosen. See {@link Reply.compressible}.
 */
export function secretResource(status: 200 | 201, data: object): Reply {
  return json(status, { data });
}

/** A page of a list whose resources are written as JSON already. */
export function listPage(resources: readonly string[], nextCursor: string | null): Reply {
  const meta: ListBody<never>['meta'] = { next_cursor: nextCursor };
  return {
    status: 200,
    headers: jsonHeaders,
    body: `{"data":[${resources.join(',')}],"meta":${JSON.stringify(meta)}}`,
    compressible: true,
  };
}

export const noContent: Reply = { status: 204, headers: ['cache-control', 'no-store'], body: null };

/** One JSON document a line, written as fast as the reader takes them. */
export function jsonLines(items: AsyncIterable<readonly object[]>): Reply {
  return {
    status: 200,
    headers: ['content-type', 'application/x-ndjson; charset=utf-8', 'cache-control', 'no-store'],
    body: toLines(items),
  };
}

/** A CSV file: a header, then rows, written as fast as the reader takes them. */
export function csvFile(name: string, columns: readonly string[], rows: AsyncIterable<readonly CsvRow[]>): Reply {
  return {
    status: 200,
    headers: [
      ...['content-type', 'text/csv; charset=utf-8; header=present', 'cache-control', 'no-store'],
      ...['content-disposition', `attachment; filename="${name}.csv"`],
    ],
    body: toCsv(columns, rows),
  };
}

type CsvRow = readonly (string | number | null)[];

async function* toCsv(columns: readonly string[], slices: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  yield csvRow(columns);
  for await (const slice of slices) if (slice.length > 0) yield slice.map(csvRow).join('');
}

async function* toLines(items: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const slice of items) {
    if (slice.length > 0) yield slice.map((item) => `${JSON.stringify(item)}\n`).join('');
  }
}

/** A refusal as the API tells it. */
export function errorReply(error: AskwellError, headers: readonly string[] = []): Reply {
  const body: ErrorBody = { message: error.message, code: error.code };
  if (error.errors) body.errors = error.errors;
  if (error.issues) body.issues = [...error.issues];
  const retry = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  return json(error.status, body, [...retry, ...headers], true);
}

/** The same words for a missing, malformed, unknown and deleted key: a caller learns nothing from the difference. */
export const unauthorized: Reply = json(401, { message: 'API key is invalid or missing.' } satisfies ErrorBody);

/** Sends a browser on to another page, after a form did its work or where a login is missing. */
export function seeOther(location: string, headers: readonly string[] = []): Reply {
  return { status: 303, headers: ['location', location, 'cache-control', 'no-store', ...headers], body: null };
}

/** Returns the same reply, never compressed. See {@link Reply.compressible}. */
export function uncompressed({ status, headers, body }: Reply): Reply {
  return { status, headers, body };
}

/** The same reply with more headers. */
export function withHeaders(reply: Reply, headers: readonly string[]): Reply {
  const { status, body, compressible } = reply;
  return { status, headers: reply.headers.concat(headers), body, compressible };
}
