import type { PendingEvent } from './read-events.js';

/** The waiting events of one ask, or a single event without an order. */
interface Queue {
  readonly events: PendingEvent[];
  isSending: boolean;
}

/**
 * The events of a webhook that are in memory. Events of one ask are taken one after the other. Events of different asks can be
 * taken at the same time.
 */
export class AskQueues {
  readonly #queues = new Map<string, Queue>();
  /** The events in memory, and the events whose outcome is not saved yet. */
  readonly #known = new Set<PendingEvent>();
  /** The asks with a failed event, until the failure is saved. */
  readonly #held = new Map<string, PendingEvent>();

  get size(): number {
    return this.#known.size;
  }

  /** The number of events that were not taken yet. */
  get waiting(): number {
    let count = 0;
    for (const { events } of this.#queues.values()) count += events.length;
    return count;
  }

  /** Adds events in their order. Skips events that were already added, and events of asks whose failure is not saved yet. */
  add(events: readonly PendingEvent[]): void {
    const ids = new Set([...this.#known].map(({ id }) => id));
    for (const event of events) {
      const name = queueOf(event);
      if (this.#held.has(name) || (event.id !== null && ids.has(event.id))) continue;
      this.#known.add(event);
      const queue = this.#queues.get(name) ?? { events: [], isSending: false };
      queue.events.push(event);
      this.#queues.set(name, queue);
    }
  }

  /** Takes the next event that may be sent now. */
  take(): PendingEvent | undefined {
    for (const queue of this.#queues.values()) {
      if (queue.isSending) continue;
      const event = queue.events.shift();
      if (!event) continue;
      queue.isSending = true;
      return event;
    }
    return undefined;
  }

  /** Allows the next event of the ask. If this event is not done, removes the later events of the ask instead. */
  ended(event: PendingEvent, isDone: boolean): void {
    const name = queueOf(event);
    const queue = this.#queues.get(name);
    if (!queue) return;
    queue.isSending = false;
    if (!isDone) {
      this.#held.set(name, event);
      for (const later of queue.events.splice(0)) this.#known.delete(later);
    }
    // Asks take turns.
    this.#queues.delete(name);
    if (queue.events.length > 0) this.#queues.set(name, queue);
  }

  /** Removes events whose outcome is saved. */
  saved(events: Iterable<PendingEvent>): void {
    for (const event of events) {
      const name = queueOf(event);
      this.#known.delete(event);
      // A later event of the ask may have failed since.
      if (this.#held.get(name) === event) this.#held.delete(name);
    }
  }
}

/** Returns the name of the queue: one for each ask, and one for each event without an order, which is always stored. */
function queueOf({ id, in_order, ask_id }: PendingEvent): string {
  return in_order === 1 && ask_id !== null ? ask_id : `#${id}`;
}
