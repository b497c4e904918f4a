/** What one answer adds to its ask's tallies: so much to a bucket, or a text that somebody wrote in. */
export type Contribution =
  | { readonly bucket: string; readonly n: number }
  | { readonly writeIn: string; readonly input: string };

/** How often a bucket was counted. */
export type Count = (bucket: string) => number;
