/* The buckets of tallies that belong to a whole form. IDs of fields have no `$`. */

/** Returns the bucket with the number of submissions that reached an ending. */
export function endingBucket(ending: string): string {
  return `$ending.${ending}`;
}

/** Returns the bucket with the number of submissions that count in a quota. */
export function quotaBucket(quota: string): string {
  return `$quota.${quota}`;
}
