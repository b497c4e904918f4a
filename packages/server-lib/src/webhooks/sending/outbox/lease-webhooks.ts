import type { Micros } from '../../../clock.js';
import { lockWebhooks } from '../../../store/locks.js';
import { type Operation, write } from '../../../store/operation.js';
import { anyOf } from '../../../store/sql/dialect.js';
import { all, one, run } from '../../../store/sql/statement.js';

/** A webhook that a sender has for itself. */
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

/** Selects webhooks that nobody else has, with something to send. The one that waits longest comes first. */
export function selectWebhooksWithWork(at: Micros, limit: number): Operation<{ id: number }[]> {
  return all<{ id: number }>`
    select w.id from askwell_webhooks w
    where w.enabled = 1 and w.wake_at <= ${at} and (w.lease is null or w.lease_until < ${at}) and (
      exists (select 1 from askwell_change_heads h where h.account_id = w.account_id and h.last_seq > w.seen_seq) or exists (
        select 1 from askwell_deliveries d where d.webhook_id = w.id and d.due_at is not null and d.due_at <= ${at}))
    order by w.lease_until limit ${limit}`;
}

/** Returns whether any webhook is enabled. */
export function* hasEnabledWebhooks(): Operation<boolean> {
  return (yield* one`select 1 from askwell_webhooks where enabled = 1 limit 1`) !== undefined;
}

export interface Lease {
  /** Random for each process. */
  readonly sender: string;
  readonly at: Micros;
  readonly until: Micros;
}

/**
 * Takes webhooks for one sender until a time, so that each event is sent once and in order. Returns those that nobody else took
 * meanwhile.
 */
export const leaseWebhooks = write(
  'webhooks.lease',
  function* ({ ids, sender, at, until }: Lease & { readonly ids: readonly number[] }): Operation<LeasedWebhook[]> {
    yield* lockWebhooks(ids);
    return yield* all<LeasedWebhook>`
      update askwell_webhooks set lease = ${sender}, lease_until = ${until}
      where id ${anyOf('bigint', ids)} and enabled = 1 and (lease is null or lease_until < ${at})
      returning id, account_id, site_id, url, secret, old_secret, old_secret_until, failing_since`;
  },
);

/** Gives a webhook back. */
export const releaseWebhook = write(
  'webhooks.release',
  function* (input: { id: number; sender: string; at: Micros; wakeAt: Micros }): Operation<void> {
    const { id, sender, at, wakeAt } = input;
    yield* run`
      update askwell_webhooks set lease = null, lease_until = ${at}, wake_at = ${wakeAt}
      where id = ${id} and lease = ${sender}`;
  },
);
