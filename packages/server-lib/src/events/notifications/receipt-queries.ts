import type { Micros } from '../../base/clock.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';

/** How long it is stored that no receipt is sent for an answer. Longer than a receipt can be delayed. */
const suppressionLifetime: Micros = 2 * 24 * 3600 * 1_000_000;

/** Deletes the records of answers without a receipt that are too old for a receipt. */
export function* deleteOldSuppressedReceipts(at: Micros): Operation<void> {
  yield* run`delete from askwell_withheld_receipts where created_at < ${at - suppressionLifetime}`;
}

/** The owner of an ask, and whether the answers to it are turned into emails. */
export interface FollowedAsk {
  readonly account_id: number;
  /** Null if the answers are not turned into emails. */
  readonly position: number | null;
}

/** Selects the owner of an ask, and whether the answers to it are turned into emails. */
export function selectFollowed(ask: number): Operation<FollowedAsk | undefined> {
  return one<FollowedAsk>`
    select a.account_id, p.position from askwell_asks a left join askwell_email_positions p on p.account_id = a.account_id
    where a.seq = ${ask}`;
}

/** Turns the answers of an account into emails from now on. */
export const followAsk = write('emails.follow', function* ({ ask }: { readonly ask: number }) {
  const owner = yield* one<{ account_id: number }>`select account_id from askwell_asks where seq = ${ask}`;
  if (owner) yield* followAccount(owner.account_id);
});

/** Stores the end of the log of an account as its position, unless it already has a position. */
export function* followAccount(account: number): Operation<void> {
  yield* run`
    insert into askwell_email_positions (account_id, position)
    select id, coalesce((select last_seq from askwell_change_heads where account_id = ${account}), 0)
    from askwell_accounts where id = ${account} on conflict do nothing`;
}
