/** What one answer adds to the tallies: a number to a bucket, or a write-in. */
export type Contribution =
  | { readonly bucket: string; readonly n: number }
  | { readonly writeIn: string; readonly input: string };

/** Returns the count of a bucket. */
export type Count = (bucket: string) => number;

/** Returns the bucket of a contribution, unless it is a write-in. */
export function bucketOf(contribution: Contribution): string | undefined {
  return 'bucket' in contribution ? contribution.bucket : undefined;
}
