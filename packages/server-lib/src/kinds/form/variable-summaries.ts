import type { Contribution } from '../../core/results/contribution.js';
import type { Tallies } from '../../core/results/tallies.js';
import type { VariableSummary } from '../../shared/contract/resources.js';
import { numberFieldInput } from '../inputs/number-field.js';
import { fieldBucket, prefixBucket, variableBucket } from './form-buckets.js';
import type { FormOwn } from './stored-form.js';
import type { StoredLogic } from './stored-submission.js';

/** Returns what the variables of a submission add to the tallies: numbers as number fields, and texts as texts, which are only counted. */
export function variableContributions({ variables, tallied }: StoredLogic): Contribution[] {
  if (!tallied) return [];
  return Object.entries(variables).flatMap(([id, value]): Contribution[] => {
    if (value === '') return [];
    if (typeof value === 'string') return [{ bucket: variableBucket('text', id), n: 1 }];
    const bucket = variableBucket('number', id);
    const ofValue = numberFieldInput.contribute(value, null);
    return [{ bucket, n: 1 }, ...ofValue.map((contribution) => prefixBucket(bucket, contribution))];
  });
}

/** Returns a summary of each variable. */
export function summarizeVariables({ variables = [] }: FormOwn, { count }: Tallies): VariableSummary[] {
  return variables.map(({ id, type }) => {
    const bucket = variableBucket(type, id);
    const answered = count(bucket);
    if (type === 'text') return { id, type, answered };
    const { average, sum } = numberFieldInput.summarize(answered, (part) => count(fieldBucket(bucket, part)), null);
    return { id, type, answered, average, sum };
  });
}
