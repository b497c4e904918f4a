import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { bucketsOf, parseMetrics } from '../../../test/support/http/parse-metrics.js';
import { formatMetrics } from './format-metrics.js';
import { Counter, Histogram, observed } from './instruments.js';

test('labels, help and values are escaped, so that each line parses', () => {
  const texts = anyText();
  fc.assert(
    fc.property(fc.uniqueArray(texts), texts, fc.double(), (labels, help, value) => {
      const counter = new Counter({ name: 'a_total', help: `Help: ${help}` }, ['label']);
      for (const label of labels) counter.add([label]);
      const gauge = observed({ name: 'b', help: 'B.' }, 'gauge', () => value);
      const metrics = parseMetrics(formatMetrics([counter, gauge]));
      expect([...(metrics.get('a_total')?.samples.values() ?? [])]).toEqual(labels.map(() => 1));
      expect(metrics.get('b')?.samples.get('b')).toEqual(value === 0 ? 0 : value);
    }),
  );
});

test('buckets are cumulative, and a value at a bound is in its bucket', () => {
  const bounds = [1, 2, 5];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 7 })), (values) => {
      const histogram = new Histogram({ name: 'h', help: 'H.' }, bounds);
      for (const value of values) histogram.observe(value);
      const parsed = parseMetrics(formatMetrics([histogram])).get('h') ?? expect.unreachable();
      const expected = [...bounds, Number.POSITIVE_INFINITY].map((le) => values.filter((value) => value <= le).length);
      expect(bucketsOf('h', parsed)).toEqual([{ buckets: expected, count: values.length }]);
      expect(parsed.samples.get('h_sum')).toBe(values.reduce((sum, value) => sum + value, 0));
      expect(parsed.samples.has('h_bucket{le="+Inf"}')).toBe(true);
    }),
  );
});

test('a counter without labels starts at 0, and a counter with labels has no values', () => {
  const text = formatMetrics([new Counter({ name: 'a', help: 'A.' }), new Counter({ name: 'b', help: 'B.' }, ['x'])]);
  expect(text).toBe('# HELP a A.\n# TYPE a counter\na 0\n# HELP b B.\n# TYPE b counter\n');
});
