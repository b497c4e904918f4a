import { randomUUID } from 'node:crypto';
import { createBackgroundLoop } from '../../background/background-loop.js';
import type { Clock, Micros } from '../../clock.js';
import { describeError, type Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import { createDeliver, type Deliver, type DeliveryOptions } from './deliver-emails.js';
import { leaseSender, releaseSender, selectSenderState } from './sender-queries.js';

/** The time between two looks for emails to send, in milliseconds. */
const lookInterval = 1_000;

/** The time until a round that failed is repeated, in milliseconds. */
const retryInterval = 5_000;

/** How long `stop()` waits for emails that are being sent, in milliseconds. */
const stopTimeout = 5_000;

/** Turns what has happened into emails, such as new answers into receipts. */
export interface EmailSource {
  /** Returns whether there is something to turn into emails. Only reads. */
  hasNew(): Promise<boolean>;
  /** Stores emails. Runs in one process at a time. */
  addEmails(): Promise<void>;
}

export interface EmailSenderOptions extends DeliveryOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sources: readonly EmailSource[];
}

/** Sends the stored emails in the background. One process of a database does so at a time. */
export type EmailSender = ReturnType<typeof createEmailSender>;

export function createEmailSender(options: EmailSenderOptions) {
  const { store, clock, logger, sources } = options;
  const holder = randomUUID();
  const stopped = new AbortController();
  const deliver: Deliver = createDeliver(options, { holder, stopped: stopped.signal });
  const loop = createBackgroundLoop({ clock, run: runOnce, ready: () => store.ready(), minInterval: 0 });
  let hasRun = false;

  /** Returns the milliseconds until the next look. */
  async function runOnce(): Promise<number> {
    hasRun = true;
    try {
      const isAnythingLeft = await runRound();
      return isAnythingLeft ? 0 : lookInterval;
    } catch (error) {
      if (!loop.isStopped)
        logger.warn(describeError(error), 'Cannot read or store emails. The next attempt follows later.');
      return retryInterval;
    }
  }

  /** Reads before it writes, so that a process with nothing to do causes no commits. */
  async function runRound(): Promise<boolean> {
    const at = clock.now();
    const state = await store.read(selectSenderState(at));
    if (state.holder !== undefined && state.holder !== holder) return false;
    const hasNew = await askSources(at);
    if (state.pausedUntil > clock.now()) return false;
    return state.hasDue || hasNew ? await deliver(state.failures) : false;
  }

  /** Asks one source after the other, because one can find what another has stored. Returns whether any had something new. */
  async function askSources(at: Micros): Promise<boolean> {
    let hasLease: boolean | undefined;
    for (const source of sources) {
      if (!(await source.hasNew())) continue;
      hasLease ??= await store.run(leaseSender, { holder, at });
      if (!hasLease) break;
      await source.addEmails();
    }
    return hasLease !== undefined;
  }

  return {
    /** Starts to look for emails, unless it already does. */
    start: loop.start,

    /** Looks for emails at once, because this process has stored one. */
    wake: loop.wake,

    /**
     * Stops after the emails that are being sent, and lets another process send. An email whose outcome does not come soon is sent
     * again.
     */
    async stop(): Promise<void> {
      const timer = clock.setTimeout(() => stopped.abort(new Error('The service stops.')), stopTimeout);
      await loop.stop();
      timer.cancel();
      if (hasRun) await store.run(releaseSender, { holder }).catch(() => {});
    },
  };
}
