import type { Scope } from '../../access/scope.js';
import type { Micros } from '../../clock.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../store/idempotency.js';
import { type Operation, write } from '../../store/operation.js';
import type { PageRequest } from '../../store/paging.js';
import { all, type Fragment, one, rows, run, sql } from '../../store/statement.js';
import type { AskKind, AskStatus } from '../ask-types.js';
import { wireIdOf } from '../ids.js';
import { bytesOf, claim, type OverQuota, type Quotas } from '../quotas.js';

export interface AskRow {
  seq: number;
  id: string;
  kind: AskKind;
  site_id: number | null;
  status: AskStatus;
  opens_at: Micros | null;
  closes_at: Micros | null;
  keep_days: number | null;
  title: string;
  definition: string;
  version: number;
  created_at: Micros;
  updated_at: Micros;
}

/** A row with what moves while answers come in. */
export interface CountedAskRow extends AskRow {
  answers: number;
  tally_seq: number;
}

const columns = sql`a.seq, a.id, a.kind, a.site_id, a.status, a.opens_at, a.closes_at, a.keep_days, a.title, a.definition,
  a.version, a.created_at, a.updated_at, c.answers, c.tally_seq`;
const tables = sql`askwell_asks a join askwell_counters c on c.ask = a.seq`;

/** The part of an ask that its author decides. */
export interface AskContent {
  readonly site: number | null;
  readonly status: AskStatus;
  readonly opensAt: Micros | null;
  readonly closesAt: Micros | null;
  readonly keepDays: number | null;
  readonly title: string;
  readonly definition: string;
}

export interface NewAsk extends AskContent {
  readonly id: string;
  readonly kind: AskKind;
  readonly account: number;
  readonly at: Micros;
  readonly quotas: Quotas;
  readonly idempotency: IdempotentRequest | null;
}

export const createAsk = write('asks.create', (input: NewAsk) => createOnce(input.idempotency, () => insertAsk(input)));

function* insertAsk(input: NewAsk): Operation<CreationOutcome<'unknown_site' | 'unknown_account' | OverQuota>> {
  const { account } = input;
  if (!(yield* one`select 1 from askwell_accounts where id = ${account} and closed_at is null`)) {
    return { refused: 'unknown_account' };
  }
  if (!(yield* ownsSite(account, input.site))) return { refused: 'unknown_site' };
  const growth = { asks: 1, bytes: yield* bytesOf(input.definition) };
  const exceeded = yield* claim(account, growth, input.quotas);
  if (exceeded) return { refused: exceeded };
  const row = yield* one<{ seq: number }>`
    insert into askwell_asks (id, kind, account_id, site_id, status, opens_at, closes_at, keep_days, title, definition, version,
      created_at, updated_at)
    values (${input.id}, ${input.kind}, ${input.account}, ${input.site}, ${input.status}, ${input.opensAt}, ${input.closesAt},
      ${input.keepDays}, ${input.title}, ${input.definition}, 1, ${input.at}, ${input.at}) returning seq`;
  if (!row) throw new Error('An insert that returns its number returned none.');
  yield* run`insert into askwell_counters (ask, answers, tally_seq) values (${row.seq}, 0, 0)`;
  return { resource: wireIdOf(input) };
}

export interface AskUpdate extends AskContent {
  readonly account: number;
  readonly seq: number;
  /** The version the change was made from; another one by now means that somebody was quicker. */
  readonly from: number;
  /** Buckets that must be empty, since what they count is gone. */
  readonly removed: readonly { path: string; bucket: string }[];
  /** Inputs that take write-ins no more, and so must have none. */
  readonly closed: readonly string[];
  /** Whether the change is refused once there are answers. */
  readonly onlyUnanswered: boolean;
  readonly at: Micros;
  readonly quotas: Quotas;
}

export type AskUpdated =
  | 'updated'
  | { refused: 'unknown' | 'stale' | 'unknown_site' | 'answered' }
  | { refused: OverQuota }
  | { removed: string }
  | { writtenIn: string };

export const updateAsk = write('asks.update', function* (input: AskUpdate): Operation<AskUpdated> {
  const row = yield* one<{ version: number; answers: number; bytes: number }>`
    select a.version, c.answers, octet_length(a.definition) as bytes from ${tables} where a.seq = ${input.seq} and a.account_id = ${input.account}`;
  if (!row) return { refused: 'unknown' };
  if (row.version !== input.from) return { refused: 'stale' };
  if (input.onlyUnanswered && row.answers > 0) return { refused: 'answered' };
  if (!(yield* ownsSite(input.account, input.site))) return { refused: 'unknown_site' };
  for (const { path, bucket } of input.removed) {
    const counted = yield* one`select 1 from askwell_tallies where ask = ${input.seq} and bucket = ${bucket} and n > 0`;
    if (counted) return { removed: path };
  }
  for (const writtenIn of input.closed) {
    const row = yield* one`select 1 from askwell_write_ins where ask = ${input.seq} and input = ${writtenIn} and n > 0`;
    if (row) return { writtenIn };
  }
  const growth = { asks: 0, bytes: (yield* bytesOf(input.definition)) - row.bytes };
  const exceeded = yield* claim(input.account, growth, input.quotas);
  if (exceeded) return { refused: exceeded };
  yield* run`
    update askwell_asks set site_id = ${input.site}, status = ${input.status}, opens_at = ${input.opensAt}, closes_at = ${input.closesAt},
      keep_days = ${input.keepDays}, title = ${input.title}, definition = ${input.definition}, version = version + 1, updated_at = ${input.at}
    where seq = ${input.seq}`;
  return 'updated';
});

function* ownsSite(account: number, site: number | null): Operation<boolean> {
  if (site === null) return true;
  return (yield* one`select 1 from askwell_sites where id = ${site} and account_id = ${account}`) !== undefined;
}

export interface AskFilter {
  readonly site: number | null;
  readonly status: AskStatus | null;
  /** A part of the title, whatever the case of its ASCII letters. */
  readonly q: string | null;
}

/** Of a list of asks, one that was looked at. */
export interface AskLookedAt {
  seq: number;
  /** Bytes of its definition. */
  bytes: number;
  /** 1 where the filter lets it through. */
  matches: number;
}

/** Looks at asks one after the other, without their definitions, and tells which of them a filter lets through. */
export function lookAtAsks(
  scope: Scope,
  kind: AskKind,
  filter: AskFilter,
  page: PageRequest,
): Operation<AskLookedAt[]> {
  const { after, order, limit } = page;
  return all<AskLookedAt>`
    select a.seq, octet_length(a.definition) as bytes,
      case when ${matches(scope, filter)} then 1 else 0 end as matches
    from askwell_asks a where a.account_id = ${scope.account} and a.kind = ${kind}
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`}
    ${after === null ? sql`` : order === 'asc' ? sql`and a.seq > ${after}` : sql`and a.seq < ${after}`}
    order by a.seq ${order === 'asc' ? sql`asc` : sql`desc`} limit ${limit}`;
}

/** Reads some asks that were looked at, in the order of the list; those that no longer match are left out. */
export function asksBySeq(
  scope: Scope,
  { filter, order }: { filter: AskFilter; order: PageRequest['order'] },
  seqs: readonly number[],
): Operation<CountedAskRow[]> {
  return all<CountedAskRow>`
    select ${columns} from ${tables} where a.seq in ${rows([seqs])} and a.account_id = ${scope.account}
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`} and ${matches(scope, filter)}
    order by a.seq ${order === 'asc' ? sql`asc` : sql`desc`}`;
}

function matches(scope: Scope, { site, status, q }: AskFilter): Fragment {
  // A key of one site has nothing in another.
  if (scope.site !== null && site !== null && site !== scope.site) return sql`1 = 0`;
  return sql`(1 = 1
    ${site === null ? sql`` : sql`and a.site_id = ${site}`}
    ${status === null ? sql`` : sql`and a.status = ${status}`}
    ${q === null ? sql`` : sql`and instr(lower(a.title), lower(${q})) > 0`})`;
}

/** An ask of the owner's, within the scope. */
export function ownedAsk(scope: Scope, kind: AskKind, id: string): Operation<CountedAskRow | undefined> {
  return one<CountedAskRow>`
    select ${columns} from ${tables} where a.id = ${id} and a.kind = ${kind} and a.account_id = ${scope.account}
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`}`;
}

/** What an answer needs to know first; the definition is read only where this version of it is not known yet. */
export interface AskHead {
  seq: number;
  version: number;
  status: AskStatus;
}

export function askHead(kind: AskKind, id: string): Operation<AskHead | undefined> {
  return one<AskHead>`select seq, version, status from askwell_asks where id = ${id} and kind = ${kind}`;
}

export function askBySeq(seq: number): Operation<AskRow | undefined> {
  return one<AskRow>`
    select seq, id, kind, site_id, status, opens_at, closes_at, keep_days, title, definition, version, created_at, updated_at
    from askwell_asks where seq = ${seq} and kind <> 'deleted'`;
}
