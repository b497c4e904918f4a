import type { Contribution } from '../../core/results/contribution.js';
import { largestAnswerCount, largestChoiceCount } from '../../core/results/largest-counts.js';
import type { Tallies } from '../../core/results/tallies.js';
import { uncountedBucket } from '../../core/results/uncounted-bucket.js';
import type { ChoiceField, Field, FieldSummary, MultipleChoiceField } from '../../shared/contract/resources.js';
import { ownMember } from '../inputs/own-member.js';
import type { FieldTallies } from './field-type.js';
import { endingBucket, fieldBucket, prefixBucket, quotaBucket } from './form-buckets.js';
import { fieldTypeOf } from './index-by-type.js';
import type { FormOwn } from './stored-form.js';
import { answersOf, type FormBody, logicOf } from './stored-submission.js';
import { variableContributions } from './variable-summaries.js';

/**
 * Returns the contributions of a submission to the tallies: one for each answered field with the contributions of its type, for its
 * variables, for its ending, and for its quotas. A disqualified submission only contributes that it is one.
 */
export function contributionsOf({ fields, bins }: FormOwn, body: FormBody): Contribution[] {
  const logic = logicOf(body);
  const { ending, outcome, quotas } = logic;
  const reached = ending === null ? [] : [{ bucket: endingBucket(ending), n: 1 }];
  if (outcome === 'disqualified') return [...reached, { bucket: uncountedBucket, n: 1 }];
  const answers = answersOf(body);
  const ofFields = fields.flatMap((field) => {
    const answer = ownMember(answers, field.id);
    if (answer === undefined) return [];
    const contributions = fieldTypeOf(field).contribute(field, answer, ownMember(bins, field.id) ?? null);
    return [{ bucket: field.id, n: 1 }, ...contributions.map((contribution) => prefixBucket(field.id, contribution))];
  });
  const ofQuotas = quotas.map((quota) => ({ bucket: quotaBucket(quota), n: 1 }));
  return [...ofFields, ...variableContributions(logic), ...reached, ...ofQuotas];
}

/** Returns whether the options of a field can have a maximum number of submissions. */
export function hasCappedOptions(field: Field): field is ChoiceField | MultipleChoiceField {
  return cappedTypes.includes(field.type);
}

export const cappedTypes: readonly string[] = ['single_choice', 'dropdown', 'multiple_choice'];

/** Returns the maximum counts of options and quotas. */
export function capsOf({ fields, quotas = [] }: FormOwn): ReadonlyMap<string, number> {
  const caps = new Map(quotas.map(({ id, limit }) => [quotaBucket(id), limit]));
  for (const field of fields)
    for (const { id, max_answers } of hasCappedOptions(field) ? field.options : [])
      if (max_answers !== undefined) caps.set(fieldBucket(field.id, id), max_answers);
  return caps;
}

/** Returns a summary for each field that accepts answers. */
export function summarizeForm({ fields, bins }: FormOwn, { count, writeIns }: Tallies): FieldSummary[] {
  return fields.flatMap((field) => {
    const fieldType = fieldTypeOf(field);
    if (!fieldType.takesAnswers) return [];
    const tallies: FieldTallies = {
      answered: count(field.id),
      count: (bucket) => count(fieldBucket(field.id, bucket)),
      writeIns: writeIns(field.id),
      bins: ownMember(bins, field.id) ?? null,
    };
    return [fieldType.summarize(field, tallies)];
  });
}

/** The minimum number of answers for which visitors get averages and distributions of numbers. */
const minAnswersForFigures = 5;

/**
 * Returns the part of the summaries that visitors may see. Excludes texts, contact data, hidden fields and write-ins,
 * and figures that reveal single answers: sums, and averages of few answers.
 */
export function publicSummaries(summaries: readonly FieldSummary[]): FieldSummary[] {
  return summaries.filter((summary) => fieldTypeOf(summary).isPublic).map(publicSummary);
}

function publicSummary(summary: FieldSummary): FieldSummary {
  const hasFigures = summary.answered >= minAnswersForFigures;
  switch (summary.type) {
    case 'number':
      return hasFigures ? { ...summary, sum: null } : { ...summary, sum: null, average: null, bins: null };
    case 'rating':
      return hasFigures ? summary : { ...summary, average: null, distribution: [] };
    case 'scale':
      return hasFigures ? summary : { ...summary, average: null, distribution: [], nps: null };
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return { ...summary, others: [] };
    default:
      return summary;
  }
}

/** Returns the largest summary of a field that visitors may get, or none if the field accepts no answers. */
export function largestSummary(field: Field, bins: FormOwn['bins']): FieldSummary[] {
  const fieldType = fieldTypeOf(field);
  if (!fieldType.takesAnswers) return [];
  const tallies = {
    answered: largestAnswerCount,
    count: () => largestChoiceCount,
    writeIns: [],
    bins: ownMember(bins, field.id) ?? null,
  };
  return publicSummaries([fieldType.summarize(field, tallies)]);
}
