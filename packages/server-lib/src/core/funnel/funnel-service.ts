import type { Clock, Micros } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import type { Store } from '../../db/store.js';
import type { Funnel } from '../../shared/contract/resources.js';
import { maxFunnelCounts } from '../limits.js';
import { dayOf } from '../submit/answer-idempotency.js';
import { addToFunnel, type FunnelCount, selectFirstFunnelDay, selectFunnel } from './funnel-queries.js';
import { type CountedQuestion, type FunnelReport, summarizeFunnel, validSteps } from './funnel-steps.js';

/** How long counts stay in memory, in milliseconds. */
const flushDelay = 30_000;

/** The number of counts that one write adds. */
const writeSize = 500;

/** A period in microseconds. Null: not limited on this side. */
export interface CountedPeriod {
  readonly since: Micros | null;
  readonly until: Micros | null;
}

/** Counts how far visits get, and returns the counts to owners. */
export type FunnelService = ReturnType<typeof createFunnel>;

/**
 * Creates the service that counts how far visits get. It collects counts in memory and adds them to the database every 30 seconds. It
 * knows no visitors: a report says only which steps a visit has reached since its last report.
 */
export function createFunnel({ store, clock, logger }: { store: Store; clock: Clock; logger: Logger }) {
  const counts = new Map<string, FunnelCount>();
  const task = createPeriodicTask({
    clock,
    logger,
    warning: 'Failed to save the counts of visits.',
    async run() {
      const collected = [...counts.values()].sort(byKey);
      counts.clear();
      for (let at = 0; at < collected.length; at += writeSize) {
        try {
          await store.run(addToFunnel, collected.slice(at, at + writeSize));
        } catch (error) {
          for (const count of collected.slice(at)) add(count);
          task.runWithin(flushDelay);
          throw error;
        }
      }
    },
  });

  /** Drops new counts while too many are collected, so that a flood cannot fill the memory. */
  function add(count: FunnelCount): void {
    const key = `${count.ask} ${count.day} ${count.step}`;
    const known = counts.get(key);
    if (known) counts.set(key, { ...known, n: known.n + count.n });
    else if (counts.size < maxFunnelCounts) counts.set(key, count);
  }

  return {
    /** Counts what a visit reports. Ignores steps that the ask does not have. */
    count(ask: number, questions: readonly CountedQuestion[], report: FunnelReport): void {
      const day = dayOf(clock.now());
      for (const step of validSteps(questions, report)) add({ ask, day, step, n: 1 });
      if (counts.size > 0) task.runWithin(flushDelay);
    },

    /** Returns the counts of the days of a period, in UTC. */
    async read(ask: number, questions: readonly CountedQuestion[], { since, until }: CountedPeriod): Promise<Funnel> {
      // Also waits for counts that are being written.
      await task.runNow();
      const now = clock.now();
      const last = dayOf(until === null ? now : until - 1);
      const [steps, first] = await Promise.all([
        store.read(selectFunnel(ask, since === null ? 0 : dayOf(since), last)),
        store.read(selectFirstFunnelDay(ask)),
      ]);
      return summarizeFunnel(questions, steps, first?.day ?? null);
    },

    flush: task.runNow,
  };
}

function byKey(a: FunnelCount, b: FunnelCount): number {
  return a.ask - b.ask || a.day - b.day || (a.step < b.step ? -1 : 1);
}
