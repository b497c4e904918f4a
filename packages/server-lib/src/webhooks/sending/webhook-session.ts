import type { Clock, Micros, Timer } from '../../clock.js';
import type { Store } from '../../store/store.js';
import type { DisabledReason } from '../webhook-queries.js';
import { AskQueues } from './ask-queues.js';
import { type DueDelivery, selectDueDeliveries } from './outbox/due-deliveries.js';
import type { LeasedWebhook } from './outbox/lease-webhooks.js';
import { recordAttempts } from './outbox/record-attempts.js';
import { WebhookHealth } from './pacing/webhook-health.js';
import type { SendOutcome } from './send-event.js';

/** The number of events that are read at a time. */
const batchSize = 50;

/** How long one webhook is served before others get a turn, in milliseconds. */
const maxSession = 15_000;

export interface SessionOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The owner of leases: random for each process. */
  readonly sender: string;
  /** For how long a lease is extended, and how long an attempt can take. */
  readonly lease: Micros;
  readonly timeout: Micros;
  readonly isStopped: () => boolean;
  /** Adds the next events to the deliveries. Returns whether more may follow. */
  readonly claim: (webhook: LeasedWebhook) => Promise<boolean>;
  /** Sends an event when there is a slot. Calls `requireLease` right before. */
  readonly send: (webhook: LeasedWebhook, delivery: DueDelivery, requireLease: () => void) => Promise<SendOutcome>;
  readonly onDisabled: (webhook: LeasedWebhook, reason: DisabledReason) => void;
}

interface Unsaved {
  readonly delivery: DueDelivery;
  readonly outcome: SendOutcome;
}

/** Sends the events of a webhook that this process has leased. */
export class WebhookSession {
  readonly health: WebhookHealth;
  readonly #queues = new AskQueues();
  readonly #running = new Set<Promise<void>>();
  readonly #endsAt: number;
  #unsaved: Unsaved[] = [];
  #leaseUntil: Micros;
  #isLost = false;
  #failure: unknown;

  constructor(
    private readonly webhook: LeasedWebhook,
    private readonly options: SessionOptions,
  ) {
    const { clock, lease } = options;
    this.health = new WebhookHealth(webhook.failing_since);
    this.#endsAt = clock.elapsed() + maxSession;
    this.#leaseUntil = clock.now() + lease;
  }

  /**
   * Sends events until none is due, the webhook rests after failures, or its time is up.
   *
   * @throws an error of the database. What was sent but not saved is sent again later.
   */
  async run(): Promise<void> {
    for (;;) {
      await this.#save();
      await this.#refill();
      this.#startSome();
      if (this.#running.size === 0 && this.#unsaved.length === 0) break;
      if (this.#running.size > 0) await this.#waitForSome();
    }
    if (this.#failure !== undefined && !this.options.isStopped()) throw this.#failure;
  }

  /** Waits for a message that is under way, or until the lease should be extended. */
  async #waitForSome(): Promise<void> {
    const { clock, timeout } = this.options;
    let timer: Timer | undefined;
    const extension = new Promise<void>((resolve) => {
      timer = clock.setTimeout(resolve, timeout / 4_000);
    });
    await Promise.race([...this.#running, extension]);
    timer?.cancel();
  }

  get #mayStart(): boolean {
    const { clock, isStopped } = this.options;
    const isOver = this.#isLost || this.#failure !== undefined || isStopped() || clock.elapsed() >= this.#endsAt;
    return !isOver && !this.health.isResting;
  }

  /** Another process may send the event once the lease has ended: an attempt ends before. */
  get #hasLease(): boolean {
    return this.#leaseUntil - this.options.clock.now() > this.options.timeout;
  }

  /** Reads due events, and claims further ones if there are few. */
  async #refill(): Promise<void> {
    if (!this.#mayStart || this.#queues.size >= batchSize) return;
    const limit = batchSize + this.#queues.size;
    let due = await this.#readDue(limit);
    while (due.length < limit && this.#mayStart && (await this.options.claim(this.webhook)))
      due = await this.#readDue(limit);
    this.#queues.add(due);
  }

  #readDue(limit: number): Promise<DueDelivery[]> {
    const { store, clock } = this.options;
    return store.read(selectDueDeliveries(this.webhook.id, clock.now(), limit));
  }

  #startSome(): void {
    while (this.#mayStart && this.#hasLease && this.#running.size < this.health.parallel) {
      const delivery = this.#queues.take();
      if (!delivery) return;
      const sending = this.#send(delivery).finally(() => this.#running.delete(sending));
      this.#running.add(sending);
    }
  }

  async #send(delivery: DueDelivery): Promise<void> {
    const requireLease = () => {
      if (!this.#hasLease || this.#isLost || this.options.isStopped())
        throw new Error('The lease of the webhook ends.');
    };
    try {
      const outcome = await this.options.send(this.webhook, delivery, requireLease);
      this.#unsaved.push({ delivery, outcome });
      this.health.judge(outcome);
      this.#queues.ended(delivery, outcome.attempt.status !== 'pending');
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Saves outcomes, and extends the lease. */
  async #save(): Promise<void> {
    const { store, clock, sender, lease, timeout } = this.options;
    const at = clock.now();
    if (this.#unsaved.length === 0 && this.#leaseUntil - at > lease - timeout / 4) return;
    const saving = this.#unsaved;
    this.#unsaved = [];
    const outcomes = saving.map(({ outcome }) => outcome);
    const { failingSince } = this.health;
    const disable = this.health.disabledReason(outcomes, at);
    const attempts = outcomes.map(({ attempt }) => attempt);
    const target = { id: this.webhook.id, sender, at, until: at + lease };
    const isHeld = await store.run(recordAttempts, { ...target, attempts, failingSince, disable });
    this.#leaseUntil = at + lease;
    this.#queues.saved(saving.map(({ delivery }) => delivery));
    this.#isLost = !isHeld;
    if (!isHeld && disable !== null) this.options.onDisabled(this.webhook, disable);
  }
}
