import type { Micros } from '../../base/clock.js';
import { lockAccount } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import { maxSignInLinks } from './limits.js';

export interface NewLink {
  readonly account: number;
  readonly tokenHash: Uint8Array;
  /** The path that the link leads to; null for the dashboard. */
  readonly next: string | null;
  readonly at: Micros;
  readonly expiresAt: Micros;
}

/** Stores a link, and deletes expired links. */
export const createSignInLink = write('accounts.createSignInLink', function* (input: NewLink): Operation<void> {
  const { account, tokenHash, next, at, expiresAt } = input;
  yield* lockAccount(account);
  yield* run`delete from askwell_sign_in_links where account_id = ${account} and expires_at <= ${at}`;
  yield* run`
    delete from askwell_sign_in_links where account_id = ${account} and token_hash not in (
      select token_hash from askwell_sign_in_links where account_id = ${account}
      order by expires_at desc, token_hash limit ${maxSignInLinks - 1})`;
  yield* run`
    insert into askwell_sign_in_links (token_hash, account_id, next, expires_at)
    values (${tokenHash}, ${account}, ${next}, ${expiresAt})`;
});

/** A link that works, with its account. */
export interface SignInLinkRow {
  account_id: number;
  name: string;
  /** The host's own ID of the user. */
  host_user: string;
  next: string | null;
}

/** Selects an unused link, unless it has expired or its account is deleted. */
export function selectSignInLink(tokenHash: Uint8Array, now: Micros): Operation<SignInLinkRow | undefined> {
  return one<SignInLinkRow>`
    select l.account_id, a.name, a.host_user, l.next from askwell_sign_in_links l join askwell_accounts a on a.id = l.account_id
    where l.token_hash = ${tokenHash} and l.expires_at > ${now} and a.closed_at is null`;
}

/** Deletes a link that works, so that nobody can use it again. Returns it; undefined if it does not work. */
export const takeSignInLink = write(
  'accounts.takeSignInLink',
  function* (input: { readonly tokenHash: Uint8Array; readonly now: Micros }) {
    return yield* one<Omit<SignInLinkRow, 'name' | 'host_user'>>`
    delete from askwell_sign_in_links where token_hash = ${input.tokenHash} and expires_at > ${input.now}
    returning account_id, next`;
  },
);
