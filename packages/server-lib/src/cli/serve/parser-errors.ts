import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AskwellError } from '../../errors.js';
import { errorReply } from '../../http/reply.js';
import { requestId } from '../../http/request-id.js';
import { systemErrorCode } from '../command-failure.js';

/** A refusal with the status it has where the contract's codes have none of their own. */
interface EarlyRefusal {
  readonly status: number;
  readonly error: AskwellError;
}

const malformed: EarlyRefusal = { status: 400, error: new AskwellError('malformed') };

/** By Node's name for what is wrong; anything else is malformed. */
const refusals: Record<string, EarlyRefusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: new AskwellError('too_large', 'The request headers are too large.') },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: new AskwellError('too_large') },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: new AskwellError('malformed', 'The request took too long to arrive.'),
  },
};

const unmetExpectation: EarlyRefusal = {
  status: 417,
  error: new AskwellError('malformed', 'Expect takes nothing but 100-continue here.'),
};

/** Gives what a server refuses before it asks its listeners the shape of all other refusals. */
export function formatParserErrors(server: Server): void {
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', ({ socket }, response) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
  server.on('clientError', (error, socket) => {
    // Into a reply that has begun, another can't be put.
    const begun = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (socket.writable && !begun) socket.write(rawReply(refusals[systemErrorCode(error)] ?? malformed));
    socket.destroy();
  });
  server.on('checkExpectation', refuseExpectation);
}

function refuseExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const given = headers['x-request-id'];
  const { status, fields, body } = replyOf(unmetExpectation, typeof given === 'string' ? given : undefined);
  response.writeHead(status, fields).end(body);
}

function rawReply(refusal: EarlyRefusal): string {
  const { status, fields, body } = replyOf(refusal, undefined);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `date: ${new Date().toUTCString()}`];
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Header names and values in turn, and the body. */
function replyOf({ status, error }: EarlyRefusal, givenId: string | undefined) {
  const { headers, body: json } = errorReply(error);
  const body = String(json);
  const own = ['x-request-id', requestId(givenId), 'x-content-type-options', 'nosniff', 'connection', 'close'];
  return { status, fields: [...headers, ...own, 'content-length', String(Buffer.byteLength(body))], body };
}
