import type { Micros } from '../../base/clock.js';
import { lockAccount, lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { anyOf } from '../../db/sql/dialect.js';
import { all, one, run, sql } from '../../db/sql/statement.js';
import { insertEmail } from '../../owners/email/email-queries.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { maxAsksPerEmail } from './limits.js';
import { type NoticeTiming, noticeInterval } from './notice-timing.js';
import { followAccount } from './receipt-queries.js';

/** The number of accounts that one read selects. */
const batchSize = 50;

/** Selects when the owner of an ask gets notices of new answers. Undefined if never. */
export function selectNotice(ask: number): Operation<{ timing: NoticeTiming } | undefined> {
  return one<{ timing: NoticeTiming }>`select timing from askwell_notices where ask = ${ask}`;
}

export interface NoticeSetting {
  readonly account: number;
  readonly ask: number;
  /** Null: never. */
  readonly timing: NoticeTiming | null;
}

/** Sets when the owner of an ask gets notices of new answers. Returns whether the account owns the ask. */
export const setNotice = write('notices.set', function* ({ account, ask, timing }: NoticeSetting): Operation<boolean> {
  yield* lockAccount(account);
  yield* lockAsk(ask);
  const owned = yield* one`
    select 1 from askwell_asks where seq = ${ask} and account_id = ${account} and kind <> 'deleted'`;
  if (!owned) return false;
  if (timing === null) {
    yield* run`delete from askwell_notices where ask = ${ask}`;
    return true;
  }
  yield* insertNotice({ account, ask, timing });
  return true;
});

/** Stores when the owner of an ask gets notices of new answers, from now on. */
export function* insertNotice({ account, ask, timing }: NoticeSetting): Operation<void> {
  yield* followAccount(account);
  yield* run`
    insert into askwell_notices (ask, account_id, timing) values (${ask}, ${account}, ${timing})
    on conflict (ask) do update set timing = excluded.timing, answers = 0, due_at = null
    where askwell_notices.timing <> excluded.timing`;
}

/** Ends the notices of asks, by the IDs of the asks without prefixes. */
export const endNotices = write('notices.end', function* ({ asks }: { readonly asks: readonly string[] }) {
  yield* run`delete from askwell_notices where ask in (select seq from askwell_asks where id ${anyOf('text', asks)})`;
});

/** Selects accounts whose owners can get a notice now: their email is verified, and the last notice was sent long enough ago. */
export function selectDueAccounts(at: Micros, only: number | null = null): Operation<{ account_id: number }[]> {
  return all<{ account_id: number }>`
    select distinct n.account_id from askwell_notices n join askwell_email_positions p on p.account_id = n.account_id
    join askwell_accounts o on o.id = n.account_id and o.email_verified_at is not null
    where n.due_at <= ${at} and p.notified_at <= ${at - noticeInterval} and not exists (
      select 1 from askwell_emails e where e.account_id = n.account_id and e.kind = 'notice')
    ${only === null ? sql`` : sql`and n.account_id = ${only}`} limit ${batchSize}`;
}

/** Stores an email to the owner of an account about the new answers to all asks that are due. */
export const addNotice = write('notices.add', function* (input: { readonly account: number; readonly at: Micros }) {
  const { account, at } = input;
  yield* lockAccount(account);
  const [due] = yield* selectDueAccounts(at, account);
  const email = due ? yield* insertEmail({ account, kind: 'notice' }, at) : undefined;
  if (email === undefined) return;
  yield* run`
    update askwell_notices set email = ${email}, told = answers, answers = 0, due_at = null
    where ask in (
      select ask from askwell_notices where account_id = ${account} and due_at <= ${at} order by due_at, ask limit ${maxAsksPerEmail})`;
  yield* run`update askwell_email_positions set notified_at = ${at} where account_id = ${account}`;
});

/** An ask that an email lists. */
export interface NoticedAsk {
  id: string;
  kind: AskKind;
  title: string;
  new_answers: number;
}

/** Selects the owner's address and the asks that an email lists. Omits deleted asks, and asks whose notices were ended. */
export function* selectNoticedAsks(email: number, account: number) {
  const owner = yield* one<{ email: string }>`
    select email from askwell_accounts where id = ${account} and closed_at is null and email <> ''`;
  const asks = yield* all<NoticedAsk>`
    select a.id, a.kind, a.title, n.told as new_answers from askwell_notices n join askwell_asks a on a.seq = n.ask
    where n.email = ${email} and a.kind in ('poll', 'quiz', 'form') order by n.told desc, a.seq`;
  return { to: owner?.email, asks };
}
