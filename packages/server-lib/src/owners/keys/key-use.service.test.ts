import { expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createKey, createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { describeKeyUse } from './key-use.js';

test.each([
  [undefined, null],
  ['', null],
  ['curl/8.5.0', 'curl'],
  ['askwell-client/1.2.3 node/22', 'askwell-client'],
  ['python-requests/2.31.0', 'python-requests'],
  ['node', 'node'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  ['Mozilla/5.0', 'Unknown browser'],
  ['203.0.113.7', null],
  ['2001:db8::1', null],
  ['fe80::1', null],
  ['fe80', 'fe80'],
  ['a203.0.113.7/1', null],
  ['(203.0.113.7) curl/8', null],
  [`${'x'.repeat(41)}/1`, null],
  ['<b>/1', null],
])('describes the client %j as %j', (userAgent, client) => {
  expect(describeKeyUse({ method: 'GET', path: '/api/v1/me', userAgent })).toEqual({
    operation: 'GET /api/v1/me',
    client,
  });
});

test('has no operation for an unknown path, and cuts a long method', () => {
  expect(describeKeyUse({ method: 'GET', path: undefined, userAgent: 'curl/8' })).toEqual({
    operation: null,
    client: 'curl',
  });
  const long = { method: 'X'.repeat(50), path: '/api/v1/me', userAgent: undefined };
  expect(describeKeyUse(long).operation).toBe('XXXXXXXXXX /api/v1/me');
});

test('a key shows its owner what used it last, also in another process and after a restart', async () => {
  const { clock, source } = createTestClock(Date.UTC(2026, 0, 31));
  const server = await startService({ clock: source });
  const owner = await createOwner(server.services);
  const { id, raw } = await createKey(server.services, owner.session, { name: 'Used' });
  const lastUse = async (on = server) =>
    (await on.services.keys.list(owner.session)).find((key) => key.id === id)?.last_use;
  const send = (method: string, path: string, userAgent: string) =>
    call(server, method, path, { key: raw, headers: { 'user-agent': userAgent } });
  expect(await lastUse()).toEqual({ operation: null, client: null });

  await send('GET', '/api/v1/polls/poll_m3x8q1v7c2k9t4w6r0zb/votes?q=secret', 'curl/8.5.0');
  const first = { operation: 'GET /api/v1/polls/{id}/votes', client: 'curl' };
  expect(await lastUse()).toEqual(first);
  const other = await startService({ database: server.database, clock: source });
  await clock.advance(1_000);
  expect(await lastUse(other)).toEqual(first);

  await send('DELETE', '/api/v1/me', 'Go-http-client/2.0');
  const second = { operation: 'DELETE /api/v1/me', client: 'Go-http-client' };
  await clock.advance(1_000);
  expect(await lastUse(other)).toEqual(second);
  expect(await lastUse()).toEqual(second);

  // Before the second use.
  await clock.set(clock.now().getTime() - 1_500);
  await send('GET', '/api/v1/me', 'late/1');
  expect(await lastUse()).toEqual(second);

  await clock.advance(2_000);
  await send('GET', '/api/v1/nowhere', 'curl/8.5.0');
  expect(await lastUse()).toEqual({ operation: null, client: 'curl' });
  await clock.advance(2_000);
  await server.askwell.auth.authenticate({ 'x-api-key': raw });
  expect(await lastUse()).toEqual({ operation: null, client: null });
  expect((await call(server, 'GET', '/api/v1/me', { key: raw })).text).not.toMatch(/operation|client/);
  await other.close();
  await server.close();
});
