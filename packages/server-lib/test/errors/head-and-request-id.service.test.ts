import { describe, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { useKeyedServer } from './keyed-server.js';

const keyed = useKeyedServer();

describe('HEAD', () => {
  test.each(['/api/v1/me', '/api/v1/sites', '/api/v1/sites/0', '/api/v1/nothing'])(
    '%s answers as GET does, without the body',
    async (path) => {
      const [head, whole] = [await call(keyed.server, 'HEAD', path, { key: keyed.key }), await keyed.get(path)];
      expect(head.status).toBe(whole.status);
      expect(head.text).toBe('');
      for (const name of ['content-type', 'content-length', 'cache-control']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
      }
    },
  );
});

describe('X-Request-Id', () => {
  test.each([
    ['GET', '/api/v1/me', 200],
    ['GET', '/api/v1/nothing', 404],
    ['POST', '/api/v1/polls/p/votes', 404],
    ['OPTIONS', '/api/v1/polls/p/votes', 204],
    ['GET', '/healthz', 200],
    ['GET', '/nothing', 404],
  ])('%s %s returns the ID of the caller', async (method, path, status) => {
    const answer = await call(keyed.server, method, path, {
      key: keyed.key,
      headers: { 'x-request-id': 'trace.7_a-B' },
    });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([status, 'trace.7_a-B']);
  });

  test.each([undefined, '', 'x'.repeat(65), 'a b', 'a/b', 'a, b'])('%j is replaced by a new one', async (given) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given };
    const [one, two] = [await keyed.get('/api/v1/me', { headers }), await keyed.get('/api/v1/me', { headers })];
    expect(one.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(two.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'));
  });
});
