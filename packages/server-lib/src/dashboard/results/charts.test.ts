import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chartFile, chartSvg } from './chart-svg.js';
import { axisValues, type ColumnChart, describeChart, tickPositions } from './column-chart.js';
import { timelineChart } from './timeline-chart.js';

const hour = 3_600_000;
const start = Date.parse('2026-01-07T00:00:00Z');
const at = (hours: number, count: number) => ({ at: new Date(start + hours * hour).toISOString(), count });

describe('the timeline', () => {
  test.each([
    [[at(0, 1), at(5, 2)], 'Answers per hour', 6],
    [[at(0, 1), at(24 * 9, 2)], 'Answers per day', 10],
    [[at(0, 1), at(24 * 200, 2)], 'Answers per week', 29],
    [[at(0, 1), at(24 * 365 * 20, 2)], 'Answers over time', 117],
  ])('has a column for each unit of the span, empty ones included', (timeline, title, columns) => {
    const chart = timelineChart(timeline, null);
    expect([chart?.title, chart?.columns.length]).toEqual([title, columns]);
  });

  test('counts each answer once, in a bounded number of columns', () => {
    const entry = fc.record({ hours: fc.integer({ min: 0, max: 300_000 }), count: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 30 }), (entries) => {
        const timeline = entries.sort((a, b) => a.hours - b.hours).map(({ hours, count }) => at(hours, count));
        const columns = timelineChart(timeline, null)?.columns ?? [];
        const total = (list: readonly number[]) => list.reduce((sum, n) => sum + n, 0);
        expect(total(columns.map(({ value }) => value))).toBe(total(entries.map(({ count }) => count)));
        expect(columns.length).toBeLessThanOrEqual(125);
      }),
    );
  });

  test('spans the whole period, and is missing without answers', () => {
    const day = 24 * hour;
    expect(timelineChart([at(30, 1)], { from: start, to: start + 7 * day })?.columns).toHaveLength(7);
    expect(timelineChart([], null)).toBeNull();
  });
});

test('the axis has whole values up to the largest one', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (largest) => {
      const values = axisValues(largest);
      expect(values[0]).toBe(0);
      expect(values.every(Number.isInteger)).toBe(true);
      expect(values.at(-1)).toBeGreaterThanOrEqual(Math.max(1, largest));
      expect(values.at(-1)).toBeLessThanOrEqual(Math.max(2, 2 * largest));
    }),
  );
});

test('labels that fit are all on the axis, and others at equal distances', () => {
  const columns = (count: number, label: string) => Array.from({ length: count }, () => ({ label, value: 1 }));
  expect(tickPositions(columns(5, '5'))).toEqual([0, 1, 2, 3, 4]);
  expect(tickPositions(columns(30, '12 Jan'))).toEqual([0, 8, 16, 24]);
  expect(tickPositions(columns(1, 'A label that is far too long for the axis'))).toEqual([0]);
});

describe('a chart', () => {
  const chart: ColumnChart = {
    id: 'x',
    title: '<b>Title</b>\u0001',
    axis: 'Score',
    unit: 'Answers',
    columns: [
      { label: '1', value: 2 },
      { label: '2', value: 0 },
    ],
    groups: [{ label: '"Band"', from: 0, to: 1 }],
  };

  test('is described in a sentence', () => {
    expect(describeChart({ ...chart, title: 'Scores' })).toBe('Scores. Score with the most answers: 1, 2 of 2.');
    expect(describeChart({ ...chart, title: 'Scores', columns: [] })).toBe('Scores: no answers.');
  });

  test('has no style attributes in pages, and fixed colors as a file', () => {
    const page = chartSvg(chart).markup;
    expect(page).not.toMatch(/style=|fill=|stroke=/);
    const file = chartFile(chart, 'Poll & more');
    expect(file).not.toMatch(/style=|class=|<b>/);
    expect(file).toContain('&lt;b&gt;Title&lt;/b&gt; </text>');
    expect(file).toContain('Poll &amp; more');
    expect(file).toContain('&quot;Band&quot;');
  });

  test.each([
    ['fit', ['Low', 'High'], ['230', '230'], 0],
    ['fit only above the width of a phone', ['Detractors and others', 'High'], ['230', '230'], 1],
    ['do not fit', ['Everybody who answered with less than the middle', 'Everybody else'], ['230', '246'], 0],
  ])('has names of groups in one row if they %s', (_, labels, rows, moved) => {
    const columns = Array.from({ length: 11 }, (__, at) => ({ label: `${at}`, value: at }));
    const [low = '', high = ''] = labels;
    const groups = [
      { label: low, from: 0, to: 6 },
      { label: high, from: 7, to: 8 },
    ];
    const { markup } = chartSvg({ ...chart, columns, groups });
    expect([...markup.matchAll(/<text [^>]*y="(230|246)"/g)].map(([, y]) => y)).toEqual(rows);
    expect(markup.match(/chart-lower/g) ?? []).toHaveLength(moved);
  });
});
