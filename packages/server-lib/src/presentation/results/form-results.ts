import type {
  Field,
  FieldSummary,
  FormResults,
  MatrixSummary,
  NumberBin,
  PublicForm,
  RankedOptionCount,
  ResultsOrder,
} from '../../contract/resources.js';
import type { Texts } from '../texts.js';
import { type Block, byAuthor, type Figure, type ResultsModel } from './blocks.js';
import { bar, columns, figures, optionBars, resultsModel } from './charts.js';

/** The maximum number of bars. Rendering many more would block the server, and browsers become slow. */
const maxBars = 5_000;

/** The parts of a form that its results refer to. */
type PresentedForm = Pick<PublicForm, 'fields' | 'results_order'>;

/** Presents the results of a form, field by field. */
export function presentFormResults(
  { fields, submissions_count }: FormResults,
  form: PresentedForm,
  t: Texts,
): ResultsModel {
  const blocks: Block[] = [];
  let barCount = 0;
  for (const summary of submissions_count > 0 ? fields : []) {
    barCount += countBars(summary);
    if (barCount > maxBars) {
      blocks.push({ type: 'note', text: t('Not everything fits on this page.') });
      break;
    }
    const field = form.fields.find(({ id }) => id === summary.id);
    const content = summaryBlocks(summary, field, form.results_order, t);
    const detail = t('{n} answer|{n} answers', { n: summary.answered });
    if (content) blocks.push({ type: 'section', title: byAuthor(summary.label), detail, blocks: content });
  }
  return resultsModel(t('{n} answer|{n} answers', { n: submissions_count }), submissions_count, blocks, t);
}

function countBars(summary: FieldSummary): number {
  if (summary.type === 'matrix') return summary.rows.reduce((sum, { options }) => sum + options.length, 0);
  if ('options' in summary) return summary.options.length;
  return 'distribution' in summary ? summary.distribution.length : 0;
}

/** Returns null for fields whose answers are only counted. Visitors do not see those. */
function summaryBlocks(
  summary: FieldSummary,
  field: Field | undefined,
  order: ResultsOrder | undefined,
  t: Texts,
): Block[] | null {
  switch (summary.type) {
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return [optionBars(summary.options, order, t)];
    case 'ranking':
      return [rankingBars(summary.options, order, t)];
    case 'rating':
      return [...figures([average(summary.average, t)]), ...steps(summary.distribution, field, t)];
    case 'scale':
      return [
        ...figures([average(summary.average, t), netPromoterScore(summary.nps?.score ?? null, t)]),
        ...steps(summary.distribution, field, t),
      ];
    case 'matrix':
      return [matrix(summary, t)];
    case 'number':
      return [...figures([average(summary.average, t)]), ...binColumns(summary.bins ?? [], t)];
    case 'consent':
      return [...figures([{ name: t('Agreed'), value: `${t.number(summary.count)} (${t.percent(summary.share)})` }])];
    default:
      return null;
  }
}

function average(value: number | null, t: Texts): Figure | null {
  return value === null ? null : { name: t('Average'), value: t.number(value) };
}

function netPromoterScore(score: number | null, t: Texts): Figure | null {
  return score === null ? null : { name: t('Net promoter score'), value: t.number(Math.round(score)) };
}

function rankingBars(options: readonly RankedOptionCount[], order: ResultsOrder | undefined, t: Texts): Block {
  const most = options.reduce((max, { first }) => Math.max(max, first), 0);
  const listed = order === 'votes' ? [...options].sort((a, b) => b.first - a.first) : options;
  const bars = listed.map(({ label, share, average_position, first }) =>
    bar({
      label: byAuthor(label),
      share,
      figure: t('{n} first choice|{n} first choices', { n: first }),
      details: average_position === null ? [] : [t('on average at place {n}', { n: average_position })],
      isLeading: most > 0 && first === most,
    }),
  );
  return { type: 'bars', bars };
}

function steps(distribution: readonly { value: number; count: number }[], field: Field | undefined, t: Texts): Block[] {
  return columns(
    distribution.map(({ value, count }) => ({ label: t.number(value), count })),
    t,
    field && 'labels' in field ? field.labels : null,
  );
}

function binColumns(bins: readonly NumberBin[], t: Texts): Block[] {
  const range = (from: number, to: number) => (from === to ? t.number(from) : `${t.number(from)} – ${t.number(to)}`);
  return columns(
    bins.map(({ from, to, count }) => ({ label: range(from, to), count })),
    t,
  );
}

/** All rows of a matrix have the same options. */
function matrix({ rows }: MatrixSummary, t: Texts): Block {
  return {
    type: 'stack',
    options: (rows[0]?.options ?? []).map(({ label }) => byAuthor(label)),
    rows: rows.map(({ label, options }) => ({
      label: byAuthor(label),
      parts: options.map(({ share }) => ({ share, figure: t.percent(share) })),
    })),
  };
}
