import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call, type Reply } from '../support/http/http-client.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';

const origin = 'https://polls.example.com';
const accept = { accept: 'application/json, text/event-stream' };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let server: TestServer;
let key: string;

async function start(options: Parameters<typeof startService>[0] = {}): Promise<void> {
  server = await startService(options);
  key = await (await createOwner(server.services)).key();
}

function post(body: unknown, { headers, ...options }: CallOptions = {}): Promise<Reply> {
  return call(server, 'POST', '/mcp', { key, body, ...options, headers: { ...accept, ...headers } });
}

function callTool(name: string): object {
  return { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: {} } };
}

describe('a request to /mcp', () => {
  beforeAll(() => start({ baseUrl: `${origin}/x/polls` }));
  afterAll(() => server.close());

  test('needs no session', async () => {
    const { status, headers, text } = await post(list);
    expect([status, headers.get('mcp-session-id'), headers.get('cache-control')]).toEqual([200, null, 'no-store']);
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(text).toContain('"name":"list_asks"');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  test.each([
    ['no key', {}],
    ['a bearer token', { headers: { authorization: 'Bearer ask_0000' } }],
    ['a key that does not exist', { key: `ask_${'0'.repeat(40)}` }],
  ])('with %s is answered 401, whatever it contains', async (_, options) => {
    for (const body of [list, callTool('get_account'), '{', { jsonrpc: '2.0', id: 1, method: 'initialize' }]) {
      const { status, headers, body: refused } = await post(body, { key: undefined, ...options });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('ApiKey realm="Askwell", header="X-API-Key"');
      expect(refused).toEqual({ message: 'API key is invalid or missing.' });
    }
  });

  test('of a web page is accepted from the own origin alone, and never gets CORS headers', async () => {
    for (const foreign of ['https://evil.example', 'http://localhost:3000', 'null', `${origin}.evil.example`]) {
      const { status, headers, body } = await post(list, { headers: { origin: foreign } });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null]);
      expect(body).toEqual({ message: 'Web pages of other origins cannot use MCP.', code: 'forbidden' });
    }
    expect((await post(list, { headers: { origin } })).status).toBe(200);
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const { status, headers } = await call(server, 'OPTIONS', '/mcp', { headers: preflight });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });

  test.each(['GET', 'DELETE', 'PUT'])('with the method %s is answered 405', async (method) => {
    const { status, headers } = await call(server, method, '/mcp', { key, headers: accept });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each([
    ['is not JSON', 'hello', {}, 400, 'malformed'],
    ['is a batch', [list, list], {}, 400, 'malformed'],
    ['is nested too deeply', `${'['.repeat(40)}${']'.repeat(40)}`, {}, 400, 'malformed'],
    ['sets a prototype', '{"jsonrpc":"2.0","__proto__":{}}', {}, 400, 'malformed'],
    ['is too large', JSON.stringify({ ...list, padding: 'x'.repeat(256 * 1024) }), {}, 413, 'too_large'],
    ['is of another type', 'a=b', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('whose body %s is refused', async (_, body, headers, status, code) => {
    expect(await post(body, { headers })).toMatchObject({ status, body: { code } });
  });

  test.each([
    ['has no method', { jsonrpc: '2.0', id: 1 }],
    ['is of another version of JSON-RPC', { id: 1, method: 'tools/list' }],
    ['is a number', 1],
  ])('whose message %s is refused by JSON-RPC', async (_, body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', error: { code: expect.any(Number) } },
    });
  });

  test.each([
    ['has no parameters', undefined],
    ['names no tool', { arguments: {} }],
    ['names a tool by a number', { name: 7 }],
    ['has a list of arguments', { name: 'get_account', arguments: [] }],
    ['has a text as arguments', { name: 'get_account', arguments: 'all' }],
  ])('whose call %s is refused by JSON-RPC', async (_, params) => {
    const { status, text } = await post({ ...callTool('get_account'), params });
    expect([status, /"code":-\d+/.test(text), text.includes('"result"')]).toEqual([200, true, false]);
  });

  const many = (item: unknown) => Array(60_000).fill(item);
  const manyMembers = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`m${at}`, 1]));
  const client = { name: 'test', version: '1' };
  const initialize = (params: object) => ({
    ...list,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client, ...params },
  });

  test.each<[string, object]>([
    ['the icons of its client', initialize({ clientInfo: { ...client, icons: many(1) } })],
    ['capabilities', initialize({ capabilities: { experimental: { a: many(1) } } })],
    ['members of capabilities', initialize({ capabilities: manyMembers })],
    ['metadata', { ...list, params: { _meta: { a: many({}) } } }],
    ['members that it does not have', { ...list, ...manyMembers }],
    ['arguments of a tool', { ...callTool('get_account'), params: { name: 'get_account', arguments: manyMembers } }],
  ])('with many values in %s is refused before the SDK looks at them', async (_, message) => {
    expect(await post(message)).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  test('with many values within an argument reaches the operation', async () => {
    const { status, text } = await post({
      ...callTool('list_asks'),
      params: { name: 'list_asks', arguments: { kind: 'polls', cursor: many(1) } },
    });
    expect([status, text.includes('cursor')]).toEqual([200, true]);
  });

  test('cannot subscribe: the tools do not change', async () => {
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: envelope };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { body } = await post({ ...list, method: 'subscriptions/listen', params }, { headers });
    expect(body).toMatchObject({ error: { message: 'Subscription limit reached' } });
  });
});

describe('requests to /mcp are limited by account', () => {
  beforeAll(() => start({ limits: { accountRequests: 100 } }));
  afterAll(() => server.close());

  const remaining = ({ headers }: Reply) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const readAccount = () => call(server, 'GET', '/api/v1/me', { key });

  test.each<[string, unknown]>([
    ['a list of tools', list],
    ['a call of a tool', callTool('get_account')],
    ['a call of an unknown tool', callTool('drop_everything')],
    [
      'a call with unknown arguments',
      { ...list, method: 'tools/call', params: { name: 'get_account', arguments: { x: 1 } } },
    ],
    ['a call without a required argument', callTool('get_ask')],
    ['a call of a tool that is disabled', callTool('create_ask')],
    ['a ping', { ...list, method: 'ping' }],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an unknown method', { ...list, method: 'tools/drop' }],
    ['a batch', [list, list]],
    ['a number', 1],
    ['no JSON', 'hello'],
    ['a body that is too large', 'x'.repeat(257 * 1024)],
  ])('%s counts once', async (_name, message) => {
    const before = remaining(await readAccount());
    const reply = await post(message);
    expect([remaining(reply), remaining(await readAccount())]).toEqual([before - 1, before - 2]);
  });

  test('further messages are refused before they are read', async () => {
    while (remaining(await readAccount()) > 0);
    for (const message of [list, callTool('get_account'), 'x'.repeat(257 * 1024)]) {
      const reply = await post(message);
      expect(reply).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

test('the owner sees the requests of tools like others', async () => {
  await start();
  await post(callTool('get_account'));
  const { id } = (await server.services.authenticate(key))?.account ?? { id: 0 };
  expect(server.services.requestLog.list(id)).toMatchObject([{ method: 'GET', path: '/api/v1/me', status: 200 }]);
  await server.close();
});

test('mcp: false disables /mcp', async () => {
  await start({ mcp: false });
  expect((await post(list)).status).toBe(404);
  await server.close();
});
