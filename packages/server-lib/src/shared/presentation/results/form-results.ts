import type {
  Field,
  FieldSummary,
  FormResults,
  MatrixSummary,
  Nps,
  PublicForm,
  RankingSummary,
  ResultsOrder,
} from '../../contract/resources.js';
import type { Texts } from '../texts.js';
import { type Block, type Figure, labelText, type ResultsModel } from './blocks.js';
import {
  bar,
  figures,
  histogram,
  inOrder,
  largest,
  optionBars,
  resultsModel,
  valueBins,
  withoutEmptyEnds,
} from './charts.js';

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
  const answersOf = (n: number) => t('{n} answer|{n} answers', { n });
  const total = answersOf(submissions_count);
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
    const detail = answersOf(summary.answered);
    if (content)
      blocks.push({
        type: 'section',
        id: summary.id,
        title: labelText(summary.label, t),
        // The number of all answers is the same for most fields, and is above them.
        ...(detail !== total && { detail }),
        blocks: content,
      });
  }
  return resultsModel(total, submissions_count, blocks, t);
}

function countBars(summary: FieldSummary): number {
  if (summary.type === 'matrix') return summary.rows.reduce((sum, { options }) => sum + options.length, 0);
  if ('options' in summary) return summary.options.length;
  return 'distribution' in summary ? summary.distribution.length : 0;
}

/** Returns null for fields whose answers are only counted. Visitors do not see such fields. */
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
      return [rankingBars(summary, order, t)];
    case 'rating':
      return [...figures([average(summary.average, t)]), ...steps(summary.distribution, field, t)];
    case 'scale':
      return [
        ...figures([average(summary.average, t), netPromoterScore(isNps(field) ? summary.nps : null, t)]),
        ...steps(summary.distribution, field, t),
      ];
    case 'matrix':
      return [matrix(summary, t)];
    case 'number':
      return [...figures([average(summary.average, t)]), ...histogram(withoutEmptyEnds(summary.bins ?? []), t)];
    case 'consent':
      return [...figures([{ name: t('Agreed'), value: `${t.number(summary.count)} (${t.percent(summary.share)})` }])];
    default:
      return null;
  }
}

function average(value: number | null, t: Texts): Figure | null {
  return value === null ? null : { name: t('Average'), value: t.number(value) };
}

/** Returns whether a field asks how likely the visitor is to recommend something. */
export function isNps(field: Field | undefined): boolean {
  return field?.type === 'scale' && field.nps;
}

function netPromoterScore(nps: Nps | null, t: Texts): Figure | null {
  return nps?.score == null ? null : { name: t('Net promoter score'), value: t.number(Math.round(nps.score)) };
}

/** The bars are the first choices, as in ranked polls. */
function rankingBars({ answered, options }: RankingSummary, order: ResultsOrder | undefined, t: Texts): Block {
  const most = largest(options.map(({ first }) => first));
  const bars = options.map(({ label, average_position, first }) => {
    const share = answered === 0 ? 0 : first / answered;
    const details = average_position === null ? [] : [t('on average at place {n}', { n: average_position })];
    return bar({
      label: labelText(label, t),
      share,
      figure: t('{n} first choice|{n} first choices', { n: first }),
      details,
      isLeading: first === most,
    });
  });
  return { type: 'bars', bars: inOrder(bars, order) };
}

function steps(distribution: readonly { value: number; count: number }[], field: Field | undefined, t: Texts): Block[] {
  return histogram(valueBins(distribution), t, { ends: field && 'labels' in field ? field.labels : null });
}

/** All rows of a matrix have the same options. */
function matrix({ rows }: MatrixSummary, t: Texts): Block {
  return {
    type: 'stack',
    options: (rows[0]?.options ?? []).map(({ label }) => labelText(label, t)),
    rows: rows.map(({ label, options }) => ({
      label: labelText(label, t),
      parts: options.map(({ share }) => ({ share, figure: t.percent(share) })),
    })),
  };
}
