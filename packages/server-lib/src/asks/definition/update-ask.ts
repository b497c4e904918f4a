import type { Scope } from '../../access/scope.js';
import type { Clock } from '../../clock.js';
import { AskwellError } from '../../errors.js';
import { Faults } from '../../faults/faults.js';
import type { Store } from '../../store/store.js';
import { selectCounters } from '../answers/answer-queries.js';
import type { AskDraft, Changes } from '../ask-types.js';
import type { KindDefinition, KindTypes } from '../kind-definition.js';
import { type Quotas, quotaError } from '../quotas.js';
import { type AskContent, type AskUpdateOutcome, updateAsk } from './ask-queries.js';
import { resolveSite, unknownSiteError } from './ask-site.js';
import { checkImages, type ImageHosts } from './image-hosts.js';
import type { StoredAsk } from './stored-ask.js';
import { toSharedDraft, type ValidDefinition, validateDefinition } from './validate-definition.js';

export interface UpdateOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly quotas: Quotas;
  readonly imageHosts: ImageHosts | undefined;
}

/** Makes what changes an ask of a kind, once; `stale` where another version stands by now. */
export function createUpdateAsk<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock, quotas, imageHosts }: UpdateOptions,
) {
  return async (
    scope: Scope,
    before: StoredAsk<Own>,
    changes: Changes<Draft>,
  ): Promise<'updated' | 'same' | 'stale'> => {
    const draft = applyChanges(kind.toDraft(before.own, toSharedDraft(before)), changes);
    const faults = new Faults();
    const counters = await store.read(selectCounters(before.seq));
    const settled = validateDefinition(kind, draft, before, faults, (counters?.answers ?? 0) > 0);
    checkImages(settled.definition.own, before.own, imageHosts, faults);
    const site = resolveSite(scope, draft.site_id, faults);
    if (faults.any) throw faults.toError();
    const content = toContent(settled, site);
    if (isSame(content, toStoredContent(before))) return 'same';
    const { own } = settled.definition;
    const left = new Set(kind.referencedItems(own).map(({ bucket }) => bucket));
    const open = new Set(kind.writeInInputs(own));
    const fixed = findImmutableChange(kind, before, settled);
    const outcome = await store.run(updateAsk, {
      ...content,
      account: scope.account,
      seq: before.seq,
      fromVersion: before.version,
      removedItems: kind.referencedItems(before.own).filter(({ bucket }) => !left.has(bucket)),
      closedInputs: kind.writeInInputs(before.own).filter((input) => !open.has(input)),
      refuseIfAnswered: fixed !== undefined,
      at: clock.now(),
      quotas,
    });
    if (outcome === 'updated') return outcome;
    if ('refused' in outcome && outcome.refused === 'stale') return 'stale';
    throw updateError(outcome, fixed);
  };
}

/** What an ask's row holds of its definition. */
export function toContent(
  { title, status, opensAt, closesAt, keepDays, definition }: ValidDefinition<unknown>,
  site: number | null,
): AskContent {
  return { site, status, opensAt, closesAt, keepDays, title, definition: JSON.stringify(definition) };
}

function toStoredContent({ terms, own, site, ...ask }: StoredAsk<unknown>): AskContent {
  return toContent({ ...ask, definition: { terms, own } }, site);
}

function isSame(one: AskContent, other: AskContent): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** In process a member may be there and undefined; that is absent. */
function applyChanges<Draft>(draft: Draft, changes: Changes<Draft>): Draft {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.assign({}, draft, Object.fromEntries(named));
}

/** The first of what can't change once there are answers, and is to change. */
function findImmutableChange<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  before: StoredAsk<Own>,
  { definition }: ValidDefinition<Own>,
): string | undefined {
  const was = { one_per: before.terms.one_per, ...kind.immutableMembers(before.own) };
  const is: Record<string, unknown> = { one_per: definition.terms.one_per, ...kind.immutableMembers(definition.own) };
  return Object.entries(was).find(
    ([path, value]) => path in is && JSON.stringify(value) !== JSON.stringify(is[path]),
  )?.[0];
}

function updateError(outcome: Exclude<AskUpdateOutcome, 'updated'>, fixed: string | undefined): AskwellError {
  if ('removed' in outcome)
    return new AskwellError('conflict', `${outcome.removed} has answers and can not be removed.`);
  if ('writtenIn' in outcome) {
    const path = outcome.writtenIn === '' ? 'other' : `fields.${outcome.writtenIn}.other`;
    return new AskwellError('conflict', `${path} can not be turned off: answers were written in.`);
  }
  if (typeof outcome.refused === 'object') return quotaError(outcome.refused);
  if (outcome.refused === 'unknown') return new AskwellError('not_found');
  if (outcome.refused === 'unknown_site') return unknownSiteError();
  return new AskwellError('conflict', `${fixed} can not change once there are answers.`);
}
