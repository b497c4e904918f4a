import { describeError, type Logger } from '../logger.js';
import type { Store } from '../store/store.js';
import { setTimeout } from '../timers.js';
import { type EventRow, type NewEventRow, recordEvents, selectEvents } from './event-queries.js';

/** How long an event may wait for others, in milliseconds. */
const flushDelay = 1_000;

/** Events that wait at a time. More are logged and not kept. */
const maxPending = 1_000;

/** The events that accounts keep. They are gathered and written together, so that no request waits for them. */
export interface EventWriter {
  add(event: NewEventRow): void;
  /** Returns the events of an account, newest first. */
  list(account: number): Promise<EventRow[]>;
  /** Writes what waits. Never rejects. */
  flush(): Promise<void>;
}

export function createEventWriter(store: Store, logger: Logger): EventWriter {
  let waiting = new Map<string, NewEventRow>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  async function writeWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const events = [...waiting.values()];
    waiting = new Map();
    try {
      await store.run(recordEvents, { events });
    } catch (error) {
      logger.warn(describeError(error), 'Security events could not be written to the database.');
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeWaiting);
    return flushing;
  }

  return {
    add(event) {
      const key = event.isCounted ? `${event.account}/${event.kind}` : `${count++}`;
      const before = waiting.get(key);
      if (!before && waiting.size >= maxPending) return;
      waiting.set(key, before ? { ...event, n: before.n + event.n, firstAt: before.firstAt } : event);
      timer ??= setTimeout(flush, flushDelay).unref();
    },

    async list(account) {
      await flush();
      return store.read(selectEvents(account));
    },

    flush,
  };
}
