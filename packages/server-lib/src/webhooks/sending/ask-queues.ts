import type { DueDelivery } from './outbox/due-deliveries.js';

/** The events of one ask that wait in memory, or one event that is in no order. */
interface Queue {
  readonly deliveries: DueDelivery[];
  isSending: boolean;
}

/**
 * The events of a webhook that are in memory. Those of one ask are taken one after the other, and those of different asks at the same
 * time.
 */
export class AskQueues {
  readonly #queues = new Map<string, Queue>();
  /** The events in memory, and those whose outcome is not saved yet. */
  readonly #known = new Set<number>();
  /** The asks whose events are read again when a failure is saved, and the delivery that failed. */
  readonly #held = new Map<string, number>();

  get size(): number {
    return this.#known.size;
  }

  /** Adds events that are due, in their order. */
  add(deliveries: readonly DueDelivery[]): void {
    for (const delivery of deliveries) {
      const name = queueOf(delivery);
      if (this.#known.has(delivery.id) || this.#held.has(name)) continue;
      this.#known.add(delivery.id);
      const queue = this.#queues.get(name) ?? { deliveries: [], isSending: false };
      queue.deliveries.push(delivery);
      this.#queues.set(name, queue);
    }
  }

  /** Takes the next event that may be sent now. */
  take(): DueDelivery | undefined {
    for (const queue of this.#queues.values()) {
      if (queue.isSending) continue;
      const delivery = queue.deliveries.shift();
      if (!delivery) continue;
      queue.isSending = true;
      return delivery;
    }
    return undefined;
  }

  /** Lets the next event of the ask follow; or forgets its later events, if this one is not done. */
  ended(delivery: DueDelivery, isDone: boolean): void {
    const name = queueOf(delivery);
    const queue = this.#queues.get(name);
    if (!queue) return;
    queue.isSending = false;
    if (!isDone) {
      this.#held.set(name, delivery.id);
      for (const { id } of queue.deliveries.splice(0)) this.#known.delete(id);
    }
    // Asks take turns.
    this.#queues.delete(name);
    if (queue.deliveries.length > 0) this.#queues.set(name, queue);
  }

  /** Forgets events whose outcome is saved. */
  saved(deliveries: readonly DueDelivery[]): void {
    for (const delivery of deliveries) {
      const name = queueOf(delivery);
      this.#known.delete(delivery.id);
      // A later event of the ask may have failed meanwhile.
      if (this.#held.get(name) === delivery.id) this.#held.delete(name);
    }
  }
}

function queueOf({ id, in_order, ask_id }: DueDelivery): string {
  return in_order === 1 && ask_id !== null ? ask_id : `#${id}`;
}
