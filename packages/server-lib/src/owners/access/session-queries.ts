import type { Micros } from '../../base/clock.js';
import { type LastUse, latestUses } from '../../db/last-used-times.js';
import { lockAccount, lockSessions } from '../../db/locks.js';
import { batchWrite, write } from '../../db/operation.js';
import { type LookupSource, lookUp } from '../../db/sets/lookup.js';
import { Bulk, together } from '../../db/sets/statement-set.js';
import { valuesOf } from '../../db/sql/dialect.js';
import { all, one, run, sql } from '../../db/sql/statement.js';
import { maxSessions } from './limits.js';

export interface SessionRow {
  id: number;
  account_id: number;
  agent: string;
  /** 1 if the session was opened with a link of the host app. */
  by_link: number;
  created_at: Micros;
  seen_at: Micros;
}

export interface NewSession {
  readonly account: number;
  /** The stored password that the sign-in was verified with; null if no password was required. */
  readonly expectedPassword: string | null;
  readonly tokenHash: Uint8Array;
  readonly agent: string;
  /** Whether a link of the host app opens the session. */
  readonly byLink?: boolean;
  readonly at: Micros;
  /** The token hash of the previous session in the same browser, which is deleted. */
  readonly replaces: Uint8Array | null;
  /** Sessions that were last used before this time have expired. */
  readonly idleSince: Micros;
  /** Sessions that were opened before this time have expired. */
  readonly openedSince: Micros;
}

/**
 * Opens a session. Returns false and opens nothing if the account was closed or its password changed since the password
 * was verified.
 */
export const openSession = write('sessions.open', function* (input: NewSession) {
  const { account, expectedPassword } = input;
  yield* lockAccount(account);
  const isUnchanged = yield* one`
    select 1 from askwell_accounts
    where id = ${account} and closed_at is null and (cast(${expectedPassword} as text) is null or password = ${expectedPassword})`;
  if (!isUnchanged) return false;
  if (input.replaces) yield* run`delete from askwell_sessions where token_hash = ${input.replaces}`;
  yield* run`
    delete from askwell_sessions where account_id = ${account}
    and (seen_at < ${input.idleSince} or created_at < ${input.openedSince})`;
  yield* run`
    delete from askwell_sessions where account_id = ${account} and id not in (
      select id from askwell_sessions where account_id = ${account} order by seen_at desc, id desc limit ${maxSessions - 1})`;
  yield* run`
    insert into askwell_sessions (account_id, token_hash, agent, by_link, created_at, seen_at)
    values (${account}, ${input.tokenHash}, ${input.agent}, ${input.byLink ? 1 : 0}, ${input.at}, ${input.at})`;
  return true;
});

export const closeSession = write('sessions.close', function* (input: { tokenHash: Uint8Array }) {
  yield* run`delete from askwell_sessions where token_hash = ${input.tokenHash}`;
});

export const revokeSession = write('sessions.revoke', function* (input: { account: number; id: number }) {
  yield* run`delete from askwell_sessions where account_id = ${input.account} and id = ${input.id}`;
});

export const revokeOtherSessions = write('sessions.revokeOthers', function* (input: { account: number; keep: number }) {
  yield* run`delete from askwell_sessions where account_id = ${input.account} and id <> ${input.keep}`;
});

/** Updates the times of last use, but never to an earlier time. */
export const touchSessions = batchWrite('sessions.touch', function* (inputs: readonly LastUse[]) {
  const latest = latestUses(inputs).map(({ id, at }) => [id, at] as const);
  yield* lockSessions(latest.map(([id]) => id));
  yield* together([
    new Bulk(
      latest,
      (part) => run`
        with u (id, at) as (${valuesOf(['bigint', 'bigint'], part)})
        update askwell_sessions as s set seen_at = u.at from u where s.id = u.id and s.seen_at < u.at`,
    ),
  ]);
  return inputs.map(() => null);
});

const sessions: LookupSource = {
  key: sql`token_hash`,
  keyType: 'bytea',
  columns: sql`id, account_id, agent, by_link, created_at, seen_at`,
  from: sql`askwell_sessions`,
};

export function selectSessionByToken(tokenHash: Uint8Array) {
  return lookUp<SessionRow>(sessions, tokenHash);
}

export function selectSessions(account: number) {
  return all<SessionRow>`
    select id, account_id, agent, by_link, created_at, seen_at from askwell_sessions
    where account_id = ${account} order by seen_at desc, id desc`;
}
