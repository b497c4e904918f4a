import { nextTurn } from '../../base/event-loop.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectCounters, selectTallies } from '../answers/answer-queries.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { breaksAnonymity, immutableChanges } from '../asks/update-ask.js';
import type { ValidDefinition } from '../asks/validate-definition.js';
import type { KindDefinition } from '../kind-definition.js';

/** A change that publishing would refuse. */
export interface Refusal {
  readonly path: string;
  readonly reason: 'immutable' | 'not_a_draft' | 'has_answers';
}

/** Returns the changes of a definition that existing answers do not allow. */
export async function findRefusals<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  store: Store,
  before: StoredAsk<Own>,
  valid: ValidDefinition<Own>,
): Promise<Refusal[]> {
  const counters = await store.read(selectCounters(before.seq));
  if (!counters || counters.answers === 0)
    return breaksAnonymity(before, valid) ? [{ path: 'anonymous', reason: 'not_a_draft' }] : [];
  // Each of these steps takes some milliseconds for the largest definitions.
  await nextTurn(before.account);
  const remaining = new Set(kind.referencedItems(valid.definition.own).map(({ bucket }) => bucket));
  await nextTurn(before.account);
  const removed = kind.referencedItems(before.own).filter(({ bucket }) => !remaining.has(bucket));
  const answered = new Set(removed.length === 0 ? [] : await answeredBuckets(store, before.seq));
  return [
    ...immutableChanges(kind, before, valid).map((path) => ({ path, reason: 'immutable' as const })),
    ...removed
      .filter(({ bucket }) => answered.has(bucket))
      .map(({ path }) => ({ path, reason: 'has_answers' as const })),
  ];
}

async function answeredBuckets(store: Store, ask: number): Promise<string[]> {
  const tallies = await store.read(selectTallies(ask));
  return tallies.map(({ bucket }) => bucket);
}
