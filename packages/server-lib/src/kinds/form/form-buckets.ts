import type { Contribution } from '../../core/results/contribution.js';

/* The buckets of tallies that belong to a whole form. IDs of fields have no `$`. */

/** Returns the bucket with the number of submissions that reached an ending. */
export function endingBucket(ending: string): string {
  return `$ending.${ending}`;
}

/** Returns the bucket with the number of submissions that have a value of a variable. The type is a part of it, because it can change. */
export function variableBucket(type: 'number' | 'text', variable: string): string {
  return `$${type}.${variable}`;
}

/** Returns the bucket with the number of submissions that count in a quota. */
export function quotaBucket(quota: string): string {
  return `$quota.${quota}`;
}

/** Returns the tally bucket of a field, or of a part of another bucket. */
export function fieldBucket(field: string, bucket: string): string {
  return `${field}.${bucket}`;
}

/** Returns a contribution to the buckets of a field. Write-ins have their field already. */
export function prefixBucket(field: string, contribution: Contribution): Contribution {
  return 'bucket' in contribution
    ? { bucket: fieldBucket(field, contribution.bucket), n: contribution.n }
    : contribution;
}
