import { withMembers } from '../../base/with-members.js';
import type { FieldSummary } from '../../shared/contract/resources.js';
import { fillPlaceholders } from '../../shared/logic/placeholders.js';
import { type NamedForm, placeholderNamer } from '../../shared/presentation/placeholder-names.js';
import { escapeMarks, type Fill, plainLabel } from '../../shared/presentation/rich-text.js';

/** Returns a label as text. */
export type OwnerLabel = (label: string) => string;

/**
 * Returns a function that returns labels and titles of a form as owners read them: without marks, and with the labels of fields in
 * place of placeholders.
 */
export function ownerLabels(form: NamedForm): OwnerLabel {
  const name = placeholderNamer(form);
  return (label) => plainLabel(label, name);
}

/** Returns a function that returns labels of a form as text, as visitors read them who have not answered anything. */
export function unansweredLabels({ fields, variables = [] }: NamedForm): OwnerLabel {
  const known = new Set([...fields, ...variables].map(({ id }) => id));
  const noValue = (name: string) => (known.has(name) ? '' : undefined);
  return (label) => plainLabel(label, (text) => fillPlaceholders(text, noValue));
}

/**
 * Returns a function that puts the labels of fields in place of the placeholders in the labels of results, which keep their marks:
 * results have no visitor whose answers could fill in the placeholders.
 */
export function summaryNamer(form: NamedForm): (summaries: readonly FieldSummary[]) => FieldSummary[] {
  const name = placeholderNamer(form, escapeMarks);
  return (summaries) => summaries.map((summary) => namedSummary(summary, name));
}

function namedSummary(summary: FieldSummary, name: Fill): FieldSummary {
  const nameLabel = <Labelled extends { readonly label: string }>(item: Labelled): Labelled => {
    const label = name(item.label);
    return label === item.label ? item : withMembers(item, { label });
  };
  switch (summary.type) {
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return { ...nameLabel(summary), options: summary.options.map(nameLabel) };
    case 'ranking':
      return { ...nameLabel(summary), options: summary.options.map(nameLabel) };
    case 'matrix':
      return {
        ...nameLabel(summary),
        rows: summary.rows.map((row) => withMembers(nameLabel(row), { options: row.options.map(nameLabel) })),
      };
    default:
      return nameLabel(summary);
  }
}
