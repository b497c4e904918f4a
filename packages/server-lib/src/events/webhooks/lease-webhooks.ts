import type { Micros } from '../../base/clock.js';
import { isFree, isHeldBy, type Lease, type LeaseColumns } from '../../db/changes/lease.js';
import { lockWebhooks } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { anyOf } from '../../db/sql/dialect.js';
import { all, one, run, sql } from '../../db/sql/statement.js';

/** A webhook whose lease this process has. */
export interface LeasedWebhook {
  id: number;
  account_id: number;
  site_id: number | null;
  url: string;
  /** Encrypted. */
  secret: Uint8Array;
  old_secret: Uint8Array | null;
  old_secret_until: Micros | null;
  failing_since: Micros | null;
}

const lease: LeaseColumns = { holder: sql`lease`, until: sql`lease_until` };

/** The columns of the lease, by the name of the table in a query. */
const leaseOf = {
  s: { holder: sql`s.lease`, until: sql`s.lease_until` },
  w: { holder: sql`w.lease`, until: sql`w.lease_until` },
} satisfies Record<string, LeaseColumns>;

export interface WebhookSearch {
  readonly at: Micros;
  /** The process that requests webhooks. */
  readonly holder: string;
  /** The maximum number of webhooks of one account that the process serves at the same time. */
  readonly perAccount: number;
  readonly limit: number;
}

/**
 * Selects webhooks without a lease that have events to send. Accounts take turns: the accounts with the fewest webhooks that this
 * process serves come first, and within an account the webhook that has waited longest.
 */
export function selectWebhooksWithWork({ at, holder, perAccount, limit }: WebhookSearch): Operation<{ id: number }[]> {
  return all<{ id: number }>`
    select id from (
      select w.id, w.lease_until, row_number() over (partition by w.account_id order by w.lease_until, w.id) + (
        select count(*) from askwell_webhooks s
        where s.account_id = w.account_id and ${isHeldBy(holder, leaseOf.s, at)}) as turn
      from askwell_webhooks w
      where w.enabled = 1 and w.wake_at <= ${at} and ${isFree(leaseOf.w, at)} and (
        exists (select 1 from askwell_change_heads h where h.account_id = w.account_id and h.last_seq > w.seen_seq) or exists (
          select 1 from askwell_deliveries d where d.webhook_id = w.id and d.due_at is not null and d.due_at <= ${at}))) due
    where turn <= ${perAccount} order by turn, lease_until, id limit ${limit}`;
}

/** Returns whether any webhook is enabled. */
export function* hasEnabledWebhooks(): Operation<boolean> {
  return (yield* one`select 1 from askwell_webhooks where enabled = 1 limit 1`) !== undefined;
}

/**
 * Takes the leases of webhooks, so that each event is sent once and in order. Returns the webhooks that this process now has a
 * lease for.
 */
export const leaseWebhooks = write(
  'webhooks.lease',
  function* ({ ids, holder, at, until }: Lease & { readonly ids: readonly number[] }): Operation<LeasedWebhook[]> {
    yield* lockWebhooks(ids);
    return yield* all<LeasedWebhook>`
      update askwell_webhooks set lease = ${holder}, lease_until = ${until}
      where id ${anyOf('bigint', ids)} and enabled = 1 and ${isFree(lease, at)}
      returning id, account_id, site_id, url, secret, old_secret, old_secret_until, failing_since`;
  },
);

/** Releases the lease of a webhook. */
export const releaseWebhook = write(
  'webhooks.release',
  function* (input: { id: number; holder: string; at: Micros; wakeAt: Micros }): Operation<void> {
    const { id, holder, at, wakeAt } = input;
    yield* run`
      update askwell_webhooks set lease = null, lease_until = ${at}, wake_at = ${wakeAt}
      where id = ${id} and lease = ${holder}`;
  },
);
