import type { Micros } from '../../base/clock.js';
import { isFree, type Lease, type LeaseColumns } from '../../db/changes/lease.js';
import { lockName } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run, sql } from '../../db/sql/statement.js';

/** How long a process that has stopped keeps others from sending. The claims protect emails that take longer to send. */
const leaseDuration: Micros = 10 * 1_000_000;

/** Which process sends emails, and whether emails are due. */
export interface SenderState {
  /** The process that sends; undefined if no process sends. */
  holder: string | undefined;
  pausedUntil: Micros;
  failures: number;
  /** Whether an email is due. */
  hasDue: boolean;
}

const lease: LeaseColumns = {
  holder: sql`askwell_email_sender.holder`,
  until: sql`askwell_email_sender.leased_until`,
};

interface SenderRow {
  holder: string | null;
  paused_until: Micros;
  failures: number;
}

/** Reads which process sends emails, and whether emails are due. */
export function* selectSenderState(at: Micros): Operation<SenderState> {
  const row = yield* one<SenderRow>`
    select case when ${isFree(lease, at)} then null else holder end as holder, paused_until, failures
    from askwell_email_sender where id = 1`;
  const due = yield* one`select 1 from askwell_emails where next_at <= ${at} limit 1`;
  return {
    holder: row?.holder ?? undefined,
    pausedUntil: row?.paused_until ?? 0,
    failures: row?.failures ?? 0,
    hasDue: due !== undefined,
  };
}

/** Takes or extends the lease of the process that sends. Returns whether the process has it. */
export const leaseSender = write('emails.lease', takeLease);

/** Takes or extends the lease in the transaction of what the process does. */
export function* takeLease({ holder, at }: Omit<Lease, 'until'>): Operation<boolean> {
  yield* lockName('askwell.email_sender');
  const row = yield* one`
    insert into askwell_email_sender (id, holder, leased_until, paused_until, failures)
    values (1, ${holder}, ${at + leaseDuration}, 0, 0)
    on conflict (id) do update set holder = excluded.holder, leased_until = excluded.leased_until
    where ${lease.holder} = excluded.holder or ${isFree(lease, at)} returning 1`;
  return row !== undefined;
}

/** How long nothing is sent, after attempts to reach the server failed in succession. */
export interface SenderPause {
  readonly until: Micros;
  readonly failures: number;
}

/** Stores how long nothing is sent. */
export const pauseSender = write('emails.pause', function* ({ until, failures }: SenderPause) {
  yield* run`update askwell_email_sender set paused_until = ${until}, failures = ${failures} where id = 1`;
});

/** Lets another process send at once. */
export const releaseSender = write('emails.release', function* ({ holder }: { readonly holder: string }) {
  yield* run`update askwell_email_sender set leased_until = 0 where id = 1 and holder = ${holder}`;
});
