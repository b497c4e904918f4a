import type { Clock, Micros } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import type { Operation } from '../operation.js';
import { type Fragment, one } from '../sql/statement.js';
import type { Store } from '../store.js';

/** How far a consumer of the log of changes is behind. */
export interface ConsumerLag {
  /** The number of changes that it has not read. A change can name several answers. */
  readonly changes: number;
  /** The age of the oldest change that it has not read. */
  readonly seconds: number;
}

/** Observes the messages that a consumer of the log of changes sends, such as webhooks and emails. */
export interface ConsumerObserver<Kind extends string, Failure extends string> {
  /** The receiver accepted a message. */
  sent(kind: Kind): void;
  /** An attempt failed. */
  failed(kind: Kind, failure: Failure): void;
  /** An attempt begins after an earlier attempt has failed. */
  retried(kind: Kind): void;
  /** All attempts failed, and no further attempt follows. */
  gaveUp(count: number): void;
  /** The delay of the consumer was measured. */
  measured(lag: ConsumerLag): void;
}

/**
 * Selects how far a consumer is behind.
 *
 * @param readers Selects `account_id`, and as `seen` the position up to which the log of the account was read.
 */
function* selectLag(readers: Fragment, at: Micros): Operation<ConsumerLag> {
  const row = yield* one<{ changes: number; oldest: Micros | null }>`
    select cast(coalesce(sum(h.last_seq - r.seen), 0) as bigint) as changes, min((
      select c.at from askwell_changes c where c.account_id = r.account_id and c.seq > r.seen order by c.seq limit 1)) as oldest
    from (${readers}) r join askwell_change_heads h on h.account_id = r.account_id and h.last_seq > r.seen`;
  const oldest = row?.oldest ?? at;
  return { changes: row?.changes ?? 0, seconds: Math.max(at - oldest, 0) / 1_000_000 };
}

/** Milliseconds between two searches for messages to send. */
export const lookInterval = 1_000;

/** Milliseconds between a failed search and the next search. */
export const retryInterval = 5_000;

/** Milliseconds between two measurements. */
const measureInterval = 10_000;

interface LagOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absent: nothing is measured. */
  readonly observer: Pick<ConsumerObserver<string, string>, 'measured'> | undefined;
  readonly readers: Fragment;
}

/** Creates the background work that measures how far a consumer is behind. */
export function createLagMeter({ store, clock, logger, observer, readers }: LagOptions) {
  const { start, stop } = createPeriodicTask({
    clock,
    logger,
    interval: measureInterval,
    warning: 'Cannot measure how far webhooks or emails are behind. The next attempt follows later.',
    ready: () => store.ready(),
    run: async () => observer?.measured(await store.read(selectLag(readers, clock.now()))),
  });
  return { start: () => observer && start(), stop };
}
