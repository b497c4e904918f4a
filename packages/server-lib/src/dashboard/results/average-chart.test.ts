import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DayAverage } from '../../core/results/averages.js';
import type { AverageQuestion } from '../../core/results/averages-report.js';
import { averageChart } from './average-chart.js';
import { chartFile, chartSvg } from './chart-svg.js';
import { axisAround, describeLine } from './line-chart.js';

const stars: AverageQuestion = {
  id: 'field.stars',
  label: 'Stars',
  average: { measure: 'average', range: { min: 1, max: 5 } },
};
const nps: AverageQuestion = {
  id: 'field.nps',
  label: 'Recommend?',
  average: { measure: 'net_promoter_score', range: { min: -100, max: 100 } },
};
/** 2026-01-01, a Thursday. */
const newYear = 20_454;
const on = (day: number, average: number, answers = 1): DayAverage => ({ day: newYear + day, average, answers });

test.each([
  [[on(0, 5), on(2, 4)], 'Average per day: Stars', ['1 Jan 2026', '2 Jan 2026', '3 Jan 2026']],
  [[on(0, 5), on(62, 4)], 'Average per week: Stars', ['From 29 Dec 2025', 'From 5 Jan 2026', 'From 12 Jan 2026']],
  [[on(0, 5), on(400, 4)], 'Average per month: Stars', ['Jan 2026', 'Feb 2026', 'Mar 2026']],
  [[on(0, 5), on(5_000, 4)], 'Average per year: Stars', ['2026', '2027', '2028']],
])('the span decides the unit', (days, title, labels) => {
  const chart = averageChart(stars, days, null);
  expect(chart?.title).toBe(title);
  expect(chart?.points.slice(0, 3).map(({ label }) => label)).toEqual(labels);
});

test('a week weighs its days by their answers, and units without answers are gaps', () => {
  const days = [on(0, 5, 3), on(1, 1, 1), on(20, 2), on(80, 3)];
  const points = averageChart(stars, days, null)?.points ?? [];
  expect(points.slice(0, 4).map(({ value, answers }) => [value, answers])).toEqual([
    [4, 4],
    [null, 0],
    [null, 0],
    [2, 1],
  ]);
});

test('each answer is in one point, and the number of points is limited', () => {
  const entries = fc.uniqueArray(fc.nat(3_650), { minLength: 1, maxLength: 40 });
  const property = fc.property(entries, (found) => {
    const days = found.sort((a, b) => a - b).map((day) => on(day, 1, day + 1));
    const points = averageChart(stars, days, null)?.points ?? [];
    expect(points.reduce((sum, { answers }) => sum + answers, 0)).toBe(found.reduce((sum, day) => sum + day + 1, 0));
    expect(points.every(({ value, answers }) => (value === null) === (answers === 0))).toBe(true);
    expect(points.length).toBeLessThanOrEqual(120);
  });
  fc.assert(property);
});

test('the chart spans the period, and is missing without answers', () => {
  const start = newYear * 86_400_000;
  expect(averageChart(stars, [on(3, 1)], { from: start, to: start + 7 * 86_400_000 })?.points).toHaveLength(7);
  expect(averageChart(stars, [], null)).toBeNull();
});

test('the line has gaps, and an axis from -100 to 100', () => {
  const chart = averageChart(nps, [on(0, -100), on(1, 100), on(3, 0)], null);
  if (!chart) throw new Error('No chart');
  expect(chart.values).toEqual([-100, 0, 100]);
  const page = chartSvg(chart).markup;
  expect(page).not.toMatch(/style=|fill=|stroke=/);
  expect(page.match(/class="chart-line"/g)).toHaveLength(1);
  expect(page.match(/<circle [^>]*cy="(\d+)"/g)).toHaveLength(3);
  expect([...page.matchAll(/cy="(\d+)"/g)].map(([, y]) => y)).toEqual(['180', '16', '98']);
  expect(describeLine(chart)).toBe(
    'Net promoter score per day: Recommend?. Net promoter score, from 1 Jan 2026: −100, to 4 Jan 2026: 0.',
  );
  expect(chartFile(chart, 'Form')).not.toMatch(/style=|class=/);
});

test('the axis of numbers without limits has zero and all values', () => {
  expect(axisAround([31.5, 28])).toEqual([0, 20, 40]);
  expect(axisAround([-0.3, 0.25])).toEqual([-0.5, 0, 0.5]);
  expect(axisAround([])).toEqual([0, 1]);
  // Much smaller numbers vanish beside the largest ones.
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => Math.abs(value) > 1e-9);
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (given) => {
      const values = axisAround(given);
      expect(values.length).toBeLessThanOrEqual(5);
      expect(values).toContain(0);
      expect(values.every(Number.isFinite)).toBe(true);
      expect(values[0]).toBeLessThanOrEqual(Math.min(...given));
      expect(values.at(-1)).toBeGreaterThanOrEqual(Math.max(...given));
    }),
  );
});
