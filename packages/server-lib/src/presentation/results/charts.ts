import type { OptionCount, ResultsOrder, ScaleLabels } from '../../contract/resources.js';
import type { Texts } from '../texts.js';
import { type Bar, type Block, byAuthor, type Column, type Figure, type ResultsModel } from './blocks.js';

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

/** Returns bars as the options are asked, or leading and long bars first. Equal ones stay as they are asked. */
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
      label: byAuthor(label),
      share,
      figure: t.percent(share),
      details: [t('{n} answer|{n} answers', { n: count })],
      isLeading: count === max,
    }),
  );
  return { type: 'bars', bars: inOrder(bars, order) };
}

/** Columns, whose heights are relative to the highest one. */
export function columns(
  list: readonly { readonly label: string; readonly count: number }[],
  t: Texts,
  ends: ScaleLabels | null = null,
): Block[] {
  if (list.length === 0) return [];
  const max = largest(list.map(({ count }) => count));
  return [
    {
      type: 'columns',
      ends,
      columns: list.map(({ label, count }): Column => ({ label, share: count / max, figure: t.number(count) })),
    },
  ];
}

/** A block with values and their names, if there are any. */
export function figures(list: readonly (Figure | null)[]): Block[] {
  const known = list.filter((figure) => figure !== null);
  return known.length > 0 ? [{ type: 'figures', figures: known }] : [];
}
