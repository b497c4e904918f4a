/** The prefix of a page's links, and the URL of its home page. */
export interface PageLinks {
  readonly base: string;
  /** Null if neither the landing page nor the dashboard is enabled. */
  readonly home: string | null;
}
