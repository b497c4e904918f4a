import {
  type Attributes,
  createNoopMeter,
  type Meter,
  type MeterProvider,
  metrics,
  type Observable,
  type ObservableCallback,
} from '@opentelemetry/api';
import { afterEach, expect, test } from 'vitest';
import { findMeter } from '../src/instance/metrics/find-meter.js';
import type { MetricsOptions } from '../src/instance/metrics/metrics-options.js';
import { call } from './support/http/http-client.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

const running: TestServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  metrics.disable();
});

interface Value {
  readonly name: string;
  readonly value: number;
  readonly attributes: Attributes;
}

/** A provider that keeps the reported metrics in memory. */
class MemoryProvider implements MeterProvider {
  readonly meters: string[] = [];
  /** The observations of histograms. */
  readonly recorded: Value[] = [];
  readonly #callbacks = new Map<string, Set<ObservableCallback>>();

  getMeter(name: string): Meter {
    this.meters.push(name);
    const meter = createNoopMeter();
    const observable = (instrument: string): Observable => {
      const callbacks = new Set<ObservableCallback>();
      this.#callbacks.set(instrument, callbacks);
      return {
        addCallback: (callback) => void callbacks.add(callback),
        removeCallback: (callback) => void callbacks.delete(callback),
      };
    };
    return Object.assign(meter, {
      createHistogram: (instrument: string) => ({
        record: (value: number, attributes: Attributes = {}) =>
          void this.recorded.push({ name: instrument, value, attributes }),
      }),
      createObservableCounter: observable,
      createObservableUpDownCounter: observable,
      createObservableGauge: observable,
    });
  }

  /** Returns the values of the instruments that are read. */
  collect(): Value[] {
    const values: Value[] = [];
    for (const [name, callbacks] of this.#callbacks) {
      const observe = (value: number, attributes: Attributes = {}) => void values.push({ name, value, attributes });
      for (const callback of callbacks) void callback({ observe });
    }
    return values;
  }
}

async function start(options: MetricsOptions | undefined): Promise<TestServer> {
  const server = await startService({ metrics: options });
  running.push(server);
  return server;
}

const vote = (server: TestServer) => call(server, 'POST', '/api/v1/polls/x/votes');

test('the provider of the app gets the metrics by their names in OpenTelemetry, until the instance closes', async () => {
  const provider = new MemoryProvider();
  metrics.setGlobalMeterProvider(provider);
  const server = await start({});
  expect(provider.meters).toEqual(['@askwell/server']);
  expect((await vote(server)).status).toBe(404);
  expect(provider.recorded).toContainEqual({
    name: 'http.server.request.duration',
    value: expect.any(Number),
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/polls/{id}/votes',
      'http.response.status_code': 404,
    },
  });
  const collected = provider.collect();
  expect(collected).toContainEqual({ name: 'http.server.active_requests', value: 0, attributes: {} });
  expect(collected).toContainEqual({
    name: 'askwell.limiter.decisions',
    value: 1,
    attributes: { 'askwell.limiter': 'public', 'askwell.decision': 'admitted' },
  });
  await server.close();
  expect(provider.collect()).toEqual([]);
});

test.each([
  ['without the option', undefined],
  ['if the app turns it off', { meter: false } as const],
])('%s, the provider of the app gets nothing', async (_, options) => {
  const provider = new MemoryProvider();
  metrics.setGlobalMeterProvider(provider);
  await vote(await start(options));
  expect([provider.meters, provider.recorded]).toEqual([[], []]);
});

test('without a provider, requests are served as usual', async () => {
  const server = await start({});
  expect((await vote(server)).status).toBe(404);
  expect(server.askwell.metrics()).toContain('askwell_http_requests_total');
});

test('the package is optional', () => {
  expect(findMeter('file:///an-app-without-it/index.js')).toBeUndefined();
});
