import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import { Faults } from '../../base/faults/faults.js';
import { check } from '../../base/validation/check.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import type { OwnedAsk } from '../asks/ask-service.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { type ValidDefinition, validateDefinition } from '../asks/validate-definition.js';
import type { KindDefinition } from '../kind-definition.js';
import { findRefusals, type Refusal } from './find-refusals.js';

/** What is wrong with a draft, and its definition if nothing is. */
export interface DraftReview<Own> {
  readonly issues: readonly Issue[];
  /** Changes that existing answers do not allow. */
  readonly refusals: readonly Refusal[];
  /** The ask as it would be. Null if the draft is not valid. */
  readonly ask: StoredAsk<Own> | null;
}

/** Returns what is wrong with a draft of an ask. Nothing is stored. */
export async function reviewDraft<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  store: Store,
  { ask, answers }: OwnedAsk<Own>,
  draft: JsonObject,
): Promise<DraftReview<Own>> {
  try {
    const faults = new Faults();
    // Each step takes some milliseconds for the largest definitions.
    await nextTurn(ask.account);
    const checked = check(kind.draft, draft);
    await nextTurn(ask.account);
    const valid = validateDefinition(kind, checked, ask, faults, answers > 0);
    await nextTurn(ask.account);
    if (faults.any) return { issues: faults.issues, refusals: [], ask: null };
    const refusals = await findRefusals(kind, store, ask, valid);
    return { issues: [], refusals, ask: withDefinition(ask, valid) };
  } catch (error) {
    if (error instanceof AskwellError && error.issues) return { issues: error.issues, refusals: [], ask: null };
    throw error;
  }
}

function withDefinition<Own>(ask: StoredAsk<Own>, valid: ValidDefinition<Own>): StoredAsk<Own> {
  const { definition, title, opensAt, closesAt, keepDays } = valid;
  return { ...ask, ...definition, title, opensAt, closesAt, keepDays };
}
