import type { Scope } from '../../access/scope.js';
import type { Clock, Micros } from '../../clock.js';
import type { AskDraft } from '../../contract/resources.js';
import { AskwellError } from '../../errors.js';
import type { Issue } from '../../faults/fault.js';
import { Faults } from '../../faults/faults.js';
import type { Store } from '../../store/store.js';
import { check } from '../../validation/check.js';
import type { JsonObject } from '../../validation/json-value.js';
import type { AskService, OwnedAsk } from '../definition/ask-service.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { toSharedDraft, type ValidDefinition, validateDefinition } from '../definition/validate-definition.js';
import type { KindTypes } from '../kind-types.js';
import { findRefusals, type Refusal } from './find-refusals.js';
import { maxDraftLength } from './max-draft-length.js';
import { newRevision } from './new-revision.js';
import { deleteWorkingCopy, saveWorkingCopy, selectWorkingCopy } from './working-copy-queries.js';

/** The changes of an ask that are not published, or its definition if there are none. */
export interface WorkingCopy {
  /** The body of a request that would create the ask, without `status`. It may be incomplete. */
  readonly draft: JsonObject;
  /** Names this state. A save must name the state that it changes. */
  readonly revision: string;
  /** Whether there are changes that are not published. */
  readonly isChanged: boolean;
  /** Whether the ask was changed by other means since the first of these changes. */
  readonly isOutdated: boolean;
  readonly savedAt: Micros | null;
}

/** What is wrong with a draft, and its definition if nothing is. */
export interface DraftReview<Own> {
  readonly issues: readonly Issue[];
  /** Changes that existing answers do not allow. */
  readonly refusals: readonly Refusal[];
  /** The ask as it would be. Null if the draft is not valid. */
  readonly ask: StoredAsk<Own> | null;
}

/** A draft to publish. */
export interface Publication {
  readonly draft: JsonObject;
  readonly revision: string;
  /** The new status of the ask. Undefined: it stays. */
  readonly status?: 'open' | undefined;
}

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

  /** Returns the definition of an ask as a draft, without its status, which is changed apart. */
  function draftOf(ask: StoredAsk<Own>): JsonObject {
    const { status: _, ...draft }: JsonObject = toJson(kind.toDraft(ask.own, toSharedDraft(ask)));
    return draft;
  }

  async function open(ask: StoredAsk<Own>): Promise<WorkingCopy> {
    const row = await store.read(selectWorkingCopy(ask.seq));
    if (!row) {
      const revision = unchangedRevision(ask.version);
      return { draft: draftOf(ask), revision, isChanged: false, isOutdated: false, savedAt: null };
    }
    const draft: JsonObject = JSON.parse(row.draft);
    const { revision, base_version, updated_at } = row;
    return { draft, revision, isChanged: true, isOutdated: base_version !== ask.version, savedAt: updated_at };
  }

  async function save(scope: Scope, owned: OwnedAsk<Own>, draft: JsonObject, fromRevision: string): Promise<string> {
    const { ask } = owned;
    const { issues, ask: changed } = await review(owned, draft);
    if (changed && isSameDefinition(changed, ask)) return revert(scope, ask, fromRevision);
    const { revision, baseVersion } = await saveCopy(scope, ask, draft, fromRevision);
    // Nobody answers a draft, so that its valid changes need not wait for being published.
    const isApplied = ask.status === 'draft' && issues.length === 0 && baseVersion === ask.version;
    if (!isApplied) return revision;
    await publish(scope, ask, { draft, revision });
    const published = await asks.find(scope, asks.wireId(ask));
    if (!published) throw new AskwellError('not_found');
    return (await open(published.ask)).revision;
  }

  function isSameDefinition(a: StoredAsk<Own>, b: StoredAsk<Own>): boolean {
    return JSON.stringify(draftOf(a)) === JSON.stringify(draftOf(b));
  }

  /** Deletes the working copy, because nothing differs from the ask any more. */
  async function revert(scope: Scope, ask: StoredAsk<Own>, fromRevision: string): Promise<string> {
    if ((await open(ask)).revision !== fromRevision) throw new AskwellError('precondition_failed');
    await discard(scope, ask, fromRevision);
    return unchangedRevision(ask.version);
  }

  async function saveCopy(
    scope: Scope,
    ask: StoredAsk<Own>,
    draft: JsonObject,
    fromRevision: string,
  ): Promise<{ revision: string; baseVersion: number }> {
    const text = JSON.stringify(draft);
    if (text.length > maxDraftLength) throw new AskwellError('too_large', 'The draft is larger than 256 KiB.');
    const fromVersion = versionOf(fromRevision);
    const revision = newRevision();
    const baseVersion = fromVersion ?? (await store.read(selectWorkingCopy(ask.seq)))?.base_version ?? ask.version;
    const outcome = await store.run(saveWorkingCopy, {
      account: scope.account,
      ask: ask.seq,
      draft: text,
      fromRevision: fromVersion === undefined ? fromRevision : null,
      revision,
      baseVersion,
      at: clock.now(),
    });
    if (outcome === 'saved') return { revision, baseVersion };
    throw new AskwellError(outcome === 'unknown' ? 'not_found' : 'precondition_failed');
  }

  async function publish(scope: Scope, found: StoredAsk<Own>, { draft, revision, status }: Publication): Promise<void> {
    const whole = { ...draft, ...(status ? { status } : {}) };
    check(kind.draft, whole);
    await asks.update(scope, found, check(kind.changes, whole), true);
    await discard(scope, found, revision);
  }

  async function discard(scope: Scope, ask: StoredAsk<Own>, revision: string): Promise<void> {
    if (versionOf(revision) !== undefined) return;
    const isDeleted = await store.run(deleteWorkingCopy, { account: scope.account, ask: ask.seq, revision });
    if (!isDeleted) throw new AskwellError('precondition_failed');
  }

  async function review({ ask, answers }: OwnedAsk<Own>, draft: JsonObject): Promise<DraftReview<Own>> {
    try {
      const faults = new Faults();
      const valid = validateDefinition(kind, check(kind.draft, draft), ask, faults, answers > 0);
      if (faults.any) return { issues: faults.issues, refusals: [], ask: null };
      const refusals = await findRefusals(kind, store, ask, valid);
      return { issues: [], refusals, ask: withDefinition(ask, valid) };
    } catch (error) {
      if (error instanceof AskwellError && error.issues) return { issues: error.issues, refusals: [], ask: null };
      throw error;
    }
  }

  return {
    /** Returns the working copy of an ask, or its definition if nothing was changed. */
    open,

    /** Returns what is wrong with a draft. Nothing is stored. */
    review,

    /**
     * Saves a draft, which may be incomplete. Returns the new revision. If the ask is a draft itself, valid changes become
     * its definition at once.
     *
     * @throws AskwellError with the code `precondition_failed` if the working copy was changed since `fromRevision`.
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
     * @throws AskwellError if the draft is not valid, answers do not allow a change, or the ask was changed meanwhile.
     */
    publish,
  };
}

function withDefinition<Own>(ask: StoredAsk<Own>, valid: ValidDefinition<Own>): StoredAsk<Own> {
  const { definition, title, opensAt, closesAt, keepDays } = valid;
  return { ...ask, ...definition, title, opensAt, closesAt, keepDays };
}

const unchangedRevision = (version: number): string => `v${version}`;

/** Returns the version of the ask that a revision without changes names. */
function versionOf(revision: string): number | undefined {
  return /^v\d{1,15}$/.test(revision) ? Number(revision.slice(1)) : undefined;
}

/** Copies a draft as JSON: members that are undefined disappear. */
function toJson(draft: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(draft));
  return json;
}
