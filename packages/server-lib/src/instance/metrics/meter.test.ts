import { expect, test } from 'vitest';
import { Counter, Histogram, observed } from './instruments.js';
import { type Meter, type MeterObservable, type MeterResult, reportToMeter } from './meter.js';

/** A meter that keeps what is reported to it, like an SDK of OpenTelemetry. */
function createMeter() {
  const recorded: unknown[] = [];
  const callbacks = new Map<string, Set<(result: MeterResult) => void>>();
  const observable =
    (kind: string) =>
    (name: string, options?: object): MeterObservable => {
      const own = new Set<(result: MeterResult) => void>();
      callbacks.set(name, own);
      recorded.push({ kind, name, ...options });
      return {
        addCallback: (callback) => void own.add(callback),
        removeCallback: (callback) => void own.delete(callback),
      };
    };
  const meter: Meter = {
    createHistogram(name, options) {
      recorded.push({ kind: 'histogram', name, ...options });
      return { record: (value, attributes) => void recorded.push([name, value, attributes]) };
    },
    createObservableCounter: observable('counter'),
    createObservableUpDownCounter: observable('upDownCounter'),
    createObservableGauge: observable('gauge'),
  };
  function collect(): unknown[] {
    const values: unknown[] = [];
    for (const [name, own] of callbacks)
      for (const report of own) report({ observe: (value, attributes) => void values.push([name, value, attributes]) });
    return values;
  }
  return { meter, collect, taken: () => recorded.splice(0) };
}

test('values are collected under the names and attributes of OpenTelemetry, until the report stops', () => {
  const { meter, collect, taken } = createMeter();
  const refused = new Counter(
    {
      name: 'a_total',
      help: 'A.',
      otel: { name: 'askwell.a', unit: '{request}', attributes: { kind: 'askwell.kind' } },
    },
    ['kind'],
  );
  const amount = observed({ name: 'b', help: 'B.', otel: { name: 'askwell.b', unit: 'By' } }, 'amount', () => 5);
  const gauge = observed({ name: 'c', help: 'C.', otel: { name: 'askwell.c', unit: 's' } }, 'gauge', () => 0.5);
  const onlyPrometheus = observed({ name: 'd', help: 'D.' }, 'gauge', () => 1);
  const stop = reportToMeter(meter, [refused, amount, gauge, onlyPrometheus]);
  expect(taken()).toEqual([
    { kind: 'counter', name: 'askwell.a', description: 'A.', unit: '{request}' },
    { kind: 'upDownCounter', name: 'askwell.b', description: 'B.', unit: 'By' },
    { kind: 'gauge', name: 'askwell.c', description: 'C.', unit: 's' },
  ]);
  refused.add(['x'], 3);
  expect(collect()).toEqual([
    ['askwell.a', 3, { 'askwell.kind': 'x' }],
    ['askwell.b', 5, {}],
    ['askwell.c', 0.5, {}],
  ]);
  stop();
  expect(collect()).toEqual([]);
});

test('a histogram forwards each observation with its attributes', () => {
  const { meter, taken } = createMeter();
  const histogram = new Histogram({ name: 'h', help: 'H.', otel: { name: 'askwell.h', unit: 's' } }, [1, 2], ['route']);
  const stop = reportToMeter(meter, [histogram]);
  histogram.observe(1.5, ['/a'], { 'http.route': '/a' });
  stop();
  histogram.observe(2.5, ['/a']);
  expect(taken()).toEqual([
    {
      kind: 'histogram',
      name: 'askwell.h',
      description: 'H.',
      unit: 's',
      advice: { explicitBucketBoundaries: [1, 2] },
    },
    ['askwell.h', 1.5, { 'http.route': '/a' }],
  ]);
});
