/** What the links of a page begin with, and where its brand leads. */
export interface PageLinks {
  readonly base: string;
  readonly home: string | null;
}
