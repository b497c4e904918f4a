import type { NotedAnswerRow } from './answer-queries.js';
import type { AnswerSelection } from './answer-selection.js';
import type { SortPosition } from './sort-position.js';

/** Some answers of an ask, in an order. */
export interface AnswerList {
  readonly selection: AnswerSelection;
  /** The ID of the column by which answers are sorted. {@link byCreation}: the order of creation, which an index has. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** Whether answers have their notes. Default: false. */
  readonly withNotes?: boolean;
}

/** A page of the answers that match. */
export interface FoundPage {
  readonly rows: readonly NotedAnswerRow[];
  /** The position after which the next page starts. Null if no answers are left. */
  readonly next: SortPosition | null;
  /** Whether the search stopped at its limits, before the page was full. */
  readonly isCut: boolean;
  /** The number of newest answers that were sorted, if there are too many to sort all. Null if all were sorted. */
  readonly sorted: number | null;
}
