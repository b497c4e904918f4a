import { expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { parseMetrics } from '../support/http/parse-metrics.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';

test('the use of the pools is reported', async () => {
  const server = await startService({ metrics: {} });
  const key = await (await createOwner(server.services)).key();
  expect((await call(server, 'GET', '/api/v1/me', { key })).status).toBe(200);
  const metrics = parseMetrics(server.askwell.metrics());
  const connections = metrics.get('askwell_database_connections')?.samples ?? new Map<string, number>();
  expect([...connections.keys()]).toEqual(
    ['reading', 'writing', 'counting'].flatMap((pool) =>
      ['used', 'idle'].map((state) => `askwell_database_connections{pool="${pool}",state="${state}"}`),
    ),
  );
  expect([...connections.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(0);
  const waiters = metrics.get('askwell_database_connection_waiters')?.samples;
  expect(waiters?.get('askwell_database_connection_waiters{pool="reading"}')).toBe(0);
  await server.close();
});
