import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import { Faults } from '../../base/faults/faults.js';
import { check } from '../../base/validation/check.js';
import { findExcess } from '../../base/validation/find-excess.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Store } from '../../db/store.js';
import type { EditorRules } from '../../owners/access/editor-rules.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import type { AskService, OwnedAsk } from '../asks/ask-service.js';
import { checkEditorRules } from '../asks/check-editor-rules.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { toSharedDraft, type ValidDefinition, validateDefinition } from '../asks/validate-definition.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { maxDraftLength } from '../limits.js';
import { findRefusals, type Refusal } from './find-refusals.js';
import { newRevision, revisionVersion, unchangedRevision } from './revision.js';
import type { OpenedWorkingCopy, Publication, ReviewedCopy } from './working-copy.js';
import { deleteWorkingCopy, saveWorkingCopy, selectWorkingCopy } from './working-copy-queries.js';

export interface WorkingCopyServiceOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: AskService<Draft, Own, Body, W>;
  readonly store: Store;
  readonly clock: Clock;
}

/** Creates the service that keeps unpublished changes of asks. */
export function createWorkingCopyService<Draft extends AskDraft, Own, Body, W extends KindTypes>({
  asks,
  store,
  clock,
}: WorkingCopyServiceOptions<Draft, Own, Body, W>) {
  const { kind } = asks;

  /** Returns the definition of an ask as a draft, without its status, which is changed separately. */
  function draftOf(ask: StoredAsk<Own>): JsonObject {
    const { status: _, ...draft }: JsonObject = toJsonDraft(kind.toDraft(ask.own, toSharedDraft(ask)));
    return draft;
  }

  const review = (owned: OwnedAsk<Own>, copy: ReviewedCopy) => reviewDraft(kind, store, owned, copy);

  async function open(ask: StoredAsk<Own>): Promise<OpenedWorkingCopy> {
    const row = await store.read(selectWorkingCopy(ask.seq));
    if (!row) {
      const revision = unchangedRevision(ask.version);
      return { draft: draftOf(ask), revision, isChanged: false, isOutdated: false, savedAt: null, excess: [] };
    }
    const draft: JsonObject = JSON.parse(row.draft);
    const { revision, base_version, updated_at } = row;
    const { issues: excess } = excessOf(draft);
    return { draft, revision, isChanged: true, isOutdated: base_version !== ask.version, savedAt: updated_at, excess };
  }

  /** Returns the parts of a draft that are too large for a published ask. */
  function excessOf(draft: JsonObject): Faults {
    const faults = new Faults();
    findExcess(kind.draft, draft, faults);
    return faults;
  }

  async function save(
    scope: Scope,
    owned: OwnedAsk<Own>,
    draft: JsonObject,
    fromRevision: string,
    onlyVersion: number | null = null,
  ): Promise<string> {
    const { ask } = owned;
    const excess = excessOf(draft);
    if (excess.any) throw excess.toError();
    if (scope.rules) await requireAllowed(scope.rules, ask, draft, fromRevision);
    const { issues, ask: changed } = await review(owned, { draft, isChanged: true });
    if (changed && isSameDefinition(changed, ask)) return revert(scope, ask, fromRevision, onlyVersion);
    const { revision, baseVersion } = await saveCopy(scope, ask, draft, fromRevision, onlyVersion);
    // A draft has no visitors, so valid changes are applied immediately.
    const isApplied = ask.status === 'draft' && issues.length === 0 && baseVersion === ask.version;
    if (!isApplied) return revision;
    await publish(scope, ask, { draft, revision });
    const published = await asks.find(scope, asks.wireId(ask));
    if (!published) throw new AskwellError('not_found');
    return (await open(published.ask)).revision;
  }

  /** @throws AskwellError if a draft has what the rules of a scope do not allow, and the saved one did not have it. */
  async function requireAllowed(
    rules: EditorRules,
    ask: StoredAsk<Own>,
    draft: JsonObject,
    fromRevision: string,
  ): Promise<void> {
    const { draft: before, revision } = await open(ask);
    // The editor merges with changes of others first.
    if (revision !== fromRevision) throw new AskwellError('precondition_failed');
    const faults = new Faults();
    checkEditorRules(rules, kind, { before, after: draft }, faults);
    if (faults.any) throw faults.toError();
  }

  function isSameDefinition(a: StoredAsk<Own>, b: StoredAsk<Own>): boolean {
    return JSON.stringify(draftOf(a)) === JSON.stringify(draftOf(b));
  }

  /** Deletes the working copy, because it no longer differs from the ask. */
  async function revert(
    scope: Scope,
    ask: StoredAsk<Own>,
    fromRevision: string,
    onlyVersion: number | null,
  ): Promise<string> {
    await requireRevision(ask, fromRevision);
    await discard(scope, ask, fromRevision, onlyVersion);
    return unchangedRevision(ask.version);
  }

  async function saveCopy(
    scope: Scope,
    ask: StoredAsk<Own>,
    draft: JsonObject,
    fromRevision: string,
    onlyVersion: number | null,
  ): Promise<{ revision: string; baseVersion: number }> {
    const text = JSON.stringify(draft);
    if (text.length > maxDraftLength) throw new AskwellError('invalid', 'The definition is larger than 256 KiB.');
    const fromVersion = revisionVersion(fromRevision);
    const revision = newRevision();
    const baseVersion = fromVersion ?? (await store.read(selectWorkingCopy(ask.seq)))?.base_version ?? ask.version;
    const outcome = await store.run(saveWorkingCopy, {
      account: scope.account,
      ask: ask.seq,
      draft: text,
      fromRevision: fromVersion === undefined ? fromRevision : null,
      revision,
      baseVersion,
      onlyVersion,
      at: clock.now(),
    });
    if (outcome === 'saved') return { revision, baseVersion };
    throw new AskwellError(outcome === 'unknown' ? 'not_found' : 'precondition_failed');
  }

  async function publish(scope: Scope, found: StoredAsk<Own>, { draft, revision, status }: Publication): Promise<void> {
    const whole = { ...draft, ...(status ? { status } : {}) };
    check(kind.draft, whole);
    const ask = await current(scope, found, revision);
    // A stale revision is reported before conflicts with answers. The write compares the revision again.
    await requireRevision(ask, revision);
    const copy = { revision: revisionVersion(revision) === undefined ? revision : null };
    const outcome = await asks.publish(scope, ask, check(kind.changes, whole), copy);
    if (outcome === 'stale') throw new AskwellError('precondition_failed');
    if (outcome === 'same') await discard(scope, ask, revision);
  }

  /** @throws AskwellError with the code `precondition_failed` if the working copy has another revision. */
  async function requireRevision(ask: StoredAsk<Own>, revision: string): Promise<void> {
    const stored = await store.read(selectWorkingCopy(ask.seq));
    const current = stored?.revision ?? unchangedRevision(ask.version);
    if (current !== revision) throw new AskwellError('precondition_failed');
  }

  /** Returns the ask to publish to. Saving a draft has given it a new version, which the revision names. */
  async function current(scope: Scope, found: StoredAsk<Own>, revision: string): Promise<StoredAsk<Own>> {
    const version = revisionVersion(revision);
    if (version === undefined || version === found.version) return found;
    const changed = (await asks.find(scope, asks.wireId(found)))?.ask;
    if (changed?.version !== version) throw new AskwellError('precondition_failed');
    return changed;
  }

  async function discard(
    scope: Scope,
    ask: StoredAsk<Own>,
    revision: string,
    onlyVersion: number | null = null,
  ): Promise<void> {
    if (revisionVersion(revision) !== undefined) return requireRevision(ask, revision);
    const isDeleted = await store.run(deleteWorkingCopy, {
      account: scope.account,
      ask: ask.seq,
      revision,
      onlyVersion,
    });
    if (!isDeleted) throw new AskwellError('precondition_failed');
  }

  return {
    /** Returns the working copy of an ask, or its definition if nothing was changed. */
    open,

    /** Validates a draft without storing it. A definition without changes was valid when it was stored, and is not validated again. */
    review,

    /**
     * Saves a draft, which may be incomplete. Returns the new revision. If the ask is a draft itself, valid changes become its
     * definition immediately.
     *
     * @throws AskwellError with the code `precondition_failed` if the working copy was changed since `fromRevision`, or `invalid`
     * if a part of the draft is too large to be published.
     */
    save,

    /**
     * Deletes the changes.
     *
     * @throws AskwellError with the code `precondition_failed` if they were changed since `revision`.
     */
    discard,

    /**
     * Publishes a draft: the ask gets its definition, and the working copy is deleted.
     *
     * @throws AskwellError if the draft is not valid, answers do not allow a change, or the ask was changed in between.
     */
    publish,
  };
}

/** Copies a draft as JSON: members that are undefined disappear. */
export function toJsonDraft(draft: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(draft));
  return json;
}

/** The faults of a draft, or its definition if it is valid. */
export interface DraftReview<Own> {
  readonly issues: readonly Issue[];
  /** Changes that existing answers do not allow. */
  readonly refusals: readonly Refusal[];
  /** The ask as it would be. Null if the draft is not valid. */
  readonly ask: StoredAsk<Own> | null;
}

async function reviewDraft<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  store: Store,
  { ask, answers }: OwnedAsk<Own>,
  { draft, isChanged }: ReviewedCopy,
): Promise<DraftReview<Own>> {
  if (!isChanged) return { issues: [], refusals: [], ask };
  try {
    const faults = new Faults();
    // Each step takes some milliseconds for the largest definitions.
    await nextTurn(ask.account);
    const checked = check(kind.draft, draft);
    await nextTurn(ask.account);
    const valid = validateDefinition(kind, checked, ask, faults, { hasAnswers: answers > 0 });
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
