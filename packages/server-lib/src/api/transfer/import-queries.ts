import type { Micros } from '../../base/clock.js';
import { wireIdOf } from '../../core/ids.js';
import { claimQuota, type QuotaExceeded, type Quotas, selectByteLength } from '../../core/quotas.js';
import { lockAccount } from '../../db/locks.js';
import { eraseWrite, type Operation, write } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { all, one, rows, run } from '../../db/sql/statement.js';
import { selectDeletedByOthers } from '../../owners/removal/deleted-ids.js';
import { hideImportedAsks, importLease } from '../../owners/removal/removal-queries.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { IdMode } from './row-batch.js';

/** A running import. */
export interface ImportRef {
  readonly account: number;
  /** Identifies the import. */
  readonly token: string;
}

/** A write of a running import. */
export interface ImportStep extends ImportRef {
  readonly at: Micros;
}

/** The refusal of a write after the import was interrupted: its account was deleted, or it paused for too long. */
export interface Interrupted {
  readonly refused: 'interrupted';
}

export const interrupted: Interrupted = { refused: 'interrupted' };

/**
 * Starts an import. An account has one import at a time. First removes the rows of an interrupted import: `more` means that the
 * write must be repeated.
 */
export const beginImport = write('imports.begin', function* ({ account, token, at }: ImportStep): Operation<
  'begun' | 'more' | { refused: 'unknown_account' | 'running' }
> {
  yield* lockAccount(account);
  if (!(yield* one`select 1 from askwell_accounts where id = ${account} and closed_at is null`)) {
    return { refused: 'unknown_account' };
  }
  const running = yield* one`
    select 1 from askwell_imports where account_id = ${account} and touched_at >= ${at - importLease}`;
  if (running) return { refused: 'running' };
  if (!(yield* hideImportedAsks(account))) return 'more';
  yield* run`
    insert into askwell_imports (account_id, token, touched_at) values (${account}, ${token}, ${at})
    on conflict (account_id) do update set token = excluded.token, touched_at = excluded.touched_at`;
  return 'begun';
});

/** Returns whether the import is still running, and marks it as active. */
export function* touchImport({ account, token, at }: ImportStep): Operation<boolean> {
  yield* lockAccount(account);
  const row = yield* one`
    update askwell_imports set touched_at = ${at} where account_id = ${account} and token = ${token} returning 1`;
  return row !== undefined;
}

export interface ImportedAskInput extends ImportStep {
  /** The number of the ask in the file. */
  readonly number: number;
  readonly definition: string;
  readonly version: number;
  readonly quotas: Quotas;
}

/** Adds an ask that nobody sees until it is published. It counts for the quotas of its account. */
export const addImportedAsk = write('imports.ask', function* (input: ImportedAskInput): Operation<
  { seq: number } | Interrupted | { refused: QuotaExceeded }
> {
  const { account, token, number, definition, version, at } = input;
  if (!(yield* touchImport(input))) return interrupted;
  const growth = { asks: 1, bytes: yield* selectByteLength(definition) };
  const exceeded = yield* claimQuota(account, growth, input.quotas);
  if (exceeded) return { refused: exceeded };
  const row = yield* one<{ seq: number }>`
    insert into askwell_asks (id, kind, account_id, status, title, definition, version, created_at, updated_at)
    values (${`~${token}.${number}`}, 'importing', ${account}, 'draft', '', ${definition}, ${version}, ${at}, ${at})
    returning seq`;
  if (!row) throw new Error('INSERT … RETURNING returned no row.');
  yield* run`insert into askwell_counters (ask, answers, tally_seq) values (${row.seq}, 0, 0)`;
  return row;
});

export function* countSites(account: number): Operation<number> {
  const row = yield* one<{ n: number }>`select count(*) as n from askwell_sites where account_id = ${account}`;
  return row?.n ?? 0;
}

/** IDs that an import cannot keep. */
export interface TakenIds {
  /** Whether asks of the same account have these IDs. Otherwise, another account has or had some of them. */
  readonly areOwn: boolean;
  /** The IDs with their prefixes. */
  readonly ids: readonly string[];
}

/**
 * Returns the IDs of asks that an import cannot keep. Does not reveal whether another account has an ID or has deleted it, or which
 * account.
 */
export function* findTakenIds(
  { account, ids: mode }: { readonly account: number; readonly ids: IdMode },
  asks: readonly { readonly kind: AskKind; readonly id: string }[],
): Operation<TakenIds | undefined> {
  const own = new Set<string>();
  const others = new Set<string>();
  // Selects existing asks first, so that an ask that is deleted in between is found among the deleted asks.
  for (const chunk of chunks(asks.map(({ id }) => id))) {
    const existing = yield* all<{ id: string; account_id: number }>`
      select id, account_id from askwell_asks where id in ${rows([chunk])}`;
    for (const { id, account_id } of existing) (account_id === account ? own : others).add(id);
  }
  if (mode === 'keep')
    for (const id of yield* selectDeletedByOthers(
      account,
      asks.map(({ id }) => id),
    ))
      others.add(id);
  const taken = others.size > 0 ? others : own;
  const ids = asks.filter(({ id }) => taken.has(id)).map(wireIdOf);
  return ids.length === 0 ? undefined : { areOwn: taken === own, ids };
}

/** Hides the next asks of a failed import, so that the removal deletes their rows. Ends the import with the last ask. */
export const abandonImport = eraseWrite(
  'imports.abandon',
  function* ({ account, token }: ImportRef): Operation<'more' | 'done'> {
    yield* lockAccount(account);
    if (!(yield* one`select 1 from askwell_imports where account_id = ${account} and token = ${token}`)) return 'done';
    if (!(yield* hideImportedAsks(account))) return 'more';
    yield* run`delete from askwell_imports where account_id = ${account}`;
    return 'done';
  },
  (outcome) => outcome === 'done',
);
