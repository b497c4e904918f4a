import type { Clock, Micros, Timer } from '../../base/clock.js';
import type { Store } from '../../db/store.js';
import { AskQueues } from './ask-queues.js';
import type { LeasedWebhook } from './lease-webhooks.js';
import { maxPendingEvents, maxSessionTime } from './limits.js';
import {
  eventsPerPage,
  type LogMove,
  type PendingEvent,
  type ReadLogPage,
  selectDueEvents,
  selectWebhookPosition,
} from './read-events.js';
import { recordOutcomes } from './record-outcomes.js';
import type { SendOutcome } from './send-event.js';
import { WebhookHealth } from './webhook-health.js';
import type { DisabledReason } from './webhook-queries.js';

/** How long outcomes can wait until they are saved together, in milliseconds. After a kill, these events are sent again. */
const saveInterval = 1_000;

export interface SessionOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The owner of leases: random for each process. */
  readonly holder: string;
  /** The duration of a lease, and the maximum duration of an attempt. */
  readonly lease: Micros;
  readonly timeout: Micros;
  readonly isStopped: () => boolean;
  readonly readLogPage: ReadLogPage;
  /** Sends an event when there is a slot. Calls `requireLease` right before. */
  readonly send: (event: PendingEvent, requireLease: () => void) => Promise<SendOutcome>;
  /** Returns how long a webhook rests that has failed for some time. */
  readonly restAfter: (failingFor: Micros) => Micros;
  readonly onDisabled: (webhook: LeasedWebhook, reason: DisabledReason) => void;
}

/**
 * Sends the events of a webhook that this process has leased: first the due deliveries, then the next events of the log of changes.
 * The outcomes of a page and the next position are saved in one write.
 */
export class WebhookSession {
  /** Whether the last write released the webhook. */
  isReleased = false;
  readonly #health: WebhookHealth;
  readonly #queues = new AskQueues();
  readonly #running = new Set<Promise<void>>();
  readonly #endsAt: number;
  /** The data for the next write: the events of the log that have no deliveries yet, and the outcomes of events. */
  #added: readonly PendingEvent[] = [];
  #outcomes = new Map<PendingEvent, SendOutcome>();
  #move: LogMove | null = null;
  #savedAt: number;
  #readAt = Number.NEGATIVE_INFINITY;
  #leaseUntil: Micros;
  #isLost = false;
  #failure: unknown;

  constructor(
    private readonly webhook: LeasedWebhook,
    private readonly options: SessionOptions,
  ) {
    const { clock, lease } = options;
    this.#health = new WebhookHealth(webhook.failing_since);
    this.#savedAt = clock.elapsed();
    this.#endsAt = clock.elapsed() + maxSessionTime;
    this.#leaseUntil = clock.now() + lease;
  }

  /**
   * Sends events until no events are due, the webhook rests after failures, or its time is up. Then releases the webhook, unless
   * there was an error.
   *
   * @throws an error of the database. Events that were sent but not saved are sent again later.
   */
  async run(): Promise<void> {
    for (;;) {
      this.#startSome();
      if (this.#wantsMore && (await this.#attempt(() => this.#readMore()))) continue;
      if (this.#running.size === 0) break;
      await this.#waitForSome();
      if (this.#isSaveDue) await this.#attempt(() => this.#save());
    }
    await this.#attempt(() => this.#save(this.#failure === undefined));
    if (this.#failure !== undefined && !this.options.isStopped()) throw this.#failure;
  }

  /** Runs work and keeps its first error. After an error, no more messages are started, and the ones that are being sent end. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#failure ??= error;
      return undefined;
    }
  }

  /** Waits for a message that is being sent, or until outcomes should be saved. */
  async #waitForSome(): Promise<void> {
    const { clock, timeout } = this.options;
    let timer: Timer | undefined;
    const limit = new Promise<void>((resolve) => {
      const untilSave = this.#hasUnsaved ? this.#savedAt + saveInterval - clock.elapsed() : saveInterval;
      timer = clock.setTimeout(resolve, Math.min(Math.max(untilSave, 0), timeout / 4_000));
    });
    await Promise.race([...this.#running, limit]);
    timer?.cancel();
  }

  get #mayStart(): boolean {
    const { clock, isStopped } = this.options;
    const isOver = this.#isLost || this.#failure !== undefined || isStopped() || clock.elapsed() >= this.#endsAt;
    return !isOver && !this.#health.isResting;
  }

  /** Whether an attempt that starts now ends before the lease does. After the lease, another process may send the event. */
  get #hasLease(): boolean {
    return this.#leaseUntil - this.options.clock.now() > this.options.timeout;
  }

  get #hasUnsaved(): boolean {
    return this.#added.length > 0 || this.#outcomes.size > 0 || this.#move !== null;
  }

  get #isSaveDue(): boolean {
    const { clock, lease, timeout } = this.options;
    const isLate = this.#hasUnsaved && clock.elapsed() - this.#savedAt >= saveInterval;
    return isLate || this.#leaseUntil - clock.now() <= lease - timeout / 4;
  }

  /**
   * Whether further events could be sent now. While events of some asks wait for slow responses, the session also reads events of
   * other asks.
   */
  get #wantsMore(): boolean {
    const { waiting } = this.#queues;
    if (!this.#mayStart || this.#running.size >= this.#health.parallel) return false;
    return waiting === 0 || (waiting < eventsPerPage && this.options.clock.elapsed() - this.#readAt >= saveInterval);
  }

  /** Reads due events, or the next events of the log. Returns whether there may be more events to send. */
  async #readMore(): Promise<boolean> {
    const { store, clock, holder, readLogPage } = this.options;
    const { id } = this.webhook;
    const before = this.#queues.waiting;
    const limit = eventsPerPage + this.#queues.size;
    this.#readAt = clock.elapsed();
    const due = await store.read(selectDueEvents(id, clock.now(), limit));
    this.#queues.add(due);
    if (this.#queues.waiting > before) return true;
    if (due.length === limit) return false;
    const found = await store.read(selectWebhookPosition(id, holder));
    if (!found) this.#isLost = true;
    if (!found || found.last_seq <= (this.#move?.seenSeq ?? found.seen_seq)) return false;
    // A page depends on the previous one. When a repeated attempt ends, later events of its ask become due, and are sent first.
    if (this.#move || [...this.#outcomes.values()].some(({ attempt }) => attempt.attempts > 1)) {
      await this.#save();
      return true;
    }
    if (found.pending >= maxPendingEvents) return false;
    const { events, blocked, ...move } = await readLogPage(this.webhook, found);
    this.#move = move;
    this.#added = events;
    this.#queues.add(events.filter(({ ask_id }) => ask_id === null || !blocked.has(ask_id)));
    return true;
  }

  #startSome(): void {
    while (this.#mayStart && this.#hasLease && this.#running.size < this.#health.parallel) {
      const event = this.#queues.take();
      if (!event) return;
      const sending = this.#send(event).finally(() => this.#running.delete(sending));
      this.#running.add(sending);
    }
  }

  async #send(event: PendingEvent): Promise<void> {
    const requireLease = () => {
      if (!this.#hasLease || this.#isLost || this.options.isStopped())
        throw new Error('The lease of the webhook ends.');
    };
    await this.#attempt(async () => {
      const outcome = await this.options.send(event, requireLease);
      this.#outcomes.set(event, outcome);
      this.#health.judge(outcome);
      this.#queues.ended(event, outcome.attempt.status !== 'pending');
    });
  }

  /** Saves the outcomes of events and the position in the log, and extends the lease or releases the webhook. */
  async #save(isLast = false): Promise<void> {
    if (this.#isLost) return;
    const { store, clock, holder, lease, onDisabled } = this.options;
    const at = clock.now();
    const [added, outcomes, log] = [this.#added, this.#outcomes, this.#move];
    [this.#added, this.#outcomes, this.#move] = [[], new Map(), null];
    const disable = this.#health.disabledReason([...outcomes.values()], at);
    const saving = store.run(recordOutcomes, {
      id: this.webhook.id,
      holder,
      at,
      until: at + lease,
      log,
      disable,
      failingSince: this.#health.failingSince,
      release: isLast ? { wakeAt: this.#wakeAt(at) } : null,
      outcomes: [...new Set([...added, ...outcomes.keys()])].map((event) => ({
        event,
        attempt: outcomes.get(event)?.attempt ?? null,
      })),
    });
    const deliveries = await saving.catch((error) => {
      // The write may or may not have been committed.
      this.#isLost = true;
      throw error;
    });
    this.isReleased = deliveries !== undefined && isLast;
    this.#isLost = deliveries === undefined || disable !== null;
    this.#leaseUntil = at + lease;
    this.#savedAt = clock.elapsed();
    const ids = new Map(deliveries?.map(({ id, event_id }) => [event_id, id]));
    for (const event of added) event.id = ids.get(event.event_id) ?? null;
    this.#queues.saved(outcomes.keys());
    if (deliveries && disable !== null) onDisabled(this.webhook, disable);
  }

  /** Returns when to check the webhook again, or 0 for as soon as it has events to send. */
  #wakeAt(at: Micros): Micros {
    const { isResting, failingSince } = this.#health;
    return isResting ? at + this.options.restAfter(at - (failingSince ?? at)) : 0;
  }
}
