import { LRUCache } from 'lru-cache';
import type { Scope } from '../../access/scope.js';
import { type Clock, formatTimestamp, type Micros } from '../../clock.js';
import { AskwellError } from '../../errors.js';
import { Faults } from '../../faults/faults.js';
import type { Removal } from '../../removal/background-removal.js';
import { deleteAsk } from '../../removal/removal-queries.js';
import type { IdempotentRequest } from '../../store/idempotency.js';
import type { PageRequest } from '../../store/paging.js';
import type { Store } from '../../store/store.js';
import type { Ask, AskDraft, Changes } from '../ask-types.js';
import type { Events } from '../events.js';
import { bareId, newAskId, wireIdOf } from '../ids.js';
import type { KindDefinition, KindTypes } from '../kind-definition.js';
import { type OverQuota, overQuota, type Quotas } from '../quotas.js';
import { type AskFilter, type AskRow, type CountedAskRow, createAsk, ownedAsk } from './ask-queries.js';
import { siteFor, unknownSite } from './ask-site.js';
import { checkImages, type ImageHosts } from './image-hosts.js';
import { listAsks } from './list-asks.js';
import { type Definition, isAccepting, type StoredAsk } from './stored-ask.js';
import { createUpdateAsk, toContent } from './update-ask.js';
import { sharedDraft, validateDefinition } from './validate-definition.js';

/** Asks kept parsed, each as it was last seen; its version tells whether it still is so. */
const keptDefinitions = 2_000;
/** And so many characters of them, since one may be a hundred thousand times as long as another. */
const keptCharacters = 16 * 1024 * 1024;

/** Others may change an ask at the same time; more often than this in a row they do not. */
const mostAttempts = 20;

/** An ask with what moves while answers come in. */
export interface OwnedAsk<Own> {
  readonly ask: StoredAsk<Own>;
  readonly answers: number;
}

interface AsksOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  readonly quotas: Quotas;
  /** Where images may come from; absent where they may come from anywhere. */
  readonly imageHosts?: ImageHosts | undefined;
  readonly removal: Removal;
}

/** The asks of one kind: made, found, changed and deleted by their owners. */
export type AskService<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createAskService<Draft, Own, Body, W>
>;

export function createAskService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock, events, quotas, removal, imageHosts }: AsksOptions,
) {
  const prefix = `${kind.name}_`;
  const kept = new LRUCache<string, StoredAsk<Own>>({ max: keptDefinitions, maxSize: keptCharacters });

  function parse(row: AskRow): StoredAsk<Own> {
    const known = kept.get(row.id);
    if (known?.version === row.version) return known;
    const { terms, own }: Definition<Own> = JSON.parse(row.definition);
    const ask: StoredAsk<Own> = {
      seq: row.seq,
      id: row.id,
      kind: row.kind,
      site: row.site_id,
      status: row.status,
      opensAt: row.opens_at,
      closesAt: row.closes_at,
      keepDays: row.keep_days,
      title: row.title,
      terms,
      own,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      size: row.definition.length,
    };
    kept.set(row.id, ask, { size: ask.size });
    return ask;
  }

  const change = createUpdateAsk(kind, { store, clock, quotas, imageHosts });
  const toOwned = (row: CountedAskRow): OwnedAsk<Own> => ({ ask: parse(row), answers: row.answers });

  async function find(scope: Scope, wireId: string): Promise<OwnedAsk<Own> | undefined> {
    const id = bareId(wireId, prefix);
    const row = id && (await store.read(ownedAsk(scope, kind.name, id)));
    return row ? toOwned(row) : undefined;
  }

  return {
    kind,
    parse,
    /** An ask as it was last seen, if it is kept. Somebody, in whatever process, may have changed or deleted it since. */
    lastSeen: (id: string) => kept.get(id),
    wireId: (ask: StoredAsk<Own>) => wireIdOf(ask),
    bareId: (wireId: string) => bareId(wireId, prefix),

    /** Creates an ask and returns its id. */
    async create(
      scope: Scope,
      draft: Draft,
      idempotency: IdempotentRequest | null = null,
      id = newAskId(),
    ): Promise<string> {
      const faults = new Faults();
      const settled = validateDefinition(kind, draft, undefined, faults);
      checkImages(settled.definition.own, undefined, imageHosts, faults);
      const site = siteFor(scope, draft.site_id, faults);
      if (faults.any) throw faults.toError();
      const made = await store.run(createAsk, {
        ...toContent(settled, site),
        id,
        kind: kind.name,
        account: scope.account,
        at: clock.now(),
        quotas,
        idempotency,
      });
      if ('resource' in made) {
        if (!made.replayed) events.change({ kind: kind.name, ask_id: made.resource, what: 'created' });
        return made.resource;
      }
      throw whyNotCreated(made.refused);
    },

    find,

    /** A page of asks by their numbers, which cursors are made of. */
    async list(scope: Scope, filter: AskFilter, page: PageRequest) {
      return listAsks(store, { scope, kind: kind.name, filter, page }, (row) => ({ id: row.seq, ...toOwned(row) }));
    },

    /**
     * Changes an ask: what the changes do not name stays. Where somebody else was quicker, they are made to what stands
     * by then, unless they were meant for this version alone.
     */
    async update(scope: Scope, found: StoredAsk<Own>, changes: Changes<Draft>, thisVersion = false): Promise<void> {
      let before = found;
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        const outcome = await change(scope, before, changes);
        if (outcome === 'same') return;
        if (outcome === 'updated') {
          events.change({ kind: kind.name, ask_id: wireIdOf(before), what: 'updated' });
          return;
        }
        if (thisVersion) throw new AskwellError('precondition_failed');
        const again = await find(scope, wireIdOf(before));
        if (!again) throw new AskwellError('not_found');
        before = again.ask;
      }
      throw new AskwellError('unavailable');
    },

    async delete(scope: Scope, ask: StoredAsk<Own>): Promise<void> {
      const left = await store.run(deleteAsk, { account: scope.account, seq: ask.seq });
      if ('refused' in left) throw new AskwellError('not_found');
      removal.continue(left);
      events.change({ kind: kind.name, ask_id: wireIdOf(ask), what: 'deleted' });
    },

    /** An ask as its owner reads it. */
    show({ ask, answers }: OwnedAsk<Own>, now: Micros = clock.now()): Ask & W['ask'] {
      const { site_id = null, opens_at = null, closes_at = null } = sharedDraft(ask);
      return {
        id: wireIdOf(ask),
        site_id,
        title: ask.title,
        description: ask.terms.description,
        status: ask.status,
        opens_at,
        closes_at,
        accepting: isAccepting(ask, now) && !(ask.terms.max_answers !== null && answers >= ask.terms.max_answers),
        max_answers: ask.terms.max_answers,
        keep_answers_days: ask.keepDays,
        one_per: ask.terms.one_per,
        allow_change: ask.terms.allow_change,
        results_visibility: ask.terms.results_visibility,
        after: ask.terms.after,
        locale: ask.terms.locale,
        ...kind.show(ask.own),
        answers_count: answers,
        created_at: formatTimestamp(ask.createdAt),
        updated_at: formatTimestamp(ask.updatedAt),
        version: ask.version,
      };
    },
  };
}

function whyNotCreated(refused: 'mismatch' | 'unknown_site' | 'unknown_account' | OverQuota): AskwellError {
  if (typeof refused === 'object') return overQuota(refused);
  if (refused === 'mismatch') return new AskwellError('idempotency_mismatch');
  return refused === 'unknown_site' ? unknownSite() : new AskwellError('not_found', 'There is no such account.');
}
