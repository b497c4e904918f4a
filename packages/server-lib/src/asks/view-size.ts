import { timestamp } from '../clock.js';
import type { Faults } from '../inputs/input.js';
import { mostChosen } from '../inputs/largest.js';
import type { Kind } from './kind.js';
import type { Terms } from './stored.js';
import { mostHours } from './timeline.js';

/** The most bytes that a visitor loads of one ask: its view and its results as JSON. */
export const largestView = 1_000_000;

/** The ids, times and names of members around what authors and kinds put into a view. */
const envelope = 2_000;
const timelineSize = mostHours * (JSON.stringify({ at: timestamp(0), count: mostChosen }).length + 1);

type MeasuredKind<Own> = Pick<Kind<never, Own, never>, 'content' | 'largestView' | 'largestResults'>;

/** What an author decides of an ask, as far as its view goes. */
interface Viewed<Own> {
  readonly title: string;
  readonly terms: Terms;
  readonly own: Own;
}

/**
 * Refuses a definition whose view may get larger than visitors should load, with the results that they may see. One that was
 * larger already, from before there was a limit, may be changed as long as it does not grow.
 */
export function checkViewSize<Own>(
  kind: MeasuredKind<Own>,
  viewed: Viewed<Own>,
  before: Viewed<Own> | undefined,
  faults: Faults,
): void {
  if (sizeOf(kind, viewed, largestView) <= largestView) return;
  const known = before === undefined ? 0 : sizeOf(kind, before);
  if (known > largestView && sizeOf(kind, viewed, known) <= known) return;
  const remedy = 'Use fewer or shorter texts, rows and options';
  const isHidden = viewed.terms.results_visibility === 'never';
  faults.add(
    kind.content,
    isHidden
      ? `Visitors would load more than 1 MB. ${remedy}.`
      : `Visitors would load more than 1 MB, results included. ${remedy}, or set results_visibility to "never".`,
  );
}

/** The size of a view in bytes; counted no further than the limit. */
function sizeOf<Own>(kind: MeasuredKind<Own>, viewed: Viewed<Own>, limit = Number.POSITIVE_INFINITY): number {
  let size = envelope + (viewed.terms.results_visibility === 'never' ? 0 : timelineSize);
  for (const part of partsOf(kind, viewed)) {
    size += Buffer.byteLength(JSON.stringify(part));
    if (size > limit) break;
  }
  return size;
}

function* partsOf<Own>(kind: MeasuredKind<Own>, { title, terms, own }: Viewed<Own>): Generator<object> {
  yield { title, terms };
  yield* kind.largestView(own);
  if (terms.results_visibility === 'never') return;
  yield* kind.largestResults(own);
}
