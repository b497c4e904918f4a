import { type Clock, formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { Design, DesignDraft, Site, SiteChanges, SiteDraft } from '../../shared/contract/resources.js';
import type { Scope } from '../access/scope.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import {
  changeSiteDesign,
  createSite,
  deleteSite,
  type SiteRow,
  selectSite,
  selectSiteOrigins,
  selectSites,
  updateSite,
} from './site-queries.js';

/** An account's sites. */
export type SiteService = ReturnType<typeof createSiteService>;

export interface SiteServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: SecurityEvents;
}

/** The parts of a request that creates or deletes a site. */
export interface SiteRequest {
  readonly idempotency?: IdempotentRequest | null;
  /** The client that asks, for the security events. */
  readonly client?: string | undefined;
  /** The version that the site must have. Null for every version. */
  readonly onlyVersion?: number | null;
}

export function createSiteService({ store, clock, events }: SiteServiceOptions) {
  return {
    /** Creates a site. For a repeated request, returns the current state of the site that the first request created. */
    async create(
      scope: Scope,
      draft: SiteDraft,
      { idempotency = null, client }: SiteRequest = {},
    ): Promise<SiteRow & { readonly replayed: boolean }> {
      const { account } = scope;
      const origins = JSON.stringify(draft.origins ?? []);
      const made = await store.run(createSite, { account, name: draft.name, origins, at: clock.now(), idempotency });
      if ('resource' in made) {
        const { replayed = false } = made;
        const row = made.replayed ? await store.read(selectSite(scope, Number(made.resource))) : made.row;
        if (!row) throw new AskwellError('gone');
        const { id, name } = row;
        if (!replayed) events.record({ kind: 'site_created', account, client, subject: { id, name } });
        return { ...row, replayed };
      }
      if (made.refused === 'mismatch') throw new AskwellError('idempotency_mismatch');
      if (made.refused === 'unknown_account') throw new AskwellError('not_found', 'There is no such account.');
      throw new AskwellError('conflict', 'An account takes 1,000 sites. Delete one you no longer need.');
    },

    find: (scope: Scope, id: number): Promise<SiteRow | undefined> => store.read(selectSite(scope, id)),

    /** Returns the origins from which visitors can answer the asks of a site. */
    findOrigins: async (id: number): Promise<string[]> => JSON.parse(await store.read(selectSiteOrigins(id))),

    /**
     * Changes members of the design of a site, which is the default for its asks. Null removes the design.
     *
     * @throws AskwellError if the site has another version than `onlyVersion`.
     */
    async changeDesign(
      { account }: Scope,
      id: number,
      change: DesignDraft | null,
      onlyVersion: number | null = null,
    ): Promise<SiteRow> {
      const text = change && JSON.stringify(change);
      const row = await store.run(changeSiteDesign, { account, id, change: text, at: clock.now(), onlyVersion });
      if (row === undefined || row === 'stale') throw new AskwellError(row ? 'precondition_failed' : 'not_found');
      return row;
    },

    list: (scope: Scope, page: PageRequest): Promise<SiteRow[]> => store.read(selectSites(scope, page)),

    /**
     * Updates a site.
     *
     * @throws AskwellError if it has another version than `onlyVersion`.
     */
    async update(scope: Scope, id: number, changes: SiteChanges, onlyVersion: number | null = null): Promise<SiteRow> {
      const row = await store.run(updateSite, {
        account: scope.account,
        id,
        name: changes.name ?? null,
        origins: changes.origins ? JSON.stringify(changes.origins) : null,
        at: clock.now(),
        onlyVersion,
      });
      if (row) return row;
      const exists = onlyVersion !== null && (await store.read(selectSite(scope, id))) !== undefined;
      throw new AskwellError(exists ? 'precondition_failed' : 'not_found');
    },

    /**
     * Deletes a site.
     *
     * @throws AskwellError if it is in use, or has another version than `onlyVersion`.
     */
    async delete(scope: Scope, id: number, { client, onlyVersion = null }: SiteRequest = {}): Promise<void> {
      const name = (await store.read(selectSite(scope, id)))?.name;
      const outcome = await store.run(deleteSite, { account: scope.account, id, onlyVersion });
      if (outcome === 'unknown' || name === undefined) throw new AskwellError('not_found');
      if (outcome === 'stale') throw new AskwellError('precondition_failed');
      if (outcome === 'in_use') {
        throw new AskwellError(
          'conflict',
          'This site still has API keys, polls, quizzes or forms. Delete them first, then the site.',
        );
      }
      events.record({ kind: 'site_deleted', account: scope.account, client, subject: { id, name } });
    },
  };
}

/** Parses the stored design of a site. */
export function parseDesign(design: string | null): Design | null {
  return design === null ? null : JSON.parse(design);
}

export function toSite(row: SiteRow): Site {
  return {
    id: row.id,
    name: row.name,
    origins: JSON.parse(row.origins),
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
    version: row.version,
  };
}
