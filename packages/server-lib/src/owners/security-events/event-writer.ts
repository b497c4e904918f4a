import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import type { Store } from '../../db/store.js';
import { type EventRow, type NewEventRow, recordEvents, selectEvents } from './event-queries.js';
import { maxUnstoredEvents } from './limits.js';

/** The maximum delay of an event, in milliseconds. */
const flushDelay = 1_000;

/** Stores the events of accounts. Events are collected and written together, so that no request waits for them. */
export interface EventWriter {
  add(event: NewEventRow): void;
  /** Returns the events of an account, newest first. */
  list(account: number): Promise<EventRow[]>;
  /** Writes the pending events. Never rejects. */
  flush(): Promise<void>;
}

interface EventWriterOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createEventWriter({ store, clock, logger }: EventWriterOptions): EventWriter {
  let pending = new Map<string, NewEventRow>();
  let count = 0;
  const task = createPeriodicTask({
    clock,
    logger,
    warning: 'Cannot write security events to the database.',
    async run() {
      if (pending.size === 0) return;
      const events = [...pending.values()];
      pending = new Map();
      await store.run(recordEvents, { events });
    },
  });

  return {
    add(event) {
      const key = event.isCounted ? `${event.account}/${event.kind}` : `${count++}`;
      const before = pending.get(key);
      if (!before && pending.size >= maxUnstoredEvents) return;
      pending.set(key, before ? { ...event, n: before.n + event.n, firstAt: before.firstAt } : event);
      task.runWithin(flushDelay);
    },

    async list(account) {
      await task.runNow();
      return store.read(selectEvents(account));
    },

    flush: task.runNow,
  };
}
