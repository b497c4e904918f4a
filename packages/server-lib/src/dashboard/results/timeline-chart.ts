import type { Timestamp } from '../../shared/contract/resources.js';
import type { ChartColumn, ColumnChart } from './column-chart.js';

const hour = 3_600_000;
const day = 24 * hour;

/** The number of answers in an hour. */
interface HourCount {
  readonly at: Timestamp;
  readonly count: number;
}

/** The times that a timeline shows, in milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The length of a column: hours, days, weeks, or the number of weeks that fits. */
interface Step {
  readonly name: 'hour' | 'day' | 'week' | 'period';
  readonly length: number;
}

/** The maximum numbers of hours and days that have a column each. */
const maxHours = 72;
const maxDays = 120;
const maxWeeks = 120;

/** Returns the chart of the answers over time, in UTC. Null without answers. */
export function timelineChart(timeline: readonly HourCount[], span: TimeSpan | null): ColumnChart | null {
  const [first, last] = [timeline[0], timeline.at(-1)];
  if (!first || !last) return null;
  const from = Math.min(span?.from ?? Date.parse(first.at), Date.parse(first.at));
  const to = Math.max(span?.to ?? 0, Date.parse(last.at) + hour);
  const step = stepOf(to - from);
  const start = startOf(from, step);
  const counts = new Array<number>(Math.ceil((to - start) / step.length)).fill(0);
  let [text, column] = ['', 0];
  for (const { at, count } of timeline) {
    // A year has 8,760 hours, so that only the days of their texts are parsed if no column is shorter.
    const unit = step.name === 'hour' ? at : at.slice(0, dateLength);
    if (unit !== text) [text, column] = [unit, Math.floor((Date.parse(unit) - start) / step.length)];
    counts[column] = (counts[column] ?? 0) + count;
  }
  const columns = counts.map((value, at) => labelled(new Date(start + at * step.length), step, value));
  const title = step.name === 'period' ? 'Answers over time' : `Answers per ${step.name}`;
  return { id: 'timeline', title, axis: `${capitalized(step.name)} (UTC)`, unit: 'Answers', columns };
}

function stepOf(length: number): Step {
  if (length <= maxHours * hour) return { name: 'hour', length: hour };
  if (length <= maxDays * day) return { name: 'day', length: day };
  const weeks = Math.ceil(length / (maxWeeks * 7 * day));
  return { name: weeks === 1 ? 'week' : 'period', length: weeks * 7 * day };
}

/** The length of the date in a timestamp: `2026-01-31`. */
const dateLength = 10;

/** The first Monday of the epoch. */
const firstMonday = 4 * day;

function startOf(time: number, { length }: Step): number {
  const origin = length > day ? firstMonday : 0;
  return origin + Math.floor((time - origin) / length) * length;
}

const date = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
const formats = {
  tick: new Intl.DateTimeFormat('en-GB', date),
  day: new Intl.DateTimeFormat('en-GB', { ...date, year: 'numeric' }),
  hour: new Intl.DateTimeFormat('en-GB', { ...date, year: 'numeric', hour: '2-digit', minute: '2-digit' }),
  hourTick: new Intl.DateTimeFormat('en-GB', { ...date, hour: '2-digit', minute: '2-digit' }),
};

function labelled(at: Date, { name }: Step, value: number): ChartColumn {
  if (name === 'hour') return { label: formats.hour.format(at), tick: formats.hourTick.format(at), value };
  const label = formats.day.format(at);
  return name === 'day'
    ? { label, tick: formats.tick.format(at), value }
    : { label: `From ${label}`, tick: label, value };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
