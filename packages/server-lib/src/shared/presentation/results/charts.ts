import type { NumberBin, OptionCount, ResultsOrder, ScaleLabels } from '../../contract/resources.js';
import type { Texts } from '../texts.js';
import { type Bar, type Block, byAuthor, type Column, type Figure, labelText, type ResultsModel } from './blocks.js';

/** The parts of a bar that have no default. */
type BarParts = Pick<Bar, 'label' | 'share' | 'figure'> & Partial<Bar>;

/** Creates a bar without details and marks, unless they are given. */
export function bar(parts: BarParts): Bar {
  return { details: [], marks: [], isLeading: false, ...parts };
}

/** Returns the largest count, or 1 if all are 0. */
export function largest(counts: readonly number[]): number {
  return counts.reduce((max, count) => Math.max(max, count), 0) || 1;
}

/**
 * Returns bars in the order of the options, or with leading and long bars first. Equal bars stay in the order of the
 * options.
 */
export function inOrder(bars: readonly Bar[], order: ResultsOrder | undefined): readonly Bar[] {
  return order === 'votes'
    ? [...bars].sort((a, b) => Number(b.isLeading) - Number(a.isLeading) || b.share - a.share)
    : bars;
}

/** Returns the results of a number of answers. */
export function resultsModel(total: string, count: number, blocks: readonly Block[], t: Texts): ResultsModel {
  return { title: t('Results'), total: count === 0 ? t('No answers yet.') : total, blocks };
}

/** Bars for the options of a field. */
export function optionBars(options: readonly OptionCount[], order: ResultsOrder | undefined, t: Texts): Block {
  const max = largest(options.map(({ count }) => count));
  const bars = options.map(({ label, count, share }) =>
    bar({
      label: labelText(label, t),
      share,
      figure: t.percent(share),
      details: [t('{n} answer|{n} answers', { n: count })],
      isLeading: count === max,
    }),
  );
  return { type: 'bars', bars: inOrder(bars, order) };
}

/** The number of characters that fit below columns in 280 pixels. */
const axisLength = 36;

/** How the values of a histogram are shown. */
interface HistogramOptions {
  readonly ends?: ScaleLabels | null;
  /** Default: the number. */
  readonly valueText?: (value: number) => string;
}

/** A histogram, whose values are relative to the highest one: columns if their labels fit side by side, otherwise bars. */
export function histogram(
  bins: readonly NumberBin[],
  t: Texts,
  { ends = null, valueText = t.number }: HistogramOptions = {},
): Block[] {
  if (bins.length === 0) return [];
  const max = largest(bins.map(({ count }) => count));
  const columns = bins.map(({ from, to, count }, at): Column => {
    // A number at the end of such a range is in the next one.
    const isOpen = bins[at + 1]?.from === to;
    const label = from === to ? valueText(to) : `${t.number(from)} – ${isOpen ? '<' : ''}${valueText(to)}`;
    return { label, share: count / max, figure: t.number(count) };
  });
  const longest = largest(columns.map(({ label }) => label.length));
  if (bins.length * (longest + 1) <= axisLength) return [{ type: 'columns', ends, columns }];
  const bars = columns.map((column, at) => {
    const end = at === 0 ? ends?.min : at === bins.length - 1 && ends?.max;
    return bar(end ? { ...column, label: [column.label, ' – ', byAuthor(end)] } : column);
  });
  return [{ type: 'bars', bars, isCompact: true }];
}

/** Returns the ranges from the first to the last one with answers: the limits of a number are often far from its answers. */
export function withoutEmptyEnds(bins: readonly NumberBin[]): readonly NumberBin[] {
  const counted = bins.flatMap(({ count }, at) => (count > 0 ? [at] : []));
  return bins.slice(counted[0] ?? 0, (counted.at(-1) ?? -1) + 1);
}

/** The maximum number of values that are not merged. */
const maxValues = 12;
const mergedBins = 10;

/** Returns a bin for each value, or merges many values. The edges of a bin are values that were counted. */
export function valueBins(values: readonly { readonly value: number; readonly count: number }[]): NumberBin[] {
  const first = values[0]?.value ?? 0;
  const width = ((values.at(-1)?.value ?? 0) - first) / mergedBins;
  const bins = new Map<number, NumberBin>();
  for (const { value, count } of values) {
    const key = values.length > maxValues ? Math.min(mergedBins - 1, Math.floor((value - first) / width)) : value;
    const bin = bins.get(key);
    bins.set(key, { from: bin?.from ?? value, to: value, count: (bin?.count ?? 0) + count });
  }
  return [...bins.values()];
}

/** A block with values and their names, if there are any. */
export function figures(list: readonly (Figure | null)[]): Block[] {
  const known = list.filter((figure) => figure !== null);
  return known.length > 0 ? [{ type: 'figures', figures: known }] : [];
}
