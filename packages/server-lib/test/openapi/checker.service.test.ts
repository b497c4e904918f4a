import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpExchange, Reply } from '../../src/http/exchange.js';
import { createApiEndpoints } from '../../src/instance-pipeline.js';
import { createChecker } from '../support/openapi/checker.js';
import { RecordedExchange } from '../support/openapi/recorded-exchange.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';

/*
 * Every reply of every test is compared with the document. These replies must fail, which tests the checker.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

const type = ['content-type', 'application/json; charset=utf-8'];
const id = ['x-request-id', 'abc', 'x-askwell', '1'];
const site = {
  id: 1,
  name: 'Shop',
  origins: [],
  created_at: '2026-01-31T09:05:07.004213Z',
  updated_at: '2026-01-31T09:05:07.004213Z',
  version: 1,
};

function exchangeOf(method: string, path: string): HttpExchange {
  return {
    method,
    path,
    query: '',
    base: '',
    address: undefined,
    raw: null,
    user: undefined,
    signal: new AbortController().signal,
    header: () => undefined,
    headers: () => new Headers(),
    body: async () => new Uint8Array(),
    async *bodyStream() {},
  };
}

function faultsOf(method: string, path: string, reply: Reply): string[] {
  const faults: string[] = [];
  const check = createChecker(createApiEndpoints(server.services), [], (fault) => faults.push(fault));
  check(new RecordedExchange(exchangeOf(method, path)), reply);
  return faults;
}

const answering = (status: number, body: unknown, headers = [...type, ...id]): Reply => ({
  status,
  headers,
  body: body === null ? null : JSON.stringify(body),
});

test('accepts conforming replies', () => {
  expect(faultsOf('GET', '/api/v1/sites/1', answering(200, { data: site }))).toEqual([]);
  expect(faultsOf('HEAD', '/api/v1/sites/1', answering(200, { data: site }))).toEqual([]);
  expect(faultsOf('DELETE', '/api/v1/sites/1', answering(204, null, id))).toEqual([]);
  const challenge = ['www-authenticate', 'ApiKey'];
  expect(
    faultsOf('PUT', '/api/v1/sites/1', answering(401, { message: 'No.' }, [...type, ...id, ...challenge])),
  ).toEqual([]);
  expect(faultsOf('GET', '/api/v1/nothing', answering(404, { message: 'No.', code: 'not_found' }))).toEqual([]);
  expect(faultsOf('GET', '/dashboard', answering(200, null))).toEqual([]);
});

test.each<[string, string, string, Reply, RegExp]>([
  ['a member too many', 'GET', '/api/v1/sites/1', answering(200, { data: { ...site, x: 1 } }), /additional properties/],
  ['a member too few', 'GET', '/api/v1/sites/1', answering(200, { data: { ...site, name: undefined } }), /name/],
  ['a wrong time', 'GET', '/api/v1/sites/1', answering(200, { data: { ...site, created_at: 'now' } }), /created_at/],
  ['an unknown status', 'GET', '/api/v1/sites/1', answering(409, { message: '', code: 'conflict' }), /this status/],
  ['a code of another status', 'GET', '/api/v1/sites/1', answering(404, { message: '', code: 'gone' }), /code/],
  ['more than a message', 'GET', '/api/v1/me', answering(401, { message: '', code: 'x' }), /additional properties/],
  ['another type', 'GET', '/api/v1/me', answering(200, {}, ['content-type', 'text/plain', ...id]), /text\/plain/],
  ['no request id', 'GET', '/api/v1/sites/1', answering(200, { data: site }, type), /X-Request-Id is missing/],
  [
    'a wrong header',
    'GET',
    '/api/v1/me',
    answering(401, { message: '' }, [...type, 'x-request-id', '']),
    /X-Request-Id/,
  ],
  [
    'a header too many',
    'GET',
    '/api/v1/sites/1',
    answering(200, { data: site }, [...type, ...id, 'location', '/']),
    /location/,
  ],
  ['no time to wait', 'GET', '/api/v1/sites/1', answering(503, { message: '', code: 'unavailable' }), /Retry-After/],
  ['a body where there is none', 'DELETE', '/api/v1/sites/1', answering(204, {}), /no body/],
  ['an undocumented operation', 'PUT', '/api/v1/sites/1', answering(200, { data: site }), /this operation/],
  ['an undocumented path', 'GET', '/api/v1/nothing', answering(200, {}), /this operation/],
  ['405 without Allow', 'PUT', '/api/v1/me', answering(405, { message: '', code: 'method_not_allowed' }), /Allow/],
])('reports %s', (_what, method, path, reply, fault) => {
  expect(faultsOf(method, path, reply).join('\n')).toMatch(fault);
});
