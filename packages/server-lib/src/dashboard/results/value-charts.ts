import type { ColumnChart } from './column-chart.js';

/** A value with the number of its answers. */
export type CountedValue = readonly [value: string, count: number];

/** The name of a chart. */
type ChartName = Pick<ColumnChart, 'id' | 'title'>;

/** The maximum numbers of days, months and columns of a chart of dates. */
const maxDays = 31;
const maxMonths = 36;
const maxColumns = 40;

const day = 24 * 3_600_000;
const formats = {
  day: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }),
  dayTick: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }),
  month: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short', year: 'numeric' }),
};

/** Returns the chart of dates such as `2026-01-31`, by days, months or years. Null without dates. */
export function dateChart(name: ChartName, values: readonly CountedValue[]): ColumnChart | null {
  const times = values.map(([value, count]) => ({ at: new Date(value), count }));
  const sorted = times.sort((a, b) => a.at.getTime() - b.at.getTime());
  const [first, last] = [sorted[0]?.at, sorted.at(-1)?.at];
  if (!first || !last) return null;
  const days = dayOf(last) - dayOf(first) + 1;
  if (days <= maxDays) {
    return chartOf(name, 'Day', sorted, {
      start: dayOf(first),
      count: days,
      step: 1,
      indexOf: dayOf,
      label: (index) => formats.day.format(index * day),
      tick: (index) => formats.dayTick.format(index * day),
    });
  }
  const months = monthOf(last) - monthOf(first) + 1;
  if (months <= maxMonths) {
    const label = (index: number) => formats.month.format(Date.UTC(Math.floor(index / 12), index % 12));
    return chartOf(name, 'Month', sorted, {
      start: monthOf(first),
      count: months,
      step: 1,
      indexOf: monthOf,
      label,
      tick: label,
    });
  }
  const step = [1, 5, 10, 50, 100, 500, 1_000].find((size) => yearsIn(first, last, size) <= maxColumns) ?? 1_000;
  const start = Math.floor(first.getUTCFullYear() / step) * step;
  return chartOf(name, step === 1 ? 'Year' : 'Years', sorted, {
    start,
    count: yearsIn(first, last, step),
    step,
    indexOf: (at) => at.getUTCFullYear(),
    label: (index) => (step === 1 ? `${index}` : `${index} – ${index + step - 1}`),
    tick: (index) => `${index}`,
  });
}

/** Returns the chart of times of day such as `09:30`, by hours. Null without times. */
export function timeChart(name: ChartName, values: readonly CountedValue[]): ColumnChart | null {
  const hours = values.map(([value, count]) => ({ hour: Number(value.slice(0, 2)), count }));
  if (hours.length === 0) return null;
  const start = Math.min(...hours.map(({ hour }) => hour));
  const end = Math.max(...hours.map(({ hour }) => hour));
  const text = (hour: number, minute: string) => `${String(hour).padStart(2, '0')}:${minute}`;
  const columns = Array.from({ length: end - start + 1 }, (_, at) => ({
    label: `${text(start + at, '00')} – ${text(start + at, '59')}`,
    tick: text(start + at, '00'),
    value: sum(hours.filter(({ hour }) => hour === start + at)),
  }));
  return { ...name, axis: 'Time of day', unit: 'Answers', columns };
}

/** Columns of equal length, such as months. */
interface Steps {
  /** The number of the first day, month or year. */
  readonly start: number;
  /** The number of columns. */
  readonly count: number;
  /** The number of days, months or years of a column. */
  readonly step: number;
  readonly indexOf: (at: Date) => number;
  readonly label: (index: number) => string;
  readonly tick: (index: number) => string;
}

function chartOf(
  name: ChartName,
  axis: string,
  dates: readonly { readonly at: Date; readonly count: number }[],
  { start, count, step, indexOf, label, tick }: Steps,
): ColumnChart {
  const counts = new Array<number>(count).fill(0);
  for (const { at, count: n } of dates) {
    const column = Math.floor((indexOf(at) - start) / step);
    counts[column] = (counts[column] ?? 0) + n;
  }
  const columns = counts.map((value, at) => {
    const index = start + at * step;
    return { label: label(index), tick: tick(index), value };
  });
  return { ...name, axis, unit: 'Answers', columns };
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / day);
}

function monthOf(at: Date): number {
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}

/** Returns the number of periods of years that contain two dates and the dates between them. */
function yearsIn(first: Date, last: Date, size: number): number {
  return Math.floor(last.getUTCFullYear() / size) - Math.floor(first.getUTCFullYear() / size) + 1;
}

function sum(list: readonly { readonly count: number }[]): number {
  return list.reduce((total, { count }) => total + count, 0);
}
