import type { Micros } from '../../base/clock.js';
import { type Operation, write } from '../../db/operation.js';
import { anyOf } from '../../db/sql/dialect.js';
import { all, one, run } from '../../db/sql/statement.js';
import { maxEmailAge } from './limits.js';
import { takeLease } from './sender-queries.js';

/** The kinds of emails. */
export type EmailKind = 'password_reset' | 'receipt' | 'notice' | 'verification' | 'email_changed';

/** An email that waits to be sent. It is rendered when it is sent, so that no address and no content is stored twice. */
export interface EmailRow {
  id: number;
  account_id: number;
  kind: EmailKind;
  /** The answer of a receipt. */
  ask: number | null;
  answer: string | null;
  /** The hash of the token of a password reset. */
  reset: Uint8Array | null;
  /** The former email of an account, which is stored nowhere else. Null for all other kinds. */
  address: string | null;
  created_at: Micros;
  /** The number of earlier attempts to send it. */
  attempts: number;
}

/** The references that identify the content of a new email. */
export interface NewEmail {
  readonly account: number;
  readonly kind: EmailKind;
  readonly ask?: number;
  readonly answer?: string;
  readonly reset?: Uint8Array;
  readonly address?: string;
}

/** Stores an email in the transaction of what causes it. Returns its ID; undefined if the answer has a receipt already. */
export function* insertEmail(email: NewEmail, at: Micros): Operation<number | undefined> {
  const { account, kind, ask = null, answer = null, reset = null, address = null } = email;
  const row = yield* one<{ id: number }>`
    insert into askwell_emails (account_id, kind, ask, answer, reset, address, created_at, next_at)
    values (${account}, ${kind}, ${ask}, ${answer}, ${reset}, ${address}, ${at}, ${at}) on conflict do nothing returning id`;
  return row?.id;
}

/** How long a claim keeps others from sending the same email. Longer than a delivery may take. */
const claimDuration: Micros = 75 * 1_000_000;

export interface EmailClaim {
  readonly holder: string;
  readonly at: Micros;
  readonly limit: number;
}

/** The emails to send now, and the number of emails that were given up. */
export interface ClaimedEmails {
  readonly emails: EmailRow[];
  readonly expired: number;
}

/** Claims the emails that have been due for the longest time, and deletes emails that could not be sent for a day. */
export const claimEmails = write('emails.claim', function* (claim: EmailClaim): Operation<ClaimedEmails> {
  const { at, limit } = claim;
  if (!(yield* takeLease(claim))) return { emails: [], expired: 0 };
  const old = yield* all<{ next_at: Micros | null }>`
    delete from askwell_emails where id in (
      select id from askwell_emails where created_at <= ${at - maxEmailAge} order by created_at limit ${10 * limit})
    returning next_at`;
  const emails = yield* all<EmailRow>`
    select id, account_id, kind, ask, answer, reset, address, created_at, attempts from askwell_emails
    where next_at <= ${at} order by next_at, id limit ${limit}`;
  if (emails.length > 0) {
    const ids = emails.map(({ id }) => id);
    yield* run`
      update askwell_emails set attempts = attempts + 1, next_at = ${at + claimDuration} where id ${anyOf('bigint', ids)}`;
  }
  return { emails, expired: old.filter(({ next_at }) => next_at !== null).length };
});

/** The outcome of a claimed email. */
export interface SettledEmail {
  readonly id: number;
  /** The next attempt. Null if the email was sent, or never will be. */
  readonly next: { readonly at: Micros; readonly attempts: number } | null;
}

/** Stores the outcome of a claimed email. */
export const settleEmail = write('emails.settle', function* ({ id, next }: SettledEmail): Operation<void> {
  if (next) {
    yield* run`update askwell_emails set next_at = ${next.at}, attempts = ${next.attempts} where id = ${id}`;
    return;
  }
  yield* run`delete from askwell_emails where id = ${id} and kind <> 'receipt'`;
  yield* run`update askwell_emails set next_at = null where id = ${id}`;
});
