import { randomBytes } from 'node:crypto';
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
import { deleteWorkingCopy, saveWorkingCopy, selectWorkingCopy } from './working-copy-queries.js';

/** The largest draft of a working copy, in characters of JSON. */
const maxDraftLength = 256 * 1024;

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

  async function save(scope: Scope, ask: StoredAsk<Own>, draft: JsonObject, fromRevision: string): Promise<string> {
    const text = JSON.stringify(draft);
    if (text.length > maxDraftLength) throw new AskwellError('too_large', 'The draft is larger than 256 KiB.');
    const fromVersion = versionOf(fromRevision);
    const revision = `r${randomBytes(9).toString('base64url')}`;
    const row = await store.read(selectWorkingCopy(ask.seq));
    const outcome = await store.run(saveWorkingCopy, {
      account: scope.account,
      ask: ask.seq,
      draft: text,
      fromRevision: fromVersion === undefined ? fromRevision : null,
      revision,
      baseVersion: fromVersion ?? row?.base_version ?? ask.version,
      at: clock.now(),
    });
    if (outcome === 'saved') return revision;
    throw new AskwellError(outcome === 'unknown' ? 'not_found' : 'precondition_failed');
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
     * Saves a draft, which may be incomplete. Returns the new revision.
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
     * @param status The new status of the ask. Undefined: it stays.
     * @throws AskwellError if the draft is not valid, answers do not allow a change, or the ask was changed meanwhile.
     */
    async publish(
      scope: Scope,
      ask: StoredAsk<Own>,
      { draft, revision, status }: { draft: JsonObject; revision: string; status?: 'open' | undefined },
    ): Promise<void> {
      const whole = { ...draft, ...(status ? { status } : {}) };
      check(kind.draft, whole);
      await asks.update(scope, ask, check(kind.changes, whole), true);
      await discard(scope, ask, revision);
    },
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
