import type { KindResults } from '../../core/results/kind-results.js';
import { fieldBucket } from '../../kinds/form/form-buckets.js';
import { type FormWire, form } from '../../kinds/form/form-kind.js';
import { type OwnerLabel, ownerLabels } from '../../kinds/form/owner-labels.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { Field, FieldSummary, ScaleSummary, VariableSummary } from '../../shared/contract/resources.js';
import { byAuthor } from '../../shared/presentation/results/blocks.js';
import { bar, largest } from '../../shared/presentation/results/charts.js';
import { isNps } from '../../shared/presentation/results/form-results.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';
import { type CountableAnswer, type Insight, type KindInsights, maxInsights, type OpenInput } from './insight.js';

/**
 * The insights of forms: how many submissions reached each ending, averages and sums of variables, net promoter scores in their groups, and the answers that visitors
 * wrote instead of an option.
 */
export const formInsights: KindInsights<FormOwn, FormWire> = {
  choices: (own) => {
    const plain = ownerLabels(own);
    return own.fields.flatMap((field) => fieldChoices(field, plain));
  },
  figures: ({ disqualified_count }) =>
    disqualified_count > 0 ? [{ name: 'Of them disqualified', value: number(disqualified_count) }] : [],
  uncounted: ({ disqualified_count }) => disqualified_count,
  insights: (own, results) => {
    const plain = ownerLabels(own);
    return [
      ...endingsChart(results, plain),
      ...variableFigures(results),
      ...results.fields
        .flatMap((summary) => {
          const field = own.fields.find(({ id }) => id === summary.id);
          return fieldInsights(summary, field, plain);
        })
        .slice(0, 2 * maxInsights),
    ];
  },
  openInputs: (own, { fields, variables }) => {
    const plain = ownerLabels(own);
    return [...fields.flatMap((summary) => openField(summary, plain)), ...variables.flatMap(openVariable)];
  },
  replacesResults: false,
  shareable: (own, results) => form.resultsForVisitors(own, results),
};

function fieldChoices(field: Field, plain: OwnerLabel): CountableAnswer[] {
  if (field.type !== 'single_choice' && field.type !== 'dropdown' && field.type !== 'multiple_choice') return [];
  const question = plain(field.label);
  return field.options.map(({ id, label }) => ({ bucket: fieldBucket(field.id, id), question, label: plain(label) }));
}

const openTypes: Readonly<Partial<Record<FieldSummary['type'], OpenInput['type']>>> = {
  short_text: 'text',
  long_text: 'text',
  email: 'contact',
  url: 'contact',
  phone: 'contact',
  date: 'date',
  time: 'time',
  hidden: 'value',
};

function openField({ id, label, type, answered }: FieldSummary, plain: OwnerLabel): OpenInput[] {
  const open = openTypes[type];
  return open && answered > 0 ? [{ column: `field.${id}`, label: plain(label) || id, type: open, answered }] : [];
}

/** The values of a text variable repeat, as those of a hidden field do. */
function openVariable({ id, type, answered }: VariableSummary): OpenInput[] {
  return type === 'text' && answered > 0 ? [{ column: `variable.${id}`, label: id, type: 'value', answered }] : [];
}

/** The averages and sums of number variables. */
function variableFigures({ variables }: KindResults<FormWire>): Insight[] {
  const figures = variables.flatMap((summary) => {
    if (summary.type !== 'number' || summary.average === null) return [];
    return [{ name: summary.id, value: `Average ${number(summary.average)}, sum ${number(summary.sum)}` }];
  });
  return figures.length === 0 ? [] : [{ type: 'figures', title: 'Variables', figures }];
}

/** How many submissions reached each ending. Disqualified ones count here, and nowhere else. */
function endingsChart(
  { endings, submissions_count, disqualified_count }: KindResults<FormWire>,
  plain: OwnerLabel,
): Insight[] {
  const all = submissions_count + disqualified_count;
  if (endings.length === 0 || all === 0) return [];
  const most = largest(endings.map(({ count: n }) => n));
  const bars = endings.map(({ title, outcome, count: n }) =>
    bar({
      label: byAuthor(plain(title)),
      share: n / all,
      figure: percent(n / all),
      details: [count(n, 'answer', 'answers'), ...(outcome === 'disqualified' ? ['disqualified'] : [])],
      isLeading: n === most,
    }),
  );
  return [{ type: 'bars', title: 'Endings', about: null, bars }];
}

function fieldInsights(summary: FieldSummary, field: Field | undefined, plain: OwnerLabel): Insight[] {
  if (summary.type === 'scale') return isNps(field) ? promoterChart(summary, plain) : [];
  if (!('others' in summary) || summary.others.length === 0) return [];
  const bars = summary.others.map(({ text, count: n }) => {
    const share = summary.answered === 0 ? 0 : n / summary.answered;
    return bar({ label: byAuthor(text), share, figure: percent(share), details: [count(n, 'answer', 'answers')] });
  });
  return [{ type: 'bars', field: summary.id, title: 'Other answers', about: plain(summary.label), bars }];
}

function promoterChart(
  { id, label, answered, average, distribution, nps }: ScaleSummary,
  plain: OwnerLabel,
): Insight[] {
  if (!nps || nps.score === null || answered === 0) return [];
  const { promoters, passives, detractors, score } = nps;
  const share = (n: number) => `${number(n)} (${percent(n / answered)})`;
  const groups = [
    { label: 'Detractors', from: 0, to: 6 },
    { label: 'Passives', from: 7, to: 8 },
    { label: 'Promoters', from: 9, to: 10 },
  ];
  const columns = distribution.map(({ value, count: answers }) => ({ label: `${value}`, value: answers }));
  return [
    {
      type: 'chart',
      field: id,
      figures: [
        { name: 'Score', value: number(Math.round(score)) },
        { name: 'Promoters', value: share(promoters) },
        { name: 'Passives', value: share(passives) },
        { name: 'Detractors', value: share(detractors) },
        ...(average === null ? [] : [{ name: 'Average answer', value: number(average) }]),
      ],
      note: 'The score is the percentage of promoters minus the percentage of detractors, from −100 to 100.',
      chart: {
        id: `nps-${id}`,
        title: `Net promoter score: ${plain(label)}`,
        axis: 'Score',
        unit: 'Answers',
        columns,
        groups,
      },
    },
  ];
}
