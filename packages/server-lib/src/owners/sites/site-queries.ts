import type { Micros } from '../../base/clock.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../db/idempotency.js';
import { lockAccount, lockSiteForChange, lockSiteForDeletion } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { type PageRequest, pageClause } from '../../db/paging.js';
import { all, type Fragment, one, run, sql } from '../../db/sql/statement.js';
import type { DesignDraft } from '../../shared/contract/resources.js';
import type { Scope } from '../access/scope.js';
import { maxSites } from './limits.js';
import { completeDesign } from './site-design.js';

export interface SiteRow {
  id: number;
  name: string;
  /** A JSON list. */
  origins: string;
  /** JSON. Null if the site has no design. */
  design: string | null;
  created_at: Micros;
  updated_at: Micros;
  /** Changes with each update. */
  version: number;
}

const siteColumns = sql`id, name, origins, design, created_at, updated_at, version`;

export interface NewSite {
  readonly account: number;
  readonly name: string;
  readonly origins: string;
  readonly at: Micros;
  readonly idempotency: IdempotentRequest | null;
}

export const createSite = write('sites.create', (input: NewSite) =>
  createOnce(input.idempotency, () => insertSite(input)),
);

function* insertSite({
  account,
  name,
  origins,
  at,
}: NewSite): Operation<CreationOutcome<'unknown_account' | 'too_many', SiteRow>> {
  yield* lockAccount(account);
  // It may have been deleted since the key was verified.
  if (!(yield* one`select 1 from askwell_accounts where id = ${account} and closed_at is null`))
    return { refused: 'unknown_account' };
  const held = yield* one<{ n: number }>`select count(*) as n from askwell_sites where account_id = ${account}`;
  if (held && held.n >= maxSites) return { refused: 'too_many' };
  const row = yield* one<{ id: number }>`
    insert into askwell_sites (account_id, name, origins, created_at, updated_at)
    values (${account}, ${name}, ${origins}, ${at}, ${at}) returning id`;
  if (!row) throw new Error('INSERT … RETURNING returned no row.');
  return {
    resource: String(row.id),
    row: { id: row.id, name, origins, design: null, created_at: at, updated_at: at, version: 1 },
  };
}

export interface SiteUpdate {
  readonly account: number;
  readonly id: number;
  readonly name: string | null;
  readonly origins: string | null;
  readonly at: Micros;
  /** The version that the site must have. Null for every version. */
  readonly onlyVersion: number | null;
}

/**
 * Updates a site. An update that changes nothing keeps the version. Returns undefined if it does not exist, or has
 * another version than `onlyVersion`.
 */
export const updateSite = write('sites.update', function* (input: SiteUpdate): Operation<SiteRow | undefined> {
  const { id, account, name, origins, at, onlyVersion } = input;
  const isSame = sql`name = coalesce(${name}, name) and origins = coalesce(${origins}, origins)`;
  return yield* one<SiteRow>`
    update askwell_sites set name = coalesce(${name}, name), origins = coalesce(${origins}, origins),
      updated_at = case when ${isSame} then updated_at else ${at} end,
      version = case when ${isSame} then version else version + 1 end
    where id = ${id} and account_id = ${account} ${isVersion(onlyVersion)} returning ${siteColumns}`;
});

function isVersion(version: number | null): Fragment {
  return version === null ? sql`` : sql`and version = ${version}`;
}

export interface SiteDesignChange {
  readonly account: number;
  readonly id: number;
  /** The members that change, as JSON. Null removes the design. */
  readonly change: string | null;
  readonly at: Micros;
  /** The version that the site must have. Null for every version. */
  readonly onlyVersion: number | null;
}

/** Changes the design of a site. An update that changes nothing keeps the version of the site. */
export const changeSiteDesign = write(
  'sites.design',
  function* ({ account, id, change, at, onlyVersion }: SiteDesignChange): Operation<SiteRow | 'stale' | undefined> {
    yield* lockSiteForChange(id);
    const row = yield* one<SiteRow>`
      select ${siteColumns} from askwell_sites where id = ${id} and account_id = ${account}`;
    if (!row) return undefined;
    if (onlyVersion !== null && row.version !== onlyVersion) return 'stale';
    const before: DesignDraft = row.design === null ? {} : JSON.parse(row.design);
    const merged = completeDesign(change === null ? {} : { ...before, ...JSON.parse(change) });
    const design = Object.values(merged).some((member) => member !== null) ? JSON.stringify(merged) : null;
    if (design === row.design) return row;
    return yield* one<SiteRow>`
      update askwell_sites set design = ${design}, updated_at = ${at}, version = version + 1 where id = ${id}
      returning ${siteColumns}`;
  },
);

export type DeleteSiteOutcome = 'deleted' | 'unknown' | 'stale' | 'in_use';

/** A site with keys is not deleted, because a key without its site would lose its scope. */
export const deleteSite = write(
  'sites.delete',
  function* (input: { account: number; id: number; onlyVersion: number | null }): Operation<DeleteSiteOutcome> {
    const { account, id, onlyVersion } = input;
    yield* lockSiteForDeletion(id);
    const row = yield* one<{ version: number }>`
      select version from askwell_sites where id = ${id} and account_id = ${account}`;
    if (!row) return 'unknown';
    if (onlyVersion !== null && row.version !== onlyVersion) return 'stale';
    if (yield* one`select 1 from askwell_keys where site_id = ${id} limit 1`) return 'in_use';
    if (yield* one`select 1 from askwell_asks where site_id = ${id} limit 1`) return 'in_use';
    yield* run`delete from askwell_sites where id = ${id} and account_id = ${account}`;
    return 'deleted';
  },
);

export function* selectSite(scope: Scope, id: number): Operation<SiteRow | undefined> {
  if (scope.site !== null && scope.site !== id) return undefined;
  return yield* one<SiteRow>`
    select ${siteColumns} from askwell_sites where id = ${id} and account_id = ${scope.account}`;
}

export function selectSites(scope: Scope, page: PageRequest): Operation<SiteRow[]> {
  const within = scope.site === null ? sql`` : sql`and id = ${scope.site}`;
  return all<SiteRow>`
    select ${siteColumns} from askwell_sites
    where account_id = ${scope.account} ${within} and ${pageClause(page)}`;
}

/** Selects the origins whose pages may answer the asks of a site, for visitors, who have no scope. */
export function* selectSiteOrigins(id: number): Operation<string> {
  const row = yield* one<{ origins: string }>`select origins from askwell_sites where id = ${id}`;
  return row?.origins ?? '[]';
}

/** Selects the default design of the asks of a site, as JSON, for visitors, who have no scope. */
export function* selectSiteDesign(id: number): Operation<string | null> {
  const row = yield* one<{ design: string | null }>`select design from askwell_sites where id = ${id}`;
  return row?.design ?? null;
}
