import type { ApiEndpoint } from '../../../src/api/keyed-endpoint.js';
import type { Reply } from '../../../src/http/exchange.js';
import type { PageEndpoint } from '../../../src/http/page-endpoint.js';
import { Router } from '../../../src/http/router.js';
import { buildDocument } from '../../../src/openapi/document.js';
import type { OpenApiOperation, PathItem, ResponseObject } from '../../../src/openapi/openapi-types.js';
import { checkElsewhere, headersOf } from './elsewhere.js';
import type { Overheard } from './overheard.js';
import { createValidators, type Validators } from './validators.js';

/** Holds a reply against the document, and hands it on. */
export type Checker = (exchange: Overheard, reply: Reply) => Reply;

/** What the document says, ready to be asked. */
interface Book {
  readonly paths: Router<{ readonly path: string; readonly item: PathItem }>;
  readonly validators: Validators;
}

let book: { readonly of: string; readonly value: Book } | undefined;

/** The servers of a test file have the same endpoints, and so the same document. */
function bookOf(api: readonly ApiEndpoint[], pages: readonly PageEndpoint[]): Book {
  const of = [...api, ...pages].map(({ path }) => path).join();
  if (book?.of === of) return book.value;
  const document = buildDocument(api, pages, []);
  const paths: Book['paths'] = new Router();
  for (const [path, item] of Object.entries(document.paths)) paths.add(path, { path, item });
  const value = { paths, validators: createValidators(document) };
  book = { of, value };
  return value;
}

/** Where an operation stands in the document. */
interface Place {
  readonly pointer: readonly string[];
  readonly operation: OpenApiOperation;
}

/** Checks replies by the document that these endpoints make. */
export function createChecker(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  report: (fault: string) => void,
): Checker {
  const { paths, validators } = bookOf(api, pages);

  function placeOf({ method, path }: Overheard): Place | 'other method' | 'unknown' {
    const found = paths.match(path)?.target;
    if (!found) return 'unknown';
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = Object.entries(found.item).find(([known]) => known === name)?.[1];
    return operation ? { pointer: ['paths', found.path, name], operation } : 'other method';
  }

  return (exchange, reply) => {
    const { method, path } = exchange;
    const tell = (fault: string) => report(`${method} ${path}, ${reply.status}: ${fault}`);
    const place = placeOf(exchange);
    if (typeof place === 'object') {
      checkRequest(exchange, reply, place, validators, tell);
      return checkReply(reply, place, validators, tell);
    }
    if (place === 'other method' || `${path}/`.startsWith('/api/v1/')) checkElsewhere(exchange, reply, tell);
    return reply;
  };
}

/** What was taken is what the document says may be sent. */
function checkRequest(
  exchange: Overheard,
  { status }: Reply,
  { pointer, operation }: Place,
  validators: Validators,
  tell: (fault: string) => void,
): void {
  const type = (exchange.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (status >= 300 || !exchange.sent || type !== 'application/json' || !operation.requestBody) return;
  const body: unknown = JSON.parse(new TextDecoder().decode(exchange.sent));
  const at = [...pointer, 'requestBody', 'content', type, 'schema'];
  for (const fault of validators.faultsOf(at, body)) tell(`this was taken, but the document does not: ${fault}`);
}

function checkReply(reply: Reply, place: Place, validators: Validators, tell: (fault: string) => void): Reply {
  const found = validators.responseAt(place.operation, [...place.pointer, 'responses', String(reply.status)]);
  if (!found) {
    tell('the document does not have this status.');
    return reply;
  }
  const { pointer, response } = found;
  const headers = headersOf(reply);
  for (const fault of validators.headerFaults(response, headers)) tell(fault);
  const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (!response.content) {
    if (reply.body !== null) tell('the document has no body here.');
    return reply;
  }
  if (!response.content[type]) {
    tell(`the document does not have the type "${type}".`);
    return reply;
  }
  return checkBody(reply, type, (text) => {
    for (const fault of bodyFaults(text, type, pointer, response, validators)) tell(fault);
  });
}

function bodyFaults(
  text: string,
  type: string,
  pointer: readonly string[],
  response: ResponseObject,
  validators: Validators,
): string[] {
  const at = [...pointer, 'content', type, 'schema'];
  if (type === 'application/json') return validators.faultsOf(at, JSON.parse(text));
  if (type !== 'application/x-ndjson' || !response.content?.['application/json']) return [];
  const list = String(response.content['application/json'].schema['$ref']).split('/').at(-1) ?? '';
  const row = ['components', 'schemas', list, 'properties', 'data', 'items'];
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => validators.faultsOf(row, JSON.parse(line)));
}

/** Looks at a body when it is complete; one that comes in pieces goes on as it comes. */
function checkBody(reply: Reply, type: string, look: (text: string) => void): Reply {
  const { body } = reply;
  if (body === null) return reply;
  if (typeof body === 'string') look(body);
  else if (body instanceof Uint8Array) look(new TextDecoder().decode(body));
  else if (type === 'application/x-ndjson') return { ...reply, body: listened(body, look) };
  return reply;
}

async function* listened(body: AsyncIterable<string | Uint8Array>, look: (text: string) => void) {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of body) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    yield piece;
  }
  look(text);
}
