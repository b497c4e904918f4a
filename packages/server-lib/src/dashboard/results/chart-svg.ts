import { type Html, html } from '../../base/html.js';
import {
  axisValues,
  type ColumnChart,
  type ColumnGroup,
  describeChart,
  type Ticked,
  tickOf,
  tickPositions,
} from './column-chart.js';
import { describeLine, type LineChart } from './line-chart.js';

/** A chart that pages and files can show. */
export type Chart = ColumnChart | LineChart;

/** The attributes of the parts of a chart. In pages, the styles of the page color them. */
interface Look {
  readonly text: Html;
  /** A text that moves to a second row on phones. */
  readonly lowerText: Html;
  readonly strong: Html;
  readonly grid: Html;
  readonly column: Html;
  readonly line: Html;
}

const pageLook: Look = {
  text: html`class="chart-text"`,
  lowerText: html`class="chart-text chart-lower"`,
  strong: html`class="chart-text"`,
  grid: html`class="chart-grid"`,
  column: html`class="chart-column"`,
  line: html`class="chart-line"`,
};

const font = html`font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"`;

/** Colors that work without the styles of a page, on white. */
const fileLook: Look = {
  text: html`${font} fill="#5f574f"`,
  lowerText: html`${font} fill="#5f574f"`,
  strong: html`${font} font-weight="600" fill="#2b2622"`,
  grid: html`stroke="#e0dbd3"`,
  column: html`fill="#b5451c"`,
  line: html`stroke="#b5451c"`,
};

/** Up to this number of columns, each has its figure above it, also on a phone. */
const maxFigures = 12;

/** The number of columns from which they are as wide as their place. Fewer would be giant blocks. */
const minColumns = 8;

const size = { plotTop: 16, plotHeight: 164, ticks: 200, groups: 212, groupText: 230, groupRow: 16 };
/** Percentages of the width. Lengths in percent make the chart as wide as its container, without scaling its text. */
const plot = { start: 8, width: 91.5 };

/** Renders a chart for a page. It has no style attributes, which the CSP forbids. */
export function chartSvg(chart: Chart): Html {
  return html`<svg class="chart" width="100%" height="${heightOf(chart)}" role="img" aria-label="${description(chart)}">${parts(chart, pageLook)}</svg>`;
}

/** The empty space around a chart in pixels, in pages and in files. */
const chartMargin = 24;

const file = { width: 960, margin: chartMargin, head: 64 };

/** Renders a chart as a separate file, with its title. */
export function chartFile(chart: Chart, subtitle: string): string {
  const height = heightOf(chart) + file.head + file.margin;
  const content = html`<svg xmlns="http://www.w3.org/2000/svg" width="${file.width}" height="${height}" viewBox="0 0 ${file.width} ${height}" role="img" aria-label="${description(chart)}"><rect width="100%" height="100%" fill="#ffffff"/><text x="${file.margin}" y="34" font-size="18" ${fileLook.strong}>${subtitle}</text><text x="${file.margin}" y="54" font-size="13" ${fileLook.text}>${chart.title}</text><svg x="${file.margin}" y="${file.head}" width="${file.width - 2 * file.margin}" height="${heightOf(chart)}">${parts(chart, fileLook)}</svg></svg>`;
  // XML forbids these characters even as references.
  return content.markup.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ');
}

function description(chart: Chart): string {
  return 'points' in chart ? describeLine(chart) : describeChart(chart);
}

function heightOf(chart: Chart): number {
  const groups = ('groups' in chart && chart.groups) || [];
  if (groups.length === 0) return size.ticks + 8;
  return size.groupText + 10 + (groups.length > 1 ? size.groupRow : 0);
}

function parts(chart: Chart, look: Look): Html {
  return 'points' in chart ? lineParts(chart, look) : columnParts(chart, look);
}

function columnParts({ columns, groups = [] }: ColumnChart, look: Look): Html {
  const values = axisValues(columns.reduce((max, { value }) => Math.max(max, value), 0));
  const top = values.at(-1) ?? 1;
  const width = widthOf(columns);
  const thick = Math.min(width, plot.width / minColumns) * 0.76;
  const y = (value: number) => size.plotTop + size.plotHeight * (1 - value / top);
  const bars = columns.map(({ value }, at) => {
    if (value <= 0) return null;
    const center = plot.start + width * (at + 0.5);
    const figure =
      columns.length <= maxFigures &&
      html`<text x="${round(center)}%" y="${round(y(value) - 4)}" font-size="12" text-anchor="middle" ${look.text}>${axisText(value)}</text>`;
    return html`<rect x="${round(center - thick / 2)}%" y="${round(y(value))}" width="${round(thick)}%" height="${round(size.plotTop + size.plotHeight - y(value))}" rx="2" ${look.column}/>${figure}`;
  });
  const fitsOn = (pixels: number) => groupsFit(groups, (width * pixels) / 100);
  // Names of neighbors are on different rows where they would overlap.
  const isStaggered = !fitsOn(tabletWidth);
  const lower = fitsOn(phoneWidth) ? look.text : look.lowerText;
  const brackets = groups.map(({ label, from, to }, nth) => {
    const [start, end] = [plot.start + width * (from + 0.12), plot.start + width * (to + 0.88)];
    const isOdd = nth % 2 === 1;
    const y = size.groupText + (isStaggered && isOdd ? size.groupRow : 0);
    const center = (start + end) / 2;
    // A long name of the last columns ends with them, so that it stays inside the card.
    const room = ((100 - center) * phoneWidth) / 100 + chartMargin;
    const isLong = to === columns.length - 1 && (label.length * character) / 2 > room;
    return html`<line x1="${round(start)}%" x2="${round(end)}%" y1="${size.groups}" y2="${size.groups}" stroke-width="3" ${look.grid}/><text x="${round(isLong ? end : center)}%" y="${y}" font-size="12" text-anchor="${isLong ? 'end' : 'middle'}" ${isOdd && !isStaggered ? lower : look.text}>${label}</text>`;
  });
  return html`${grid(values, y, look)}${bars}${ticks(columns, look)}${brackets}`;
}

/** Widths of charts in pixels: the least on a phone, and the least above the width of phones. */
const phoneWidth = 260;
const tabletWidth = 540;
/** The width of a character in the names of groups, and of the gap between two names, in pixels. */
const character = 7.5;
const nameGap = 8;

/** Returns whether the names of groups fit next to each other, with columns of a width in pixels. */
function groupsFit(groups: readonly ColumnGroup[], column: number): boolean {
  return groups.every(({ label, from, to }, at) => {
    const next = groups[at + 1];
    if (!next) return true;
    const distance = (column * (next.from + next.to - from - to)) / 2;
    return distance >= (character * (label.length + next.label.length)) / 2 + nameGap;
  });
}

/** The line with its points. Lines between neighbors only, so that it has gaps. */
function lineParts({ values, points }: LineChart, look: Look): Html {
  const [bottom = 0, top = 1] = [values[0], values.at(-1)];
  const width = widthOf(points);
  const x = (at: number) => round(plot.start + width * (at + 0.5));
  const y = (value: number) =>
    round(size.plotTop + size.plotHeight * (1 - (value / 2 - bottom / 2) / (top / 2 - bottom / 2)));
  const lines = points.map(({ value }, at) => {
    const next = points[at + 1]?.value ?? null;
    return value === null || next === null
      ? null
      : html`<line x1="${x(at)}%" x2="${x(at + 1)}%" y1="${y(value)}" y2="${y(next)}" stroke-width="2" stroke-linecap="round" ${look.line}/>`;
  });
  const dots = points.map(({ value }, at) =>
    value === null
      ? null
      : html`<circle cx="${x(at)}%" cy="${y(value)}" r="${points.length > 31 ? 2.5 : 3.5}" ${look.column}/>`,
  );
  return html`${grid(values, y, look)}${lines}${dots}${ticks(points, look)}`;
}

function widthOf(columns: readonly Ticked[]): number {
  return plot.width / columns.length;
}

/** The values on the vertical axis, each above its line. */
function grid(values: readonly number[], y: (value: number) => number, look: Look): Html {
  const lines = values.map(
    (value) =>
      html`<line x1="0" x2="100%" y1="${y(value)}" y2="${y(value)}" ${look.grid}/><text x="0" y="${y(value) - 4}" font-size="12" ${look.text}>${axisText(value)}</text>`,
  );
  return html`${lines}`;
}

/** The labels on the horizontal axis. */
function ticks(columns: readonly Ticked[], look: Look): Html {
  const labels = tickPositions(columns).map((at) => {
    const { x, anchor } = placeOf(at, columns.length, widthOf(columns));
    const column = columns[at];
    return (
      column &&
      html`<text x="${x}%" y="${size.ticks}" font-size="12" text-anchor="${anchor}" ${look.text}>${tickOf(column)}</text>`
    );
  });
  return html`${labels}`;
}

/** Returns where a label is. The labels at the ends of many columns start or end with their column. */
function placeOf(at: number, count: number, width: number): { x: number; anchor: 'start' | 'middle' | 'end' } {
  const start = plot.start + width * at;
  if (count > 12 && at === 0) return { x: round(start), anchor: 'start' };
  if (count > 12 && at === count - 1) return { x: round(start + width), anchor: 'end' };
  return { x: round(start + width / 2), anchor: 'middle' };
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Very large and very small numbers would not fit beside the chart. */
function axisText(value: number): string {
  const size = Math.abs(value);
  if (value !== 0 && (size >= 1e15 || size < 0.001)) return value.toExponential(0);
  return size < 1 ? `${value}` : compact.format(value);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
