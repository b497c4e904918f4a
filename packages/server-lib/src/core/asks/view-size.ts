import { formatTimestamp } from '../../base/clock.js';
import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import type { KindDefinition } from '../kind-definition.js';
import { maxViewSize } from '../limits.js';
import { largestChoiceCount } from '../results/largest-counts.js';
import { maxTimelineHours } from '../results/timeline.js';
import type { Terms } from './stored-ask.js';

/** Enough bytes for the IDs, times and member names that every view has. */
const envelopeSize = 2_000;
const timelineSize =
  maxTimelineHours * (JSON.stringify({ at: formatTimestamp(0), count: largestChoiceCount }).length + 1);

type MeasuredKind<Own> = Pick<KindDefinition<never, Own, never>, 'contentMember' | 'largestView' | 'largestResults'>;

/** The parts of a definition that its view depends on. */
interface ViewedDefinition<Own> {
  readonly title: string;
  readonly terms: Terms;
  readonly own: Own;
}

/**
 * Adds a fault if the view of a definition can exceed {@link maxViewSize}, including the results that visitors may see. A
 * definition that exceeded it before the limit existed can be changed as long as it does not grow.
 */
export function checkViewSize<Own>(
  kind: MeasuredKind<Own>,
  definition: ViewedDefinition<Own>,
  before: ViewedDefinition<Own> | undefined,
  faults: Faults,
): void {
  if (measure(kind, definition, maxViewSize) <= maxViewSize) return;
  const sizeBefore = before === undefined ? 0 : measure(kind, before);
  if (sizeBefore > maxViewSize && measure(kind, definition, sizeBefore) <= sizeBefore) return;
  const isHidden = definition.terms.results_visibility === 'never';
  faults.add(kind.contentMember, fault(isHidden ? 'view_too_large' : 'view_with_results_too_large'));
}

/** Returns the size of the largest view in bytes. Stops counting above the limit. */
function measure<Own>(
  kind: MeasuredKind<Own>,
  viewed: ViewedDefinition<Own>,
  limit = Number.POSITIVE_INFINITY,
): number {
  let size = envelopeSize + (viewed.terms.results_visibility === 'never' ? 0 : timelineSize);
  for (const part of partsOf(kind, viewed)) {
    size += Buffer.byteLength(JSON.stringify(part));
    if (size > limit) break;
  }
  return size;
}

function* partsOf<Own>(kind: MeasuredKind<Own>, { title, terms, own }: ViewedDefinition<Own>): Generator<object> {
  yield { title, terms };
  yield* kind.largestView(own);
  if (terms.results_visibility === 'never') return;
  yield* kind.largestResults(own);
}
