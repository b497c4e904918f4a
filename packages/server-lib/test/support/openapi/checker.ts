import type { ApiEndpoint } from '../../../src/api/keyed-endpoint.js';
import type { Reply } from '../../../src/http/exchange.js';
import type { PageEndpoint } from '../../../src/http/page-endpoint.js';
import { Router } from '../../../src/http/router.js';
import { buildDocument } from '../../../src/openapi/document.js';
import type { OpenApiOperation, PathItem, ResponseObject } from '../../../src/openapi/openapi-types.js';
import type { RecordedExchange } from './recorded-exchange.js';
import { checkUndocumented, headersOf } from './undocumented.js';
import { createValidators, type Validators } from './validators.js';

/** Compares a reply with the document, and returns the reply. */
export type Checker = (exchange: RecordedExchange, reply: Reply) => Reply;

/** The OpenAPI document, indexed by path. */
interface IndexedDocument {
  readonly paths: Router<{ readonly path: string; readonly item: PathItem }>;
  readonly validators: Validators;
}

/** The documents by the paths of their endpoints. */
const indexed = new Map<string, IndexedDocument>();

/** Indexes the document of the endpoints. Servers with the same endpoints share it. */
function indexDocument(api: readonly ApiEndpoint[], pages: readonly PageEndpoint[]): IndexedDocument {
  const key = [...api, ...pages].map(({ path }) => path).join();
  const known = indexed.get(key);
  if (known) return known;
  const document = buildDocument(api, pages, []);
  const paths: IndexedDocument['paths'] = new Router();
  for (const [path, item] of Object.entries(document.paths)) paths.add(path, { path, item });
  const made = { paths, validators: createValidators(document) };
  indexed.set(key, made);
  return made;
}

/** The position of an operation in the document. */
interface Location {
  readonly pointer: readonly string[];
  readonly operation: OpenApiOperation;
}

/** Creates a checker for the document of these endpoints. */
export function createChecker(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  report: (fault: string) => void,
): Checker {
  const { paths, validators } = indexDocument(api, pages);

  function locate({ method, path }: RecordedExchange): Location | 'other method' | 'unknown' {
    const found = paths.match(path)?.target;
    if (!found) return 'unknown';
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = Object.entries(found.item).find(([known]) => known === name)?.[1];
    return operation ? { pointer: ['paths', found.path, name], operation } : 'other method';
  }

  return (exchange, reply) => {
    const { method, path } = exchange;
    const addFault = (fault: string) => report(`${method} ${path}, ${reply.status}: ${fault}`);
    const location = locate(exchange);
    if (typeof location === 'object') {
      checkRequest(exchange, reply, location, validators, addFault);
      return checkReply(reply, location, validators, addFault);
    }
    if (location === 'other method' || `${path}/`.startsWith('/api/v1/')) checkUndocumented(exchange, reply, addFault);
    return reply;
  };
}

/** Checks that the document allows an accepted request body. */
function checkRequest(
  exchange: RecordedExchange,
  { status }: Reply,
  { pointer, operation }: Location,
  validators: Validators,
  addFault: (fault: string) => void,
): void {
  const type = (exchange.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // In an accepted batch, each answer that the document does not allow has a result that says so.
  if (exchange.path.endsWith('/batch')) return;
  if (status >= 300 || !exchange.sent || type !== 'application/json' || !operation.requestBody) return;
  const body: unknown = JSON.parse(new TextDecoder().decode(exchange.sent));
  const at = [...pointer, 'requestBody', 'content', type, 'schema'];
  for (const fault of validators.faultsOf(at, body))
    addFault(`the server accepted a body that the document does not allow: ${fault}`);
}

function checkReply(
  reply: Reply,
  location: Location,
  validators: Validators,
  addFault: (fault: string) => void,
): Reply {
  const found = validators.responseAt(location.operation, [...location.pointer, 'responses', String(reply.status)]);
  if (!found) {
    addFault('the document does not have this status.');
    return reply;
  }
  const { pointer, response } = found;
  const headers = headersOf(reply);
  for (const fault of validators.headerFaults(response, headers)) addFault(fault);
  const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (!response.content) {
    if (reply.body !== null) addFault('the document has no body for this reply.');
    return reply;
  }
  if (!response.content[type]) {
    addFault(`the document does not have the type "${type}".`);
    return reply;
  }
  return checkBody(reply, type, (text) => {
    for (const fault of bodyFaults(text, type, pointer, response, validators)) addFault(fault);
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

/** Calls `check` with the whole body. A streamed body is passed on as it arrives. */
function checkBody(reply: Reply, type: string, check: (text: string) => void): Reply {
  const { body } = reply;
  if (body === null) return reply;
  if (typeof body === 'string') check(body);
  else if (body instanceof Uint8Array) check(new TextDecoder().decode(body));
  else if (type === 'application/x-ndjson') return { ...reply, body: teeText(body, check) };
  return reply;
}

async function* teeText(body: AsyncIterable<string | Uint8Array>, check: (text: string) => void) {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    yield chunk;
  }
  check(text);
}
