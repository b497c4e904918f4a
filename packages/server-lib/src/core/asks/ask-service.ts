import { type Clock, formatTimestamp, type Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { turnForLongWork } from '../../base/event-loop.js';
import { Faults } from '../../base/faults/faults.js';
import { check } from '../../base/validation/check.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { Removal } from '../../owners/removal/background-removal.js';
import { deleteAsk } from '../../owners/removal/removal-queries.js';
import type { Changes } from '../../shared/contract/ask-types.js';
import type { Ask, AskDraft } from '../../shared/contract/resources.js';
import type { Events } from '../events.js';
import { bareId, newAskId, wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { type QuotaExceeded, type Quotas, quotaError } from '../quotas.js';
import { createAskCache } from './ask-cache.js';
import { type CountedAskRow, createAsk, type PublishedCopy, selectOwnedAsk } from './ask-queries.js';
import { resolveSite, unknownSiteError } from './ask-site.js';
import { checkEditorRules, lockedValues, requireKind, toJsonDefinition } from './check-editor-rules.js';
import type { CodeDefinition } from './code-definition.js';
import { checkImages, type ImageHosts } from './image-hosts.js';
import { listAsks } from './list-asks.js';
import type { AskFilter } from './list-queries.js';
import { isAccepting, type StoredAsk } from './stored-ask.js';
import { createUpdateAsk, toContent, type UpdateSource, updateError } from './update-ask.js';
import { toSharedDraft, type ValidDefinition, validateDefinition } from './validate-definition.js';

/** The number of times an update is retried when the ask was changed at the same time. */
const maxAttempts = 20;

/** An ask with the number of its answers. */
export interface OwnedAsk<Own> {
  readonly ask: StoredAsk<Own>;
  readonly answers: number;
  /** The number of answers that do not count in `max_answers`. */
  readonly uncounted: number;
}

/** Returns an ask with the counters of its row. */
export function toOwnedAsk<Own>(ask: StoredAsk<Own>, { answers, uncounted }: CountedAskRow): OwnedAsk<Own> {
  return { ask, answers, uncounted };
}

/** An ask that a request created, or an earlier request with the same `Idempotency-Key`. */
export interface CreatedAsk<Own> extends OwnedAsk<Own> {
  readonly replayed: boolean;
}

/** The options of a creation. */
export interface CreationOptions {
  readonly idempotency?: IdempotentRequest | null;
  /** The ID without the prefix of the kind. Default: a new one. */
  readonly id?: string;
  /** The definition in the code of the host. */
  readonly codeDefinition?: CodeDefinition | null;
}

interface AskServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  readonly quotas: Quotas;
  /** The hosts images may be loaded from. If undefined, any host is allowed. */
  readonly imageHosts?: ImageHosts | undefined;
  readonly removal: Removal;
}

/** Creates, finds, updates and deletes the asks of one kind, on behalf of their owner. */
export type AskService<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createAskService<Draft, Own, Body, W>
>;

export function createAskService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock, events, quotas, removal, imageHosts }: AskServiceOptions,
) {
  const prefix = `${kind.name}_`;
  const cache = createAskCache(kind.upgrade);

  const updateOnce = createUpdateAsk(kind, { store, clock, quotas, imageHosts });
  const toOwned = (row: CountedAskRow): OwnedAsk<Own> => toOwnedAsk(cache.parse(row), row);

  async function find(scope: Scope, wireId: string): Promise<OwnedAsk<Own> | undefined> {
    const id = bareId(wireId, prefix);
    const row = id && (await store.read(selectOwnedAsk(scope, kind.name, id)));
    return row ? toOwned(row) : undefined;
  }

  /** Applies changes to a version of an ask. Returns `stale` if the ask was changed since. */
  async function update(scope: Scope, before: StoredAsk<Own>, changes: Changes<Draft>, source?: UpdateSource) {
    const outcome = await updateOnce(scope, before, changes, source);
    if (outcome === 'same') return outcome;
    if (outcome === 'updated') {
      events.change({ kind: kind.name, ask_id: wireIdOf(before), what: 'updated' });
      return outcome;
    }
    if (outcome.refused === 'stale') return outcome.refused;
    throw updateError(outcome);
  }

  /** Validates a new definition. If the scope has rules, it gets the values that they lock. */
  function validateNew({ rules }: Scope, draft: Draft, faults: Faults): ValidDefinition<Own> {
    const valid = validateDefinition(kind, draft, undefined, faults);
    if (!rules || faults.any) return valid;
    const given = toJsonDefinition(kind, { ...valid, ...valid.definition, site: draft.site_id ?? null });
    const after = { ...given, ...lockedValues(rules, given) };
    checkEditorRules(rules, kind, { before: null, after }, faults);
    return validateDefinition(kind, check(kind.draft, after), undefined, faults);
  }

  return {
    kind,
    parse: cache.parse,
    /** Returns the cached ask. It may have been changed or deleted since, also by another process. */
    cached: cache.cached,
    /** Returns an ask in the language that fits a visitor best. */
    inLanguage: cache.inLanguage,
    wireId: (ask: StoredAsk<Own>) => wireIdOf(ask),
    bareId: (wireId: string) => bareId(wireId, prefix),

    /**
     * Creates an ask. For a repeated request, and for a definition in code whose key an ask has, returns that ask as it is now.
     *
     * @throws AskwellError if the definition is invalid, the account would exceed a quota, or the ask of a repeated request
     * was deleted.
     */
    async create(
      scope: Scope,
      draft: Draft,
      { idempotency = null, id = newAskId(), codeDefinition = null }: CreationOptions = {},
    ): Promise<CreatedAsk<Own>> {
      requireKind(scope.rules, kind);
      const faults = new Faults();
      const valid = validateNew(scope, draft, faults);
      // Other work runs in between: checking the largest definitions takes some milliseconds, and storing them as well.
      await turnForLongWork(scope.account);
      checkImages(valid.definition.own, undefined, imageHosts, faults);
      const { site_id: lockedSite = draft.site_id } = scope.rules?.locked ?? {};
      const isSite = typeof lockedSite === 'number' || lockedSite === null;
      const site = resolveSite(scope, isSite ? lockedSite : undefined, faults);
      if (faults.any) throw faults.toError();
      const creation = await store.run(createAsk, {
        ...toContent(valid, site),
        id,
        kind: kind.name,
        account: scope.account,
        at: clock.now(),
        quotas,
        idempotency,
        codeDefinition,
      });
      if ('refused' in creation) throw creationError(creation.refused);
      if (creation.replayed) {
        const owned = await find(scope, creation.resource);
        if (!owned) throw new AskwellError('gone');
        return { ...owned, replayed: true };
      }
      events.change({ kind: kind.name, ask_id: creation.resource, what: 'created' });
      return { ...toOwned(creation.row), replayed: false };
    },

    find,

    /** Returns a page of asks. The cursor is the number of the ask. */
    async list(scope: Scope, filter: AskFilter, page: PageRequest) {
      return listAsks(store, { scope, kind: kind.name, filter, page }, (row) => ({ id: row.seq, ...toOwned(row) }));
    },

    /**
     * Updates the members of an ask that `changes` contains. If the ask was changed at the same time, applies the
     * changes to the new version, unless `onlyThisVersion` is set.
     *
     * @throws AskwellError if the changes are invalid, the account would exceed a quota, or `onlyThisVersion` is set
     * and the ask was changed.
     */
    async update(
      scope: Scope,
      found: StoredAsk<Own>,
      changes: Changes<Draft>,
      onlyThisVersion = false,
      source?: UpdateSource,
    ): Promise<void> {
      let before = found;
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if ((await update(scope, before, changes, source)) !== 'stale') return;
        if (onlyThisVersion) throw new AskwellError('precondition_failed');
        const current = await find(scope, wireIdOf(before));
        if (!current) throw new AskwellError('not_found');
        before = current.ask;
      }
      throw new AskwellError('unavailable');
    },

    /**
     * Gives an ask the definition of a working copy, and deletes the working copy. Returns `same`, and changes nothing, if the ask has
     * this definition, and `stale` if the ask or the working copy was changed since.
     *
     * @throws AskwellError if the definition is invalid, answers do not allow it, or the account would exceed a quota.
     */
    publish: (scope: Scope, ask: StoredAsk<Own>, definition: Changes<Draft>, copy: PublishedCopy) =>
      update(scope, ask, definition, { publishes: copy }),

    /**
     * Deletes an ask.
     *
     * @throws AskwellError if it has another version than `onlyVersion`.
     */
    async delete(scope: Scope, ask: StoredAsk<Own>, onlyVersion: number | null = null): Promise<void> {
      const deletion = await store.run(deleteAsk, {
        account: scope.account,
        seq: ask.seq,
        onlyVersion,
        at: clock.now(),
      });
      if ('refused' in deletion)
        throw new AskwellError(deletion.refused === 'stale' ? 'precondition_failed' : 'not_found');
      removal.continue(deletion);
      events.change({ kind: kind.name, ask_id: wireIdOf(ask), what: 'deleted' });
    },

    /** Returns an ask as the REST API shows it to the owner. */
    show({ ask, answers, uncounted }: OwnedAsk<Own>, now: Micros = clock.now()): Ask & W['ask'] {
      const { max_answers } = ask.terms;
      const counted = kind.hasUncountedAnswers?.(ask.own) ? answers - uncounted : answers;
      const { site_id = null, opens_at = null, closes_at = null } = toSharedDraft(ask);
      return {
        id: wireIdOf(ask),
        site_id,
        title: ask.title,
        description: ask.terms.description,
        status: ask.status,
        opens_at,
        closes_at,
        accepting: isAccepting(ask, now) && (max_answers === null || counted < max_answers),
        max_answers,
        keep_answers_days: ask.keepDays,
        one_per: ask.terms.one_per,
        allow_change: ask.terms.allow_change,
        anonymous: ask.terms.anonymous,
        results_visibility: ask.terms.results_visibility,
        after: ask.terms.after,
        words: ask.terms.words,
        design: ask.terms.design,
        locale: ask.terms.locale,
        languages: [...ask.terms.languages],
        translations: ask.terms.translations,
        ...kind.show(ask.own),
        answers_count: answers,
        created_at: formatTimestamp(ask.createdAt),
        updated_at: formatTimestamp(ask.updatedAt),
        version: ask.version,
      };
    },
  };
}

function creationError(refused: 'mismatch' | 'unknown_site' | 'unknown_account' | QuotaExceeded): AskwellError {
  if (typeof refused === 'object') return quotaError(refused);
  if (refused === 'mismatch') return new AskwellError('idempotency_mismatch');
  return refused === 'unknown_site' ? unknownSiteError() : new AskwellError('not_found', 'Account not found.');
}
