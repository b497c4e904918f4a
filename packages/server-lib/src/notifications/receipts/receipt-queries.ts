import type { Micros } from '../../clock.js';
import { type Operation, write } from '../../store/operation.js';
import { one, run } from '../../store/sql/statement.js';

/** How long it is remembered that an answer gets no receipt. Longer than an answer may wait for one. */
const withheldFor: Micros = 2 * 24 * 3600 * 1_000_000;

/** An answer that is about to be recorded. */
export interface ReceiptAnswer {
  readonly ask: number;
  readonly answer: string;
  readonly at: Micros;
}

/** Remembers that an answer gets no receipt. */
export const withholdReceipt = write('receipts.withhold', function* ({ ask, answer, at }: ReceiptAnswer) {
  yield* run`delete from askwell_withheld_receipts where created_at < ${at - withheldFor}`;
  yield* run`
    insert into askwell_withheld_receipts (ask, answer, created_at)
    select seq, ${answer}, ${at} from askwell_asks where seq = ${ask} on conflict do nothing`;
});

/** Returns whether the answers to an ask are turned into emails. */
export function* isFollowed(ask: number): Operation<boolean> {
  const row = yield* one`
    select 1 from askwell_email_positions p join askwell_asks a on a.account_id = p.account_id where a.seq = ${ask}`;
  return row !== undefined;
}

/** Turns the answers of an account into emails from now on. */
export const followAsk = write('emails.follow', function* ({ ask }: { readonly ask: number }) {
  const owner = yield* one<{ account_id: number }>`select account_id from askwell_asks where seq = ${ask}`;
  if (owner) yield* followAccount(owner.account_id);
});

/** Remembers the end of the log of an account, unless a position is known already. */
export function* followAccount(account: number): Operation<void> {
  yield* run`
    insert into askwell_email_positions (account_id, position)
    select id, coalesce((select last_seq from askwell_change_heads where account_id = ${account}), 0)
    from askwell_accounts where id = ${account} on conflict do nothing`;
}
