import type { Micros } from '../clock.js';
import { batchWrite, write } from '../store/operation.js';
import { all, one, run } from '../store/statement.js';

export interface SessionRow {
  id: number;
  account_id: number;
  agent: string;
  created_at: Micros;
  seen_at: Micros;
}

export interface NewSession {
  readonly account: number;
  /** The stored password that a login was checked against; null where none was. */
  readonly expectedPassword: string | null;
  readonly tokenHash: Uint8Array;
  readonly agent: string;
  readonly at: Micros;
  /** A session that was open in the same browser, which this one replaces. */
  readonly replaces: Uint8Array | null;
  /** Sessions not seen since then, or older than that, are gone for good. */
  readonly idleSince: Micros;
  readonly openedSince: Micros;
}

/** Sessions of one account. Another one ends the one that was not used for longest. */
const maxSessions = 50;

/** False, and nothing opened, where the account went or its password changed while the login was under way. */
export const openSession = write('sessions.open', function* (input: NewSession) {
  const { account, expectedPassword } = input;
  const stands = yield* one`
    select 1 from askwell_accounts
    where id = ${account} and closed_at is null and (cast(${expectedPassword} as text) is null or password = ${expectedPassword})`;
  if (!stands) return false;
  if (input.replaces) yield* run`delete from askwell_sessions where token_hash = ${input.replaces}`;
  yield* run`
    delete from askwell_sessions where account_id = ${account}
    and (seen_at < ${input.idleSince} or created_at < ${input.openedSince})`;
  yield* run`
    delete from askwell_sessions where account_id = ${account} and id not in (
      select id from askwell_sessions where account_id = ${account} order by seen_at desc, id desc limit ${maxSessions - 1})`;
  yield* run`
    insert into askwell_sessions (account_id, token_hash, agent, created_at, seen_at)
    values (${account}, ${input.tokenHash}, ${input.agent}, ${input.at}, ${input.at})`;
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

/** Seen again: forward only. */
export const touchSessions = batchWrite('sessions.touch', function* (inputs: readonly { id: number; at: Micros }[]) {
  for (const { id, at } of inputs)
    yield* run`update askwell_sessions set seen_at = ${at} where id = ${id} and seen_at < ${at}`;
  return inputs.map(() => null);
});

export function selectSessionByToken(tokenHash: Uint8Array) {
  return one<SessionRow>`
    select id, account_id, agent, created_at, seen_at from askwell_sessions where token_hash = ${tokenHash}`;
}

export function selectSessions(account: number) {
  return all<SessionRow>`
    select id, account_id, agent, created_at, seen_at from askwell_sessions
    where account_id = ${account} order by seen_at desc, id desc`;
}
