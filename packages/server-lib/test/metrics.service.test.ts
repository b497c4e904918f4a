import { afterEach, expect, test, vi } from 'vitest';
import type { MetricsOptions } from '../src/instance/metrics/metrics-options.js';
import type { AskwellOptions } from '../src/instance/options/options.js';
import { createAsk } from './support/asks/create-ask.js';
import { readDocs } from './support/docs/read-docs.js';
import { call } from './support/http/http-client.js';
import { bucketsOf, type ParsedMetric, parseMetrics } from './support/http/parse-metrics.js';
import { createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

const token = 'metrics-token-of-the-tests';
const authorization = `Bearer ${token}`;
const running: TestServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function start(metrics: MetricsOptions | undefined, more: Partial<AskwellOptions> = {}): Promise<TestServer> {
  const server = await startService({ metrics, ...more });
  running.push(server);
  return server;
}

async function read(server: TestServer): Promise<Map<string, ParsedMetric>> {
  const reply = await call(server, 'GET', '/metrics', { headers: { authorization } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(reply.text);
}

const sampleIn = (metrics: Map<string, ParsedMetric>, key: string) =>
  metrics.get(key.replace(/\{.*/, ''))?.samples.get(key);

const countOf = (labels: string) => `askwell_http_request_duration_seconds_count{${labels}}`;

/** Creates a poll and votes, and returns the values that no metric may contain. */
async function usePoll(server: TestServer, votes = 3): Promise<string[]> {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const poll = await createAsk(server, key, 'polls', { title: 'Unusual title', options: ['Soup', 'Salad'] });
  const addresses = Array.from({ length: votes }, (_, at) => `203.0.113.${at + 1}`);
  for (const from of addresses) {
    const body = { choices: ['o1'] };
    expect((await call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body, from })).status).toBe(201);
  }
  return [key, poll, 'Unusual', owner.email, ...addresses, token];
}

test('requests, decisions and writes are counted, without anything that identifies somebody', async () => {
  const server = await start({ token });
  const secrets = await usePoll(server);
  const text = (await call(server, 'GET', '/metrics', { headers: { authorization } })).text;
  const metrics = parseMetrics(text);
  const vote = 'method="POST",route="/api/v1/polls/{id}/votes"';
  expect(sampleIn(metrics, `askwell_http_requests_total{${vote},status="2xx"}`)).toBe(3);
  expect(metrics.get('askwell_http_request_duration_seconds')?.samples.get(countOf(vote))).toBe(3);
  expect(sampleIn(metrics, 'askwell_http_requests_in_flight')).toBe(1);
  expect(sampleIn(metrics, 'askwell_limiter_decisions_total{limiter="public",decision="admitted"}')).toBe(3);
  expect(sampleIn(metrics, 'askwell_limiter_decisions_total{limiter="account",decision="admitted"}')).toBe(1);
  expect(metrics.get('askwell_write_group_size')?.samples.get('askwell_write_group_size_sum')).toBeGreaterThan(3);
  expect(sampleIn(metrics, 'askwell_write_failures_total')).toBe(0);
  expect(sampleIn(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  for (const secret of secrets) expect(text).not.toContain(secret);
  const pending = ['askwell_pending_writes', 'askwell_pending_write_bytes', 'askwell_oldest_pending_write_seconds'];
  expect(pending.map((name) => sampleIn(metrics, name))).toEqual([0, 0, 0]);
});

test('counters never decrease, and buckets are cumulative', async () => {
  const server = await start({ token });
  await usePoll(server);
  const before = await read(server);
  await usePoll(server);
  const after = await read(server);
  for (const [name, { type, samples }] of before) {
    if (type === 'gauge') continue;
    for (const [key, value] of samples) expect(after.get(name)?.samples.get(key), key).toBeGreaterThanOrEqual(value);
  }
  const histograms = [...after].filter(([, { type }]) => type === 'histogram');
  expect(histograms).toHaveLength(3);
  for (const [name, metric] of histograms) {
    for (const { buckets, count } of bucketsOf(name, metric)) {
      expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
      expect(buckets.at(-1)).toBe(count);
    }
  }
});

test('random paths, methods and IDs create no more series than the first request', async () => {
  const server = await start({ token });
  const requests = (nth: number) =>
    [`/${nth}`, `/api/v1/${nth}`, `/p/${nth}`, `/api/v1/polls/${nth}/votes`, `/embed/polls/${nth}?a=${nth}`].flatMap(
      (path) => ['GET', 'POST', 'PROPFIND', 'PURGE'].map((method) => call(server, method, path)),
    );
  const sizeOf = (metrics: Map<string, ParsedMetric>) => [...metrics.values()].map(({ samples }) => samples.size);
  await Promise.all(requests(1));
  const before = sizeOf(await read(server));
  await Promise.all([2, 3, 4, 5].flatMap(requests));
  const metrics = await read(server);
  // The first reading counted itself after it was formatted.
  expect(sizeOf(metrics).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(
    before.reduce((sum, size) => sum + size) + 20,
  );
  expect(sampleIn(metrics, 'askwell_http_requests_total{method="_OTHER",route="none",status="4xx"}')).toBeGreaterThan(
    5,
  );
});

test('refusals by the limiter and refusals because of overload are counted separately', async () => {
  const server = await start({ token });
  const vote = (from?: string) => call(server, 'POST', '/api/v1/polls/x/votes', { from });
  await Promise.all(Array.from({ length: 31 }, () => vote('203.0.113.7')));
  vi.spyOn(server.services.overload, 'isOverloaded').mockReturnValue(true);
  expect((await vote()).status).toBe(503);
  const metrics = await read(server);
  expect(sampleIn(metrics, 'askwell_limiter_decisions_total{limiter="public",decision="refused"}')).toBe(1);
  expect(sampleIn(metrics, 'askwell_overload_refusals_total')).toBe(1);
});

test('a limiter whose store fails is counted', async () => {
  const fail = () => Promise.reject(new Error('The store is away.'));
  const server = await start({ token }, { limits: { store: { take: fail, peek: fail } } });
  expect((await call(server, 'POST', '/api/v1/polls/x/votes')).status).toBe(503);
  expect(sampleIn(await read(server), 'askwell_limiter_decisions_total{limiter="public",decision="failed"}')).toBe(1);
});

test.each([
  ['no option', undefined, {}, 404],
  ['an empty option', {}, { authorization }, 404],
  ['no token', { token }, {}, 401],
  ['a wrong token', { token }, { authorization: 'Bearer metrics-token-of-nobody' }, 401],
  ['another scheme', { token }, { authorization: `Basic ${token}` }, 401],
  ['an address outside of the list', { addresses: ['10.9.0.0/16'] }, { 'x-forwarded-for': '10.8.0.1' }, 404],
  ['a listed address', { addresses: ['10.9.0.0/16'] }, { 'x-forwarded-for': '10.9.1.1' }, 200],
  ['a listed address without the token', { addresses: ['10.9.0.0/16'], token }, { 'x-forwarded-for': '10.9.1.1' }, 401],
  ['the token from another address', { addresses: ['10.9.0.0/16'], token }, { authorization }, 404],
  ['the token', { token }, { authorization }, 200],
])('with %s, /metrics returns the right status', async (_, metrics, headers, status) => {
  const server = await start(metrics);
  const reply = await call(server, 'GET', '/metrics', { headers });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  if (status !== 200) expect(reply.text).not.toContain('askwell_');
});

test('the text for a host has no metrics of the process, and requires the option', async () => {
  const server = await start({});
  await usePoll(server, 1);
  const names = [...parseMetrics(server.askwell.metrics()).keys()];
  expect(names).toContain('askwell_http_requests_total');
  expect(names.filter((name) => !name.startsWith('askwell_'))).toEqual([]);

  const without = await startService();
  expect(() => without.askwell.metrics()).toThrow(/requires the option `metrics`/);
  await without.close();
});

test('metrics.md lists every metric, and no other', async () => {
  const page = await readDocs('operations/metrics.md');
  const rows = [...page.matchAll(/^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  const documented = rows.map((name) => name.replaceAll('`', '')).filter((name) => name !== name.toUpperCase());
  expect(documented.toSorted()).toEqual([...(await read(await start({ token }))).keys()].toSorted());
});
