import { formatTimestamp } from '../../clock.js';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { mostChosen } from '../../inputs/largest-counts.js';
import type { KindDefinition } from '../kind-definition.js';
import { mostHours } from '../results/timeline.js';
import type { Terms } from './stored-ask.js';

/** The largest view in bytes of JSON, results included. */
export const largestView = 1_000_000;

/** Enough bytes for the IDs, times and member names that every view has. */
const envelope = 2_000;
const timelineSize = mostHours * (JSON.stringify({ at: formatTimestamp(0), count: mostChosen }).length + 1);

type MeasuredKind<Own> = Pick<KindDefinition<never, Own, never>, 'content' | 'largestView' | 'largestResults'>;

/** The part of a definition that its view depends on. */
interface Viewed<Own> {
  readonly title: string;
  readonly terms: Terms;
  readonly own: Own;
}

/**
 * Adds a fault if the view of a definition can exceed {@link largestView}, including the results that visitors may see. A
 * definition that exceeded it before the limit existed can be changed as long as it does not grow.
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
  const isHidden = viewed.terms.results_visibility === 'never';
  faults.add(kind.content, fault(isHidden ? 'view_too_large' : 'view_with_results_too_large'));
}

/** Returns the size of the largest view in bytes. Stops counting above the limit. */
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
