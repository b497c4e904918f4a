import { number } from '../numbers.js';
import type { Ticked } from './column-chart.js';

/** A point of a chart. */
export interface ChartPoint extends Ticked {
  /** Null: a gap in the line, because there are no answers. */
  readonly value: number | null;
  readonly answers: number;
}

/** A chart of values as a line. */
export interface LineChart {
  /** The name in URLs, unique on the page. */
  readonly id: string;
  readonly title: string;
  /** The names of the horizontal and of the vertical axis, which are headings in the table. */
  readonly axis: string;
  readonly unit: string;
  /** The values on the vertical axis in ascending order. */
  readonly values: readonly number[];
  readonly points: readonly ChartPoint[];
}

/** The range of the values of a chart. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** Returns the values on the axis of a fixed range: its ends and its middle. */
export function rangeValues({ min, max }: Range): number[] {
  return [min, min + (max - min) / 2, max];
}

/** Returns the values on an axis that has zero and all of the given values, at distances of 1, 2 or 5 and zeros. */
export function axisAround(given: readonly number[]): number[] {
  const lowest = given.reduce((min, value) => Math.min(min, value), 0);
  const highest = given.reduce((max, value) => Math.max(max, value), 0);
  const rough = highest / 2 - lowest / 2 || 1;
  const exponent = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((one) => Number(`${one}e${exponent}`) >= rough);
  const text = factor === undefined ? `e${exponent + 1}` : `e${exponent}`;
  const step = finite(`${factor ?? 1}${text}`);
  const [first, last] = [Math.floor(lowest / step), Math.ceil(highest / step)];
  // Products such as 3 * 0.1 have a rounding error, numbers from texts have none.
  const values = Array.from({ length: last - first + 1 }, (_, at) => finite(`${(first + at) * (factor ?? 1)}${text}`));
  return values.length > 1 ? values : [0, step];
}

function finite(text: string): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
}

/** Describes a chart in a sentence. */
export function describeLine({ title, points, unit }: LineChart): string {
  const known = points.flatMap(({ label, value }) => (value === null ? [] : [`${label}: ${number(value)}`]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return `${title}: no answers.`;
  return first === last ? `${title}. ${unit}, ${first}.` : `${title}. ${unit}, from ${first}, to ${last}.`;
}
