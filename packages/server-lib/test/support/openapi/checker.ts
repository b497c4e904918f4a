import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiEndpoint } from '../../../src/api/keyed-endpoint.js';
import { buildDocument } from '../../../src/api/openapi/document.js';
import type {
  Header,
  OpenApiDocument,
  OpenApiOperation,
  PathItem,
  Ref,
  ResponseObject,
} from '../../../src/api/openapi/openapi-types.js';
import type { Reply } from '../../../src/http/exchange.js';
import type { PageEndpoint } from '../../../src/http/page-endpoint.js';
import { Router } from '../../../src/http/router.js';
import { metricsMediaType } from '../../../src/instance/metrics/format-metrics.js';
import { describeErrorCode } from '../../../src/shared/faults/error-codes.js';
import type { RecordedExchange } from './recorded-exchange.js';

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
  // In an accepted batch, each answer that the document does not allow has an error as its result.
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

/** Validates values by the schemas of the document. */
interface Validators {
  /** Returns the errors of a value by the schema at a pointer. */
  faultsOf(pointer: readonly string[], value: unknown): string[];
  /** Returns the response of an operation, and its pointer. */
  responseAt(
    operation: OpenApiOperation,
    pointer: readonly string[],
  ): { readonly pointer: readonly string[]; readonly response: ResponseObject } | undefined;
  /** Returns the errors of headers that are missing, invalid or undocumented. */
  headerFaults(response: ResponseObject, headers: ReadonlyMap<string, string>): string[];
}

const root = 'openapi';

/** Creates the validators of a document. */
function createValidators(document: OpenApiDocument): Validators {
  // `document.service.test.ts` checks that the schemas are valid.
  const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(Object.assign({}, closed(document)), root);
  const documented = new Set(Object.keys(document.components.headers).map((name) => name.toLowerCase()));

  function faultsOf(pointer: readonly string[], value: unknown): string[] {
    const validate = ajv.getSchema(`${root}#/${pointer.map(escaped).join('/')}`);
    if (!validate) return [`the document has no schema at ${pointer.join(' ')}.`];
    if (validate(value)) return [];
    return [ajv.errorsText(validate.errors, { dataVar: 'body' })];
  }

  function headerOf(name: string, header: Header | Ref): { name: string; header: Header | undefined } {
    return { name, header: '$ref' in header ? document.components.headers[name] : header };
  }

  return {
    faultsOf,

    responseAt({ responses }, pointer) {
      const response = responses[pointer.at(-1) ?? ''];
      if (!response) return undefined;
      if (!('$ref' in response)) return { pointer, response };
      const name = response.$ref.split('/').at(-1) ?? '';
      const shared = document.components.responses[name];
      return shared && { pointer: ['components', 'responses', name], response: shared };
    },

    headerFaults(response, headers) {
      const known = Object.entries(response.headers).map(([name, header]) => headerOf(name, header));
      const missing = known.filter(({ name, header }) => header?.required && !headers.has(name.toLowerCase()));
      const names = new Set(known.map(({ name }) => name.toLowerCase()));
      const undocumented = [...headers.keys()].filter((name) => documented.has(name) && !names.has(name));
      const wrong = known.flatMap(({ name, header }) => {
        const text = headers.get(name.toLowerCase());
        if (text === undefined || !header) return [];
        const value = header.schema['type'] === 'integer' ? Number(text) : text;
        return faultsOf(['components', 'headers', name, 'schema'], value).map((fault) => `${name}: ${fault}`);
      });
      return [
        ...missing.map(({ name }) => `${name} is missing.`),
        ...undocumented.map((name) => `the document does not have the header ${name}.`),
        ...wrong,
      ];
    },
  };
}

function escaped(documented: string): string {
  return encodeURIComponent(documented.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The components that are parts of `allOf`. */
const partNames = ['ConditionSubject', 'Comparison', 'RuleChange'];

/** Forbids undocumented members. The document allows them, because later versions may add members. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  // Each part of `allOf` describes some of the members.
  if ('allOf' in value) return { ...value, unevaluatedProperties: false };
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, partNames.includes(name) ? member : closed(member)]),
  );
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return isOpen ? { ...members, additionalProperties: false } : members;
}

const allowedStatuses = [401, 404, 405, 500, 503];

/** Checks the reply to a request that the document does not have: an error, or the reply to a preflight. */
function checkUndocumented({ method }: RecordedExchange, reply: Reply, addFault: (fault: string) => void): void {
  // Endpoints for operators, which the document for developers omits.
  if (headersOf(reply).get('content-type') === metricsMediaType) return;
  if (method === 'OPTIONS' && reply.status === 204 && reply.body === null) return;
  if (!allowedStatuses.includes(reply.status)) addFault('the document does not have this operation.');
  if (reply.status === 405 && !headersOf(reply).has('allow')) addFault('Allow is missing.');
  if (!isErrorBody(jsonOf(reply), reply.status)) addFault('the body is not an error.');
}

function jsonOf({ body }: Reply): unknown {
  return typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : undefined;
}

function isErrorBody(body: unknown, status: number): boolean {
  if (typeof body !== 'object' || body === null || !('message' in body)) return false;
  const names = Object.keys(body).join();
  if (status === 401) return names === 'message';
  return names === 'message,code' && 'code' in body && statusOf(body.code) === status;
}

const codes = ['not_found', 'method_not_allowed', 'internal', 'unavailable'] as const;

function statusOf(value: unknown): number | undefined {
  const code = codes.find((known) => known === value);
  return code && describeErrorCode(code).status;
}

/** Returns the headers of a reply by their names in lower case. */
function headersOf({ headers }: Reply): Map<string, string> {
  const named = new Map<string, string>();
  headers.forEach((name, at) => {
    if (at % 2 === 0) named.set(name.toLowerCase(), headers[at + 1] ?? '');
  });
  return named;
}
