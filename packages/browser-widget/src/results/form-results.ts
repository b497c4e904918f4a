import type { FieldSummary, FormResults, PublicForm, SubmissionReceipt } from '@askwell/server/contract';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';
import { bars } from './bars.js';

/** Renders the results of a form, field by field. */
export function formResults(
  _form: PublicForm,
  { fields, submissions_count }: FormResults,
  _own: SubmissionReceipt | undefined,
  t: Translator,
): Child {
  return [
    fields.map((field) => h('section', 'question', h('h3', 'text', field.label), summary(field, t))),
    h('p', 'total', t('{n} answer|{n} answers', { n: submissions_count })),
  ];
}

function summary(field: FieldSummary, t: Translator): Child {
  const chart = (all: readonly { label: string; count: number; share?: number }[]) =>
    bars(
      all.map(({ label, count, share = field.answered && count / field.answered }) => ({
        label,
        share,
        figure: t.percent(share),
        detail: t('{n} answer|{n} answers', { n: count }),
      })),
    );
  const range = (from: number, to = from) => t.number(from) + (from === to ? '' : ` – ${t.number(to)}`);
  if (field.type === 'matrix') return field.rows.map(({ label, options }) => [h('p', 'text', label), chart(options)]);
  return [
    'average' in field && field.average !== null && h('p', '', t('Average: {n}', { n: field.average })),
    'options' in field && chart(field.options),
    'distribution' in field &&
      field.distribution.length > 0 &&
      chart(field.distribution.map(({ value, count }) => ({ label: range(value), count }))),
    'bins' in field &&
      field.bins &&
      chart(field.bins.map(({ from, to, count }) => ({ label: range(from, to), count }))),
    field.type === 'consent' && chart([{ ...field, label: t('Yes') }]),
  ];
}
