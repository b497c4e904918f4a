import { averageOf, type DayAverage } from '../../core/results/averages.js';
import type { AverageQuestion } from '../../core/results/averages-report.js';
import { axisAround, type ChartPoint, type LineChart, rangeValues } from './line-chart.js';
import type { TimeSpan } from './timeline-chart.js';

/** The names of averages, for people. */
export const measureNames = { average: 'Average', net_promoter_score: 'Net promoter score' } as const;

const day = 24 * 3_600_000;

/** The first Monday of the epoch, in days. */
const firstMonday = 4;

/** The time of a point. Each unit has numbers in ascending order. */
interface Unit {
  readonly name: 'day' | 'week' | 'month' | 'year';
  /** The maximum number of points. Longer spans have a longer unit. */
  readonly max: number;
  /** Returns the number of the unit that contains a day, which is counted from the epoch. */
  numberOf(day: number): number;
  /** Returns when a unit starts. */
  startOf(unit: number): number;
  readonly format: Intl.DateTimeFormat;
  readonly tick?: Intl.DateTimeFormat;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const dates = format({ day: 'numeric', month: 'short', year: 'numeric' });
const shortDates = format({ day: 'numeric', month: 'short' });
const monthOf = (days: number) => {
  const at = new Date(days * day);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
};

const units: readonly Unit[] = [
  {
    name: 'day',
    max: 62,
    numberOf: (days) => days,
    startOf: (unit) => unit * day,
    format: dates,
    tick: shortDates,
  },
  {
    name: 'week',
    max: 53,
    numberOf: (days) => Math.floor((days - firstMonday) / 7),
    startOf: (unit) => (firstMonday + unit * 7) * day,
    format: dates,
  },
  {
    name: 'month',
    max: 120,
    numberOf: monthOf,
    startOf: (unit) => Date.UTC(Math.floor(unit / 12), unit % 12),
    format: format({ month: 'short', year: 'numeric' }),
  },
];

const years: Unit = {
  name: 'year',
  max: Infinity,
  numberOf: (days) => Math.floor(monthOf(days) / 12),
  startOf: (unit) => Date.UTC(unit, 0),
  format: format({ year: 'numeric' }),
};

/** The name of the chart in URLs. */
export const averageChartId = 'average';

/** Returns the chart of the averages of a question over time, in UTC. Null without answers. */
export function averageChart(
  { label, average }: AverageQuestion,
  days: readonly DayAverage[],
  span: TimeSpan | null,
): LineChart | null {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return null;
  const from = Math.min(first, span ? Math.floor(span.from / day) : first);
  const to = Math.max(last, span ? Math.ceil(span.to / day) - 1 : last);
  const countOf = ({ numberOf }: Unit) => numberOf(to) - numberOf(from) + 1;
  const unit = units.find((one) => countOf(one) <= one.max) ?? years;
  const start = unit.numberOf(from);
  const found = Array.from({ length: countOf(unit) }, (): DayAverage[] => []);
  for (const one of days) found[unit.numberOf(one.day) - start]?.push(one);
  const points = found.map((ofUnit, at): ChartPoint => {
    const text = unit.format.format(unit.startOf(start + at));
    return {
      label: unit.name === 'week' ? `From ${text}` : text,
      tick: unit.tick?.format(unit.startOf(start + at)) ?? text,
      value: averageOf(ofUnit),
      answers: ofUnit.reduce((sum, { answers }) => sum + answers, 0),
    };
  });
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    id: averageChartId,
    title: `${measureNames[average.measure]} per ${unit.name}: ${label}`,
    axis: `${unit.name.charAt(0).toUpperCase()}${unit.name.slice(1)} (UTC)`,
    unit: measureNames[average.measure],
    values: average.range ? rangeValues(average.range) : axisAround(known),
    points,
  };
}
