import { number } from '../numbers.js';

/** The number of values on the axis: zero and this many steps. */
const axisSteps = 2;

/** A column of a chart. */
export interface ChartColumn {
  /** The name of the counted value, for the table. */
  readonly label: string;
  /** A shorter label for the axis. Default: `label`. */
  readonly tick?: string;
  readonly value: number;
}

/** The labels of a column or a point. */
export type Ticked = Pick<ChartColumn, 'label' | 'tick'>;

/** Neighboring columns with a common name, such as a band of scores. */
export interface ColumnGroup {
  readonly label: string;
  /** The positions of the first and the last column. */
  readonly from: number;
  readonly to: number;
}

/** A chart of counts as columns. */
export interface ColumnChart {
  /** The name in URLs, unique on the page. */
  readonly id: string;
  readonly title: string;
  /** The name of the horizontal axis, which is a heading in the table. */
  readonly axis: string;
  /** The name of the counted items, which is the other heading in the table. */
  readonly unit: string;
  readonly columns: readonly ChartColumn[];
  readonly groups?: readonly ColumnGroup[];
}

/** Returns the values on the vertical axis in ascending order, as whole numbers. The last one is at least `largest`. */
export function axisValues(largest: number): number[] {
  const rough = Math.max(1, largest) / axisSteps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
    .map((factor) => factor * power)
    .find((size) => size >= rough && Number.isInteger(size));
  const whole = step ?? Math.ceil(rough);
  return Array.from({ length: axisSteps + 1 }, (_, at) => at * whole);
}

/** The number of characters that fit below a chart on a phone. */
const tickCharacters = 36;

/** Returns the positions of the columns whose labels are on the axis. */
export function tickPositions(columns: readonly Ticked[]): number[] {
  const last = columns.length - 1;
  const longest = columns.reduce((max, column) => Math.max(max, tickOf(column).length), 0);
  if (columns.length * (longest + 1) <= tickCharacters) return columns.map((_, at) => at);
  const shown = Math.min(columns.length, longest > 6 ? 3 : 5);
  const step = Math.max(1, Math.ceil(last / Math.max(1, shown - 1)));
  return columns.flatMap((_, at) => (at % step === 0 ? [at] : []));
}

/** Returns the label of a column on the axis. */
export function tickOf({ label, tick = label }: Ticked): string {
  return tick;
}

/** Describes a chart in a sentence. */
export function describeChart({ title, columns, unit, axis }: ColumnChart): string {
  const total = columns.reduce((sum, { value }) => sum + value, 0);
  const highest = columns.reduce<ChartColumn | null>(
    (best, one) => (best && best.value >= one.value ? best : one),
    null,
  );
  if (!highest || total === 0) return `${title}: no ${unit.toLowerCase()}.`;
  return `${title}. ${axis} with the most ${unit.toLowerCase()}: ${highest.label}, ${number(highest.value)} of ${number(total)}.`;
}
