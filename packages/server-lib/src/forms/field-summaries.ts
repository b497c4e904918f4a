import type { Tallies } from '../asks/kind-definition.js';
import type { Contribution } from '../inputs/contribution.js';
import { largestAnswerCount, largestChoiceCount } from '../inputs/largest-counts.js';
import { ownMember } from '../inputs/own-member.js';
import type { FieldTallies } from './field-types/field-type.js';
import { fieldTypeOf } from './field-types/index-by-type.js';
import type { Field, FieldSummary } from './form-types.js';
import type { FormBody, FormOwn } from './stored-form.js';

/** What a submission adds to the tallies: one to each field that it answers, and what the field's kind counts. */
export function contributionsOf({ fields, bins }: FormOwn, body: FormBody): Contribution[] {
  return fields.flatMap((field) => {
    const answer = ownMember(body, field.id);
    if (answer === undefined) return [];
    const counted = fieldTypeOf(field).contribute(field, answer, ownMember(bins, field.id) ?? null);
    return [{ bucket: field.id, n: 1 }, ...counted.map((one) => prefixBucket(field.id, one))];
  });
}

/** A summary of each field that takes answers. */
export function summarizeForm({ fields, bins }: FormOwn, { count, writeIns }: Tallies): FieldSummary[] {
  return fields.flatMap((field) => {
    const kind = fieldTypeOf(field);
    if (!kind.takesAnswers) return [];
    const counted: FieldTallies = {
      answered: count(field.id),
      count: (bucket) => count(fieldBucket(field.id, bucket)),
      writeIns: writeIns(field.id),
      bins: ownMember(bins, field.id) ?? null,
    };
    return [kind.summarize(field, counted)];
  });
}

/** Of fewer answers than this, visitors see no numeric summary. */
const minAnswersForFigures = 5;

/**
 * What visitors may see of them: no texts, no contacts, nothing hidden, nothing that others wrote in, and no figures that
 * tell single answers, as sums do by their difference and averages of a few answers.
 */
export function publicSummaries(summaries: readonly FieldSummary[]): FieldSummary[] {
  return summaries.filter((summary) => fieldTypeOf(summary).isPublic).map(publicSummary);
}

function publicSummary(summary: FieldSummary): FieldSummary {
  const isSummed = summary.answered >= minAnswersForFigures;
  switch (summary.type) {
    case 'number':
      return isSummed ? { ...summary, sum: null } : { ...summary, sum: null, average: null, bins: null };
    case 'rating':
      return isSummed ? summary : { ...summary, average: null, distribution: [] };
    case 'scale':
      return isSummed ? summary : { ...summary, average: null, distribution: [], nps: null };
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return { ...summary, others: [] };
    default:
      return summary;
  }
}

/** Returns the largest summary of a field that visitors may get; none for a field that takes no answers. */
export function largestSummary(field: Field, bins: FormOwn['bins']): FieldSummary[] {
  const kind = fieldTypeOf(field);
  if (!kind.takesAnswers) return [];
  const counted = {
    answered: largestAnswerCount,
    count: () => largestChoiceCount,
    writeIns: [],
    bins: ownMember(bins, field.id) ?? null,
  };
  return publicSummaries([kind.summarize(field, counted)]);
}

/** A field's own bucket among those of the form. */
export function fieldBucket(field: string, bucket: string): string {
  return `${field}.${bucket}`;
}

function prefixBucket(field: string, one: Contribution): Contribution {
  return 'bucket' in one ? { bucket: fieldBucket(field, one.bucket), n: one.n } : one;
}
