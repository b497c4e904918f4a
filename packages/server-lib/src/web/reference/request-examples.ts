import type { HttpMethod, OpenApiOperation, Parameter } from '../../api/openapi/openapi-types.js';

/** An operation with the data for its examples. */
export interface Example {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: OpenApiOperation;
  readonly parameters: readonly Parameter[];
  readonly needsKey: boolean;
}

/** Returns the example of a JSON body. Undefined if the operation has no example. */
export function exampleBody({ requestBody }: OpenApiOperation): unknown {
  const json = requestBody?.content['application/json'];
  return json?.example ?? Object.values(json?.examples ?? {})[0]?.value;
}

/** Returns the path with the examples of its parameters and of the required parameters of the query. */
function examplePath(example: Example): string {
  const { path, parameters } = example;
  const filled = parameters.reduce(
    (text, { name, example: value }) => (value === undefined ? text : text.replace(`{${name}}`, String(value))),
    path,
  );
  const query = new URLSearchParams(requiredQuery(example)).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

/** Returns the examples of the required parameters of the query. */
function requiredQuery({ parameters }: Example): Record<string, string> {
  const required = parameters.filter((one) => one.in === 'query' && one.required && one.example !== undefined);
  return Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
}

/** Returns a command that sends the request. */
export function curlExample(example: Example): string {
  const { method, operation, needsKey } = example;
  const body = exampleBody(operation);
  // GET and, with a body, POST are the defaults.
  const isDefault = method === (body === undefined ? 'get' : 'post');
  const options = [
    !isDefault && `-X ${method.toUpperCase()}`,
    needsKey && '-H "X-API-Key: $API_KEY"',
    body !== undefined && '-H "Content-Type: application/json"',
    body !== undefined && `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ];
  return [`curl "$BASE_URL${examplePath(example)}"`, ...options.filter((option) => option !== false)].join(' \\\n  ');
}

/** Returns a call of the client that sends the request. Undefined if the client does not have the operation. */
export function clientExample(example: Example): string | undefined {
  const { method, operation, parameters, path } = example;
  const [, collection = '', , sub = '', item] = path.replace(/^\/(api\/v1|embed)/, '').split('/');
  const call = callOf(method, path, collection, sub, item);
  if (call === undefined) return undefined;
  const ids = parameters.flatMap(({ in: place, example: id }) => (place === 'path' ? [JSON.stringify(id)] : []));
  const query = requiredQuery(example);
  const body = method === 'get' && Object.keys(query).length > 0 ? query : exampleBody(operation);
  const sent = argumentOf(sub, body);
  const isSent = sent !== undefined && call !== 'quizzes.regrade';
  const args = [...ids, ...(isSent ? [JSON.stringify(sent, null, 2)] : [])].join(', ');
  return call.endsWith('list') || call === 'webhooks.deliveries'
    ? `for await (const item of askwell.${call}(${args})) console.log(item);`
    : `await askwell.${call}(${args});`;
}

/**
 * Returns the argument that the client takes for a body. For tickets, this is the number alone; for a batch, the array of answers alone.
 */
function argumentOf(sub: string, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (sub === 'tickets' && 'count' in body) return body.count;
  return 'answers' in body && Array.isArray(body.answers) ? body.answers : body;
}

/** Returns the method of the client for an operation. */
function callOf(
  method: HttpMethod,
  path: string,
  collection: string,
  sub: string,
  item: string | undefined,
): string | undefined {
  if (path === '/api/v1/me') return 'me';
  if (sub === 'start') return method === 'post' ? `${collection}.start` : undefined;
  if (!path.startsWith('/api/v1/')) return undefined;
  if (item === 'link' || item === 'withdraw-unused') return `${collection}.${actionOn(item, method)}`;
  if (sub === 'working-copy') return `${collection}.workingCopy.${method === 'patch' ? 'update' : method}`;
  if (sub === 'translations') return `${collection}.translations.${translationCall(method, item)}`;
  if (sub === 'cross-table') return `${collection}.crossTable`;
  if (
    sub === 'results' ||
    sub === 'funnel' ||
    sub === 'averages' ||
    sub === 'analysis' ||
    sub === 'paths' ||
    sub === 'warnings' ||
    sub === 'regrade' ||
    sub === 'copy'
  )
    return `${collection}.${sub}`;
  if (sub === 'tickets' && item === undefined) return `${collection}.tickets.${method === 'get' ? 'count' : 'create'}`;
  if (collection === 'webhooks' && sub !== '') return `webhooks.${webhookMethod(path, sub, item)}`;
  if (item === 'batch') return `${collection}.${sub}.batch`;
  if (item === 'list') return `${collection}.${sub}.list`;
  const isOne = sub === '' ? path.endsWith('}') : item !== undefined || sub === 'design';
  if (sub !== '' && !isOne && method === 'delete') return `${collection}.${sub}.reset`;
  const onItem = { get: 'get', patch: 'update', delete: 'delete', post: 'create' } as const;
  const onList = { ...onItem, get: 'list' } as const;
  return `${collection}${sub && `.${sub}`}.${(isOne ? onItem : onList)[method]}`;
}

/** Returns the method of the client for an operation on the link to results, or on all unused tickets. */
function actionOn(item: 'link' | 'withdraw-unused', method: HttpMethod): string {
  if (item === 'withdraw-unused') return 'tickets.withdrawUnused';
  return `resultsLink.${method === 'post' ? 'create' : method}`;
}

/** Returns the method of the client for an operation below a webhook. */
function webhookMethod(path: string, sub: string, item: string | undefined): string {
  if (sub !== 'deliveries' || item === undefined) return sub;
  return path.endsWith('/replay') ? 'replay' : 'delivery';
}

function translationCall(method: HttpMethod, item: string | undefined): string {
  if (method === 'patch') return 'update';
  return item === undefined ? 'status' : 'get';
}
