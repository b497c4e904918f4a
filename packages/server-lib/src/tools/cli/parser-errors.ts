import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestId } from '../../api/headers/request-id.js';
import { responseHeaders } from '../../api/headers/response-headers.js';
import { AskwellError } from '../../base/errors.js';
import { errorReply } from '../../http/reply.js';
import { systemErrorCode } from './command-failure.js';

/** An error reply to a request that Node rejects before the handlers run, with a status that no error code has. */
interface EarlyError {
  readonly status: number;
  readonly error: AskwellError;
}

const malformed: EarlyError = { status: 400, error: new AskwellError('malformed') };

/** The replies by Node's error code. Any other error is `malformed`. */
const earlyErrors: Record<string, EarlyError> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: new AskwellError('too_large', 'The request headers are too large.') },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: new AskwellError('too_large') },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: new AskwellError('malformed', 'The request took too long to arrive.'),
  },
};

const unmetExpectation: EarlyError = {
  status: 417,
  error: new AskwellError('malformed', 'Unsupported `Expect` header. Only `100-continue` is supported.'),
};

/** Makes a server answer requests that Node rejects with the error format of the API. */
export function formatParserErrors(server: Server): void {
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', ({ socket }, response) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
  server.on('clientError', (error, socket) => {
    // A second reply must not be written into one that has begun.
    const hasBegun = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (socket.writable && !hasBegun) socket.write(rawReply(earlyErrors[systemErrorCode(error)] ?? malformed));
    socket.destroy();
  });
  server.on('checkExpectation', rejectExpectation);
}

function rejectExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const id = headers['x-request-id'];
  const { status, fields, body } = replyOf(unmetExpectation, typeof id === 'string' ? id : undefined);
  response.writeHead(status, fields).end(body);
}

function rawReply(early: EarlyError): string {
  const { status, fields, body } = replyOf(early, undefined);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `date: ${new Date().toUTCString()}`];
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Returns the header names and values in turn, and the body. */
function replyOf({ status, error }: EarlyError, clientId: string | undefined) {
  const { headers, body: json } = errorReply(error);
  const body = String(json);
  const own = [...responseHeaders(requestId(clientId), undefined), 'connection', 'close'];
  return { status, fields: [...headers, ...own, 'content-length', String(Buffer.byteLength(body))], body };
}
