import type { Micros } from '../../base/clock.js';
import { type Change, changeOf } from '../../db/changes/change.js';
import { logChanges } from '../../db/changes/log-changes.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../db/idempotency.js';
import { lockAccount, lockAsk, lockSite } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { Lookup, type LookupSource } from '../../db/sets/lookup.js';
import { one, run, sql } from '../../db/sql/statement.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskStatus } from '../../shared/contract/resources.js';
import { wireIdOf } from '../ids.js';
import { claimQuota, type QuotaExceeded, type Quotas, selectByteLength } from '../quotas.js';
import { uncountedBucket } from '../results/uncounted-bucket.js';
import type { CodeDefinition } from './code-definition.js';
import { insertCodeDefinition, selectDefinedId, updateCodeDefinition } from './code-definition-queries.js';

export interface AskRow {
  seq: number;
  id: string;
  kind: AskKind;
  account_id: number;
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

/** A row with the counters that change with every answer. */
export interface CountedAskRow extends AskRow {
  answers: number;
  tally_seq: number;
  /** The number of answers that do not count in `max_answers`. */
  uncounted: number;
}

/** The columns of {@link CountedAskRow}. Select them from {@link askTables}. */
export const askColumns = sql`a.seq, a.id, a.kind, a.account_id, a.site_id, a.status, a.opens_at, a.closes_at, a.keep_days, a.title, a.definition,
  a.version, a.created_at, a.updated_at, c.answers, c.tally_seq,
  coalesce((select t.n from askwell_tallies t where t.ask = a.seq and t.bucket = ${uncountedBucket}), 0) as uncounted`;
export const askTables = sql`askwell_asks a join askwell_counters c on c.ask = a.seq`;

/** The parts of an ask that its author sets. */
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
  /** The definition in the code of the host that creates the ask. Null if a request creates it. */
  readonly codeDefinition: CodeDefinition | null;
}

/** Creates an ask, unless an earlier request with the same key, or a definition in code with the same key, created it. */
export const createAsk = write('asks.create', (input: NewAsk) => createOnce(input.idempotency, () => insertAsk(input)));

type CreationRefusal = 'unknown_site' | 'unknown_account' | QuotaExceeded;

function* insertAsk(input: NewAsk): Operation<CreationOutcome<CreationRefusal, CountedAskRow>> {
  const { account, id, kind, site, status, opensAt, closesAt, keepDays, title, definition, at, codeDefinition } = input;
  yield* lockAccount(account);
  if (!(yield* one`select 1 from askwell_accounts where id = ${account} and closed_at is null`)) {
    return { refused: 'unknown_account' };
  }
  const defined = codeDefinition && (yield* selectDefinedId(account, kind, codeDefinition.key));
  if (defined) return { resource: wireIdOf({ kind, ...defined }), replayed: true };
  if (site !== null) yield* lockSite(site);
  if (!(yield* ownsSite(account, site))) return { refused: 'unknown_site' };
  const growth = { asks: 1, bytes: yield* selectByteLength(definition) };
  const exceeded = yield* claimQuota(account, growth, input.quotas);
  if (exceeded) return { refused: exceeded };
  const row = yield* one<{ seq: number }>`
    insert into askwell_asks (id, kind, account_id, site_id, status, opens_at, closes_at, keep_days, title, definition, version,
      created_at, updated_at)
    values (${id}, ${kind}, ${account}, ${site}, ${status}, ${opensAt}, ${closesAt}, ${keepDays}, ${title}, ${definition}, 1,
      ${at}, ${at}) returning seq`;
  if (!row) throw new Error('INSERT … RETURNING returned no row.');
  yield* run`insert into askwell_counters (ask, answers, tally_seq) values (${row.seq}, 0, 0)`;
  if (codeDefinition) yield* insertCodeDefinition({ account, kind, ask: row.seq }, codeDefinition);
  yield* logChanges([changeOf('ask.created', { seq: row.seq, account_id: account, site_id: site }, at)]);
  const terms = {
    site_id: site,
    status,
    opens_at: opensAt,
    closes_at: closesAt,
    keep_days: keepDays,
    title,
    definition,
  };
  const counters = { answers: 0, tally_seq: 0, uncounted: 0 };
  return {
    resource: wireIdOf(input),
    row: {
      seq: row.seq,
      id,
      kind,
      account_id: account,
      ...terms,
      version: 1,
      created_at: at,
      updated_at: at,
      ...counters,
    },
  };
}

export interface AskUpdate extends AskContent {
  readonly account: number;
  readonly seq: number;
  /** The version the update is based on. If the stored version differs, the update is stale. */
  readonly fromVersion: number;
  /** Items that the update removes. Their buckets must be empty. */
  readonly removedItems: readonly { path: string; bucket: string }[];
  /** Inputs that no longer accept write-ins. They must have none. */
  readonly closedInputs: readonly string[];
  /** Items that the update gives another text by mistake. Their buckets must be empty. */
  readonly renamedItems: readonly { path: string; bucket: string }[];
  /** Whether to refuse the update if the ask has answers. */
  readonly refuseIfAnswered: boolean;
  /** The definition in the code of the host that updates the ask. Null for all other updates. */
  readonly codeDefinition: CodeDefinition | null;
  /** The working copy that the update publishes and deletes. Null for all other updates. */
  readonly publishes: PublishedCopy | null;
  readonly at: Micros;
  readonly quotas: Quotas;
}

/** The working copy of an ask that is published. */
export interface PublishedCopy {
  /** The revision that the working copy must have. Null if there must be none. */
  readonly revision: string | null;
}

export type AskUpdateOutcome =
  | 'updated'
  | { refused: 'unknown' | 'stale' | 'unknown_site' }
  | { refused: 'answered'; answers: number }
  | { refused: QuotaExceeded }
  | { refused: 'item_has_answers' | 'item_renamed'; path: string; answers: number }
  | { refused: 'input_has_write_ins'; input: string };

export const updateAsk = write('asks.update', function* (input: AskUpdate): Operation<AskUpdateOutcome> {
  yield* lockAccount(input.account);
  if (input.site !== null) yield* lockSite(input.site);
  yield* lockAsk(input.seq);
  const row = yield* one<UpdatedRow>`
    select a.id, a.kind, a.version, a.status, a.site_id, c.answers, octet_length(a.definition) as bytes from ${askTables} where a.seq = ${input.seq} and a.account_id = ${input.account}`;
  if (!row) return { refused: 'unknown' };
  if (row.version !== input.fromVersion) return { refused: 'stale' };
  if (input.publishes) {
    const copy = yield* one<{ revision: string }>`
      select revision from askwell_working_copies where ask = ${input.seq}`;
    if ((copy?.revision ?? null) !== input.publishes.revision) return { refused: 'stale' };
  }
  if (input.refuseIfAnswered && row.answers > 0) return { refused: 'answered', answers: row.answers };
  if (!(yield* ownsSite(input.account, input.site))) return { refused: 'unknown_site' };
  for (const { path, bucket } of input.removedItems) {
    const answered = yield* selectAnswered(input.seq, bucket);
    if (answered) return { refused: 'item_has_answers', path, answers: answered.n };
  }
  for (const { path, bucket } of input.renamedItems) {
    const answered = yield* selectAnswered(input.seq, bucket);
    if (answered) return { refused: 'item_renamed', path, answers: answered.n };
  }
  for (const name of input.closedInputs) {
    const row = yield* one`select 1 from askwell_write_ins where ask = ${input.seq} and input = ${name} and n > 0`;
    if (row) return { refused: 'input_has_write_ins', input: name };
  }
  const growth = { asks: 0, bytes: (yield* selectByteLength(input.definition)) - row.bytes };
  const exceeded = yield* claimQuota(input.account, growth, input.quotas);
  if (exceeded) return { refused: exceeded };
  yield* run`
    update askwell_asks set site_id = ${input.site}, status = ${input.status}, opens_at = ${input.opensAt}, closes_at = ${input.closesAt},
      keep_days = ${input.keepDays}, title = ${input.title}, definition = ${input.definition}, version = version + 1, updated_at = ${input.at}
    where seq = ${input.seq}`;
  if (input.codeDefinition) yield* updateCodeDefinition(input.seq, input.codeDefinition);
  if (input.publishes) yield* run`delete from askwell_working_copies where ask = ${input.seq}`;
  yield* logChanges(changesOf(input, row));
  return 'updated';
});

/** Selects how many answers an item has, if it has any. */
function selectAnswered(ask: number, bucket: string): Operation<{ n: number } | undefined> {
  return one<{ n: number }>`select n from askwell_tallies where ask = ${ask} and bucket = ${bucket} and n > 0`;
}

interface UpdatedRow {
  id: string;
  kind: AskKind;
  version: number;
  status: AskStatus;
  site_id: number | null;
  answers: number;
  bytes: number;
}

function changesOf({ account, seq, site, status, at }: AskUpdate, before: UpdatedRow): Change[] {
  const ask = { seq, account_id: account, site_id: site };
  const changes = [changeOf('ask.updated', ask, at)];
  if (status === 'closed' && before.status !== 'closed') changes.push(changeOf('ask.closed', ask, at));
  if (site === before.site_id) return changes;
  const left = changeOf('ask.left', { ...ask, site_id: before.site_id }, at, wireIdOf(before));
  // Logged first, so that keys of the new site receive the ask before its changes.
  return [left, changeOf('ask.joined', ask, at), ...changes];
}

function* ownsSite(account: number, site: number | null): Operation<boolean> {
  if (site === null) return true;
  return (yield* one`select 1 from askwell_sites where id = ${site} and account_id = ${account}`) !== undefined;
}

/** Selects an ask that belongs to the account and, if the scope names one, to the site. */
export function selectOwnedAsk(scope: Scope, kind: AskKind, id: string): Operation<CountedAskRow | undefined> {
  return one<CountedAskRow>`
    select ${askColumns} from ${askTables} where a.id = ${id} and a.kind = ${kind} and a.account_id = ${scope.account}
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`}`;
}

/** An ask with the stored facts about its definition in the code of the host. */
export interface DefinedAskRow extends CountedAskRow {
  digest: string;
  /** JSON. */
  named: string;
}

/** Selects the ask that the code of the host defines under a key. */
export function selectDefinedAsk(account: number, kind: AskKind, key: string): Operation<DefinedAskRow | undefined> {
  return one<DefinedAskRow>`
    select ${askColumns}, d.digest, d.named from ${askTables} join askwell_code_definitions d on d.ask = a.seq
    where d.account_id = ${account} and d.kind = ${kind} and d.key = ${key} and a.kind = ${kind}`;
}

/** The columns needed to accept or refuse an answer. The definition is only read if this version is not cached. */
export interface StoredAskHead {
  seq: number;
  version: number;
  updated_at: Micros;
  status: AskStatus;
}

const heads: LookupSource = {
  key: sql`id`,
  keyType: 'text',
  columns: sql`seq, version, status, updated_at, kind`,
  from: sql`askwell_asks`,
};

export function selectAskHead(kind: AskKind, id: string): Operation<StoredAskHead | undefined> {
  return new Lookup<StoredAskHead & { kind: AskKind }, StoredAskHead | undefined>(heads, id, ([row]) =>
    row?.kind === kind ? row : undefined,
  );
}

export function selectAskBySeq(seq: number): Operation<AskRow | undefined> {
  return one<AskRow>`
    select seq, id, kind, account_id, site_id, status, opens_at, closes_at, keep_days, title, definition, version, created_at,
      updated_at
    from askwell_asks where seq = ${seq} and kind in ('poll', 'quiz', 'form')`;
}
