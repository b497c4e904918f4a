import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument, OpenApiOperation } from '../../src/api/openapi/openapi-types.js';
import { call } from '../support/http/http-client.js';
import { nameIn } from '../support/openapi/documented-replies.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';

let server: TestServer;
let document: OpenApiDocument;
beforeAll(async () => {
  server = await startService();
  document = await readDocument();
});
afterAll(() => server.close());

async function readDocument(): Promise<OpenApiDocument> {
  const reply = await call(server, 'GET', '/openapi.json');
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return JSON.parse(reply.text);
}

function operations() {
  return Object.values(document.paths).flatMap((item) => Object.values(item));
}

test('passes a linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test('requires a key for all operations except those for visitors and probes', () => {
  expect(document.security).toEqual([{ ApiKey: [] }]);
  const open = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { security }]) => (security?.length === 0 ? [`${method} ${path}`] : [])),
  );
  expect(open.filter((name) => name.includes('/api/'))).toEqual([
    'post /api/v1/polls/{id}/votes',
    'post /api/v1/quizzes/{id}/attempts',
    'post /api/v1/forms/{id}/submissions',
  ]);
});

function headersAt(operation: OpenApiOperation, status: string): string[] {
  const response = operation.responses[status];
  const known = response && '$ref' in response ? document.components.responses[nameIn(response.$ref)] : response;
  return Object.keys(known?.headers ?? {});
}

test('documents the headers of a 401, a 201, a 405 and a replay', () => {
  const withStatus = (status: string) => operations().filter(({ responses }) => responses[status] !== undefined);
  const required = { 401: 'WWW-Authenticate', 201: 'Location', 405: 'Allow', 429: 'Retry-After', 503: 'Retry-After' };
  for (const [status, header] of Object.entries(required)) {
    expect(withStatus(status).length).toBeGreaterThan(2);
    for (const operation of withStatus(status)) {
      expect([operation.operationId, headersAt(operation, status)]).toEqual([
        operation.operationId,
        expect.arrayContaining([header]),
      ]);
    }
  }
  const isKey = (parameter: object) => '$ref' in parameter && String(parameter.$ref).endsWith('/IdempotencyKey');
  const repeatable = operations().filter(({ parameters }) => parameters.some(isKey));
  expect(repeatable.length).toBeGreaterThan(10);
  for (const operation of repeatable) {
    for (const status of Object.keys(operation.responses).filter((code) => code.startsWith('2'))) {
      expect(headersAt(operation, status)).toContain('Idempotency-Replayed');
    }
  }
  expect(document.paths['/healthz']?.get?.responses).toHaveProperty('405');
});

test('describes an error by its code or its codes', () => {
  const descriptions = JSON.stringify(document.components.schemas).match(/An error with [^"]+/g) ?? [];
  expect(new Set(descriptions.map((text) => text.replace(/`\w+`/g, 'code').replace(/(?:, code)+/, ', …')))).toEqual(
    new Set(['An error with the code code.', 'An error with one of the codes code, ….']),
  );
});

test('has unique operation IDs, listed tags and summaries', () => {
  const names = operations().map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  const known = document.tags.map(({ name }) => name);
  expect(new Set(operations().flatMap(({ tags }) => tags))).toEqual(new Set(known));
  for (const { summary } of operations()) expect(summary).toMatch(/^[A-Z]/);
});

test('answers 304 to a client that has the current version', async () => {
  const etag = (await call(server, 'GET', '/openapi.json')).headers.get('etag') ?? '';
  const again = await call(server, 'GET', '/openapi.json', { headers: { 'if-none-match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
});

describe('has the URL of the server', () => {
  test.each([
    [{}, '', '/'],
    [{ basePath: '/polls' }, '/polls', '/polls'],
    [{ baseUrl: 'https://example.com' }, '', 'https://example.com'],
    [{ baseUrl: 'https://example.com/x/polls', basePath: '/polls' }, '/polls', 'https://example.com/x/polls'],
  ])('%j', async (options, path, url) => {
    const own = await startService(options);
    const reply = await own.fetch(`http://localhost${path}/openapi.json`);
    expect(await reply.json()).toMatchObject({ servers: [{ url }] });
    await own.close();
  });
});
