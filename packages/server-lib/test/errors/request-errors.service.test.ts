import { describe, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { codeIn, faultsIn, idIn } from '../support/http/parse-replies.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import { useKeyedServer } from './keyed-server.js';

const keyed = useKeyedServer();
const { send, get } = keyed;

describe('404 not_found', () => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/me/',
    '/api/v1/sites/',
    '/api/v1/nothing',
    '/api/v1/keys',
    '/api/v1/sites/0',
    '/api/v1/sites/-1',
    '/api/v1/sites/01',
    '/api/v1/sites/1.0',
    '/api/v1/sites/1e0',
    '/api/v1/sites/%31%00',
    '/api/v1/sites/%',
    '/api/v1/sites/%ff',
    '/api/v1/sites/9999999999999999999999',
    '/api/v1/sites/constructor',
    '/api/v1/sites/1/sites',
    '/api/v1//sites',
    '/api/v1/Sites',
    '/api/v1/%73ites',
  ])('%s', async (path) => {
    const answer = await get(path);
    expect([answer.status, codeIn(answer)]).toEqual([404, 'not_found']);
  });
});

describe('405 method_not_allowed', () => {
  test.each([
    ['POST', '/api/v1/me', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/me', 'GET, HEAD'],
    ['PUT', '/api/v1/sites', 'GET, HEAD, POST'],
    ['DELETE', '/api/v1/sites', 'GET, HEAD, POST'],
  ])('%s %s lists the allowed methods', async (method, path, allow) => {
    const answer = await call(keyed.server, method, path, { key: keyed.key });
    expect([answer.status, codeIn(answer), answer.headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });

  test('lists the allowed methods of a site', async () => {
    const id = idIn(await send({ name: 'One' }));
    const answer = await call(keyed.server, 'POST', `/api/v1/sites/${id}`, { key: keyed.key, body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE']);
  });
});

describe('410 gone', () => {
  test('a replay for a deleted resource', async () => {
    const headers = { 'idempotency-key': 'gone' };
    const id = idIn(await send({ name: 'Gone' }, headers));
    expect((await call(keyed.server, 'DELETE', `/api/v1/sites/${id}`, { key: keyed.key })).status).toBe(204);
    const answer = await send({ name: 'Gone' }, headers);
    expect([answer.status, codeIn(answer)]).toEqual([410, 'gone']);
    expect((await get(`/api/v1/sites/${id}`)).status).toBe(404);
  });
});

describe('422 invalid', () => {
  test.each([
    ['nothing', {}, ['name']],
    ['no object', [], ['body']],
    ['null', null, ['body']],
    ['an unknown member', { name: 'a', colour: 'red' }, ['colour']],
    ['a member of a list', { name: 'a', origins: ['https://example.com', 'nonsense'] }, ['origins.1']],
    ['several faults', { name: 1, origins: {}, x: 1 }, ['name', 'origins', 'x']],
  ])('%s', async (_what, body, faults) => {
    const answer = await send(body === null ? 'null' : body);
    expect([answer.status, codeIn(answer)]).toEqual([422, 'invalid']);
    expect(faultsIn(answer).sort()).toEqual(faults);
  });

  test.each([
    ['/api/v1/me?x=1', ['x']],
    ['/api/v1/me?x', ['x']],
    ['/api/v1/sites?limit=1&limit=2', ['limit']],
    ['/api/v1/sites?limit=1&offset=2', ['offset']],
    ['/api/v1/sites?api_key=1', ['api_key']],
    ['/api/v1/sites?toString=1', ['toString']],
  ])('the query of %s', async (path, faults) => {
    const answer = await get(path);
    expect([answer.status, codeIn(answer), faultsIn(answer)]).toEqual([422, 'invalid', faults]);
  });

  test('a query on a creation is validated too, and nothing is created', async () => {
    const answer = await call(keyed.server, 'POST', '/api/v1/sites?dry_run=1', {
      key: keyed.key,
      body: { name: 'Never' },
    });
    expect([answer.status, faultsIn(answer)]).toEqual([422, ['dry_run']]);
    expect((await get('/api/v1/sites?limit=100')).text).not.toContain('Never');
  });

  test('an empty query is ignored', async () => {
    expect((await get('/api/v1/me?')).status).toBe(200);
  });
});

describe('503 unavailable', () => {
  test('an unavailable database leads to 503 with Retry-After, and never to 401', async () => {
    const away = await startService();
    const raw = await (await createOwner(away.services)).key();
    await away.services.store.close();
    for (const [method, path] of [
      ['GET', '/api/v1/me'],
      ['GET', '/api/v1/nothing'],
      ['POST', '/api/v1/sites'],
      ['DELETE', '/api/v1/sites/1'],
    ] as const) {
      const answer = await call(away, method, path, { key: raw });
      expect([answer.status, codeIn(answer), answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    }
    await away.close();
  });
});
