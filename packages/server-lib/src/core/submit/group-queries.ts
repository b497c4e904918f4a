import type { Micros } from '../../base/clock.js';
import { Bulk } from '../../db/sets/statement-set.js';
import { byIndex, valuesOf } from '../../db/sql/dialect.js';
import { all, sql } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { type AskKey, toBytesRow, toTextRow } from './ask-key.js';
import { votersOfNetwork } from './voter-ref.js';

export interface GroupedAskRow {
  seq: number;
  kind: AskKind;
  account_id: number;
  site_id: number | null;
  version: number;
  updated_at: Micros;
  definition: string;
  answers: number;
  tally_seq: number;
}

export function selectGroupAsks(seqs: readonly number[]): Bulk<number, GroupedAskRow> {
  return new Bulk(
    seqs,
    (part) => all<GroupedAskRow>`
      with k (seq) as (${valuesOf(
        ['bigint'],
        part.map((seq) => [seq]),
      )})
      select a.seq, a.kind, a.account_id, a.site_id, a.version, a.updated_at, a.definition, c.answers, c.tally_seq
      from k cross join askwell_asks a join askwell_counters c on c.ask = a.seq where a.seq = k.seq`,
  );
}

/** The stored data of a voter: an answer with its number `n`, the number `n` of purged answers, or a ticket without `n`. */
export type VoterRow = { ask: number; voter: Uint8Array } & (
  | { n: number; id: string; body: string; replay: Uint8Array | null; created_at: Micros }
  | { n: number | null; id: null }
);

/** Selects the answers of voters, the numbers of their purged answers, and if required whether they are tickets. */
export function selectVoters(
  voters: readonly AskKey[],
  { tickets }: { readonly tickets: boolean },
): Bulk<AskKey, VoterRow> {
  return new Bulk(
    voters,
    (part) => all<VoterRow>`
      with k (ask, voter) as (${valuesOf(['bigint', 'bytea'], part.map(toBytesRow))})
      select a.ask, a.voter, a.nth as n, a.id, a.body, a.replay, a.created_at
      from k cross join askwell_answers a ${byIndex('askwell_answers_by_voter')}
      where a.ask = k.ask and a.voter = k.voter and a.nth is not null
      union all select p.ask, p.voter, p.n, null, null, null, null
      from k cross join askwell_purged_voters p where p.ask = k.ask and p.voter = k.voter
      ${tickets ? orTicket : nothing}`,
  );
}

const nothing = sql``;

const orTicket = sql`
  union all select t.ask, t.voter, null, null, null, null, null
  from k cross join askwell_tickets t where t.ask = k.ask and t.voter = k.voter`;

export interface NetworkRow {
  ask: number;
  /** The lowest voter of the network. */
  lowest: Uint8Array;
  n: number;
}

/**
 * Counts the answers from networks, including purged ones.
 *
 * @param limit The number of answers at which further ones are refused. Counting stops there.
 */
export function selectNetworks(networks: readonly AskKey[], limit: number): Bulk<AskKey, NetworkRow> {
  return new Bulk(
    networks,
    (part) => all<NetworkRow>`
      with k (ask, lowest, highest) as (${valuesOf(
        ['bigint', 'bytea', 'bytea'],
        part.map(({ ask, text }) => [ask, ...votersOfNetwork(text)]),
      )})
      select k.ask, k.lowest, cast(
        (select count(*) from (
          select 1 from askwell_answers a ${byIndex('askwell_answers_by_voter')}
          where a.ask = k.ask and a.voter >= k.lowest and a.voter <= k.highest and a.nth is not null limit ${limit}) answers)
        + coalesce((select sum(n) from (
          select p.n from askwell_purged_voters p
          where p.ask = k.ask and p.voter >= k.lowest and p.voter <= k.highest limit ${limit}) purged), 0) as bigint) as n
      from k`,
  );
}

export interface TokenRow {
  ask: number;
  token: Uint8Array;
  /** 1 if an answer has used the token. */
  is_spent: number;
  /** The number of answers that were checked with the token. */
  checked: number;
}

/** Selects the stored data of single-use tokens, with a row for each token. */
export function selectTokens(tokens: readonly AskKey[]): Bulk<AskKey, TokenRow> {
  return new Bulk(
    tokens,
    (part) => all<TokenRow>`
      with k (ask, token) as (${valuesOf(['bigint', 'bytea'], part.map(toBytesRow))})
      select k.ask, k.token,
        exists (select 1 from askwell_spent s where s.ask = k.ask and s.token = k.token) as is_spent,
        (select count(*) from askwell_checks c where c.ask = k.ask and c.token = k.token) as checked
      from k`,
  );
}

/** Selects the counts of buckets. */
export function selectCounts(buckets: readonly AskKey[]) {
  return new Bulk(
    buckets,
    (part) => all<{ ask: number; bucket: string; n: number }>`
      with k (ask, bucket) as (${valuesOf(['bigint', 'text'], part.map(toTextRow))})
      select t.ask, t.bucket, t.n from k cross join askwell_tallies t where t.ask = k.ask and t.bucket = k.bucket`,
  );
}
