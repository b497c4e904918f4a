import { gzipSync } from 'node:zlib';
import { askRequests } from '../support/asks/lifecycle-requests.js';

/** A request of the suite, which is sent to every host. */
export interface SuiteRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Streams this number of spaces instead of a body with a known length. */
  readonly streamed?: number;
  readonly headers?: Record<string, string>;
  /** Whether body parsers of hosts refuse or repair the request, so that Askwell never gets it. */
  readonly parserAnswers?: true;
  /** Whether the path is another one below a mount path, where a trailing slash is ignored. */
  readonly onlyAtRoot?: true;
}

/** A host may end a connection whose body was still arriving after the response. The next request must not use it. */
const lastOfConnection = { connection: 'close' };

export const sites = '/api/v1/sites';
export const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const nested = (levels: number) => `${'{"name":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** The requests that are sent to every host, in this order. */
export const suite: readonly SuiteRequest[] = [
  { name: 'the caller', method: 'GET', path: '/api/v1/me' },
  { name: 'the headers of the caller', method: 'HEAD', path: '/api/v1/me' },
  { name: 'without a key', method: 'GET', path: '/api/v1/me', headers: { 'x-api-key': '' } },
  { name: 'a creation', method: 'POST', path: sites, body: { name: 'Ünï 😀', origins: ['https://example.com'] } },
  {
    name: 'a creation from a stream',
    method: 'POST',
    path: sites,
    streamed: 70_000,
    headers: json,
    parserAnswers: true,
  },
  { name: 'a replay', method: 'POST', path: sites, body: { name: 'Once' }, headers: { 'idempotency-key': 'a' } },
  { name: 'the replay', method: 'POST', path: sites, body: { name: 'Once' }, headers: { 'idempotency-key': 'a' } },
  { name: 'another body', method: 'POST', path: sites, body: { name: 'Else' }, headers: { 'idempotency-key': 'a' } },
  { name: 'a change', method: 'PATCH', path: `${sites}/1`, body: { name: 'Changed', origins: null } },
  { name: 'a list', method: 'GET', path: `${sites}?limit=1` },
  { name: 'JSON lines', method: 'GET', path: `${sites}?format=jsonl&order=asc` },
  { name: 'the headers of JSON lines', method: 'HEAD', path: `${sites}?format=jsonl` },
  { name: 'a deletion', method: 'DELETE', path: `${sites}/1` },
  { name: 'a deleted resource', method: 'GET', path: `${sites}/1` },
  { name: 'a wrong method', method: 'PUT', path: sites, body: {} },
  { name: 'a trailing slash', method: 'GET', path: `${sites}/`, onlyAtRoot: true },
  { name: 'a wrong query', method: 'GET', path: `${sites}?limit=0&x=%C3%A4` },
  { name: 'a broken query', method: 'GET', path: `${sites}?limit=%` },
  { name: 'no body', method: 'POST', path: sites },
  { name: 'an invalid body', method: 'POST', path: sites, body: { name: '', origins: [1], x: null } },
  { name: 'an array as body', method: 'POST', path: sites, body: [] },
  { name: 'invalid JSON', method: 'POST', path: sites, body: '{', parserAnswers: true },
  {
    name: 'invalid UTF-8',
    method: 'POST',
    path: sites,
    body: Uint8Array.from([0x22, 0xff, 0x22]),
    parserAnswers: true,
  },
  { name: 'JSON of 33 levels', method: 'POST', path: sites, body: nested(33) },
  { name: 'a member named __proto__', method: 'POST', path: sites, body: '{"name":"a","__proto__":{"x":1}}' },
  { name: 'another type', method: 'POST', path: sites, body: 'name=a', headers: { 'content-type': 'text/plain' } },
  { name: 'a form', method: 'POST', path: sites, body: 'name=a', headers: form },
  {
    name: 'a compressed body',
    method: 'POST',
    path: sites,
    body: gzipSync('{"name":"a"}'),
    headers: { ...json, 'content-encoding': 'gzip' },
  },
  {
    name: 'a body that is too large',
    method: 'POST',
    path: sites,
    body: { name: 'x'.repeat(300_000) },
    headers: lastOfConnection,
  },
  {
    name: 'a stream that is too large',
    method: 'POST',
    path: sites,
    streamed: 300_000,
    headers: { ...json, ...lastOfConnection },
    parserAnswers: true,
  },
  { name: 'a vote', method: 'POST', path: '/api/v1/polls/p/votes', body: { choices: ['o1'] } },
  { name: 'a preflight', method: 'OPTIONS', path: '/api/v1/polls/p/votes', headers: { origin: 'https://example.com' } },
  { name: 'a probe', method: 'GET', path: '/healthz' },
  { name: 'a page', method: 'GET', path: '/login' },
  {
    name: 'a form of a page',
    method: 'POST',
    path: '/register',
    body: 'name=%26+%C3%A4&email=nobody&password=',
    headers: form,
  },
  {
    name: 'a form with a list',
    method: 'POST',
    path: '/register',
    body: 'name=a&name=b&email=&password=',
    headers: form,
  },
  {
    name: 'a form with brackets',
    method: 'POST',
    path: '/register',
    body: 'name%5Bx%5D=a&email=&password=',
    headers: form,
  },
  {
    name: 'a tool of MCP, as a stream',
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_asks', arguments: { kind: 'polls' } } },
    headers: { ...json, accept: 'application/json, text/event-stream' },
  },
  {
    name: 'another method of /mcp',
    method: 'GET',
    path: '/mcp',
    headers: { accept: 'text/event-stream' },
  },
  ...askRequests,
];
