import type { Clock, Micros } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import { lookInterval, retryInterval } from '../../db/changes/consumer.js';
import { createLeaseHolder } from '../../db/changes/lease.js';
import type { Operation } from '../../db/operation.js';
import type { Store } from '../../db/store.js';
import { createDeliver, type Deliver, type DeliveryOptions } from './deliver-emails.js';
import { leaseSender, releaseSender, selectSenderState } from './sender-queries.js';

/** How long `stop()` waits for emails that are being sent, in milliseconds. */
const stopTimeout = 5_000;

/** Turns events into emails, such as new answers into receipts. */
export interface EmailSource {
  /** Selects accounts with changes that can cause emails. */
  selectAccounts(at: Micros): Operation<{ account_id: number }[]>;
  /** Stores emails of an account. Runs in one process at a time. */
  addEmails(account: number, at: Micros): Promise<void>;
}

export interface EmailSenderOptions extends DeliveryOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sources: readonly EmailSource[];
}

/** Sends the stored emails in the background. One process of a database does so at a time. */
export function createEmailSender(options: EmailSenderOptions) {
  const { store, clock, logger, sources } = options;
  const holder = createLeaseHolder();
  const task = createPeriodicTask({
    clock,
    logger,
    interval: lookInterval,
    retryInterval,
    stopTimeout,
    warning: 'Cannot read or store emails. The next attempt follows later.',
    ready: () => store.ready(),
    run: async () => ((await runRound()) ? 0 : lookInterval),
  });
  const deliver: Deliver = createDeliver(options, { holder, stopped: task.stopped });
  let hasRun = false;

  /** Reads before it writes, so that a process with nothing to do causes no commits. */
  async function runRound(): Promise<boolean> {
    hasRun = true;
    const at = clock.now();
    const state = await store.read(selectSenderState(at));
    if (state.holder !== undefined && state.holder !== holder) return false;
    const hasNew = await askSources(at);
    if (state.pausedUntil > clock.now()) return false;
    return state.hasDue || hasNew ? await deliver(state.failures) : false;
  }

  /**
   * Asks one source after the other, because a source can use changes that another source has stored. Returns whether
   * any source had something new.
   */
  async function askSources(at: Micros): Promise<boolean> {
    let hasLease: boolean | undefined;
    for (const source of sources) {
      const accounts = await store.read(source.selectAccounts(at));
      if (accounts.length === 0) continue;
      hasLease ??= await store.run(leaseSender, { holder, at });
      if (!hasLease) break;
      for (const { account_id } of accounts) await source.addEmails(account_id, at);
    }
    return hasLease !== undefined;
  }

  return {
    /** Starts to look for emails, unless it already does. */
    start: task.start,

    /** Looks for emails at once, because this process has stored one. */
    wake: task.wake,

    /**
     * Stops after the emails that are being sent, and lets another process send. An email whose outcome does not come soon is sent
     * again.
     */
    async stop(): Promise<void> {
      await task.stop();
      if (hasRun) await store.run(releaseSender, { holder }).catch(() => {});
    },
  };
}
