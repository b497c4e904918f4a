import type { Micros } from '../../base/clock.js';
import { changeTypes, isImported, parseAnswers } from '../../db/changes/change.js';
import { type ChangeRow, selectChanges, selectPositions } from '../../db/changes/change-queries.js';
import { lockAccount, lockAsks } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { anyOf } from '../../db/sql/dialect.js';
import { all, type Fragment, one, run, sql } from '../../db/sql/statement.js';
import { maxEmailAge } from '../../owners/email/limits.js';
import { type NoticeTiming, noticeDue } from './notice-timing.js';
import { deleteOldSuppressedReceipts } from './receipt-queries.js';

/** The number of changes that one write turns into emails. */
const batchSize = 500;

const created = changeTypes.indexOf('answer.created');

/** The accounts whose logs are followed, with their positions. */
export const emailReaders = sql`select account_id, position as seen from askwell_email_positions`;

/** The number of accounts that one read selects. */
const accountLimit = 50;

/** Selects accounts with changes that were not turned into emails yet. */
export function selectBehind(): Operation<{ account_id: number }[]> {
  return all<{ account_id: number }>`
    select r.account_id from (${emailReaders}) r join askwell_change_heads h on h.account_id = r.account_id
    where h.last_seq > r.seen limit ${accountLimit}`;
}

/** The next new answers of an account. */
export interface NextChanges {
  /** The position before these changes. */
  readonly position: number;
  /** The position after these changes. */
  readonly end: number;
  readonly changes: readonly ChangeRow[];
}

/** Reads the changes that are to be turned into emails next. */
export function* selectNextChanges(account: number): Operation<NextChanges | undefined> {
  const row = yield* one<{ position: number }>`
    select position from askwell_email_positions where account_id = ${account}`;
  if (!row) return undefined;
  const { deleted_seq } = yield* selectPositions(account);
  const from = Math.max(row.position, deleted_seq);
  const changes = yield* selectChanges(account, { from: from + 1, limit: batchSize });
  const isNew = ({ type, detail }: ChangeRow) => type === created && detail !== null && !isImported(detail);
  return { position: row.position, end: changes.at(-1)?.seq ?? from, changes: changes.filter(isNew) };
}

export interface ChangesToTurn {
  readonly account: number;
  readonly at: Micros;
  /** The position from which changes were read. If another process has moved it, nothing is written. */
  readonly position: number;
  /** The position after the last change that was read. Later changes may belong to asks that were not checked. */
  readonly end: number;
  /** The asks that send receipts, ascending. */
  readonly receiptAsks: readonly number[];
}

/** Turns the next changes of an account into emails, and moves its position after them. */
export const turnIntoEmails = write('emails.turn', function* (input: ChangesToTurn): Operation<void> {
  const { account, at, position, end, receiptAsks } = input;
  yield* lockAccount(account);
  yield* lockAsks(receiptAsks);
  const next = yield* selectNextChanges(account);
  if (next?.position !== position) return;
  const changes = next.changes.filter(({ seq }) => seq <= end);
  for (const { ask, detail } of changes)
    if (receiptAsks.includes(ask)) yield* addReceipts(account, ask, detail ?? '', at);
  yield* countForNotices(account, changes, at);
  yield* deleteOldSuppressedReceipts(at);
  yield* run`update askwell_email_positions set position = ${end} where account_id = ${account}`;
});

/** Stores receipts of answers that still exist. Skips answers that are older than a day, such as imported ones. */
function* addReceipts(account: number, ask: number, detail: string, at: Micros): Operation<void> {
  yield* run`
    insert into askwell_emails (account_id, kind, ask, answer, created_at, next_at)
    select ${account}, 'receipt', r.ask, r.id, ${at}, ${at} from askwell_answers r
    where r.ask = ${ask} and ${isNamed(detail)} and r.created_at > ${at - maxEmailAge} and not exists (
      select 1 from askwell_withheld_receipts w where w.ask = r.ask and w.answer = r.id)
    on conflict do nothing`;
}

function isNamed(detail: string): Fragment {
  const answers = parseAnswers(detail);
  if ('ids' in answers) return sql`r.id ${anyOf('text', answers.ids)}`;
  return sql`r.id between ${answers.first} and ${answers.last}`;
}

interface CountedNotice {
  ask: number;
  timing: NoticeTiming;
  due_at: Micros | null;
}

function* countForNotices(account: number, changes: readonly ChangeRow[], at: Micros): Operation<void> {
  const asks = [...new Set(changes.map(({ ask }) => ask))];
  if (asks.length === 0) return;
  const notices = yield* all<CountedNotice>`
    select ask, timing, due_at from askwell_notices where account_id = ${account} and ask ${anyOf('bigint', asks)}`;
  for (const { ask, timing, due_at } of notices) {
    let count = 0;
    for (const change of changes) if (change.ask === ask) count += yield* countAnswers(ask, change.detail ?? '');
    if (count === 0) continue;
    yield* run`
      update askwell_notices set answers = answers + ${count}, due_at = ${due_at ?? noticeDue(timing, at)} where ask = ${ask}`;
  }
}

function* countAnswers(ask: number, detail: string): Operation<number> {
  const row = yield* one<{ n: number }>`
    select count(*) as n from askwell_answers r where r.ask = ${ask} and ${isNamed(detail)}`;
  return row?.n ?? 0;
}
