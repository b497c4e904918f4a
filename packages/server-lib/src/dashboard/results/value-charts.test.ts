import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateChart, timeChart } from './value-charts.js';

const name = { id: 'x', title: 'When?' };
const shown = (chart: ReturnType<typeof dateChart>) => [
  chart?.axis,
  ...(chart?.columns ?? []).map(({ label, value }) => `${label}: ${value}`),
];

test('dates of a month are counted by day, with the days between them', () => {
  const chart = dateChart(name, [
    ['2026-03-02', 1],
    ['2026-02-28', 2],
  ]);
  expect(shown(chart)).toEqual(['Day', '28 Feb 2026: 2', '1 Mar 2026: 0', '2 Mar 2026: 1']);
});

test('dates of some months are counted by month', () => {
  const chart = dateChart(name, [
    ['2025-12-31', 1],
    ['2026-02-01', 1],
    ['2026-02-28', 3],
  ]);
  expect(shown(chart)).toEqual(['Month', 'Dec 2025: 1', 'Jan 2026: 0', 'Feb 2026: 4']);
});

test('dates of birth are counted by years', () => {
  const chart = dateChart(name, [
    ['1951-05-05', 1],
    ['2009-05-05', 1],
    ['1999-05-05', 2],
  ]);
  expect(shown(chart).slice(0, 2)).toEqual(['Years', '1950 – 1954: 1']);
  expect(chart?.columns).toHaveLength(12);
});

test('times of day are counted by hour', () => {
  const chart = timeChart(name, [
    ['09:30', 1],
    ['11:05', 2],
    ['09:59', 1],
  ]);
  expect(shown(chart)).toEqual(['Time of day', '09:00 – 09:59: 2', '10:00 – 10:59: 0', '11:00 – 11:59: 2']);
});

test('every date has one column, whatever the dates are', () => {
  const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  const value = date.map((at) => at.toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, fc.nat(9)), { minLength: 1, maxLength: 8 }), (values) => {
      const columns = dateChart(name, values)?.columns ?? [];
      expect(columns.length).toBeLessThanOrEqual(40);
      expect(columns.reduce((sum, column) => sum + column.value, 0)).toBe(values.reduce((sum, [, n]) => sum + n, 0));
      expect(new Set(columns.map(({ label }) => label)).size).toBe(columns.length);
    }),
  );
});

test('nothing is drawn without values', () => {
  expect([dateChart(name, []), timeChart(name, [])]).toEqual([null, null]);
});
