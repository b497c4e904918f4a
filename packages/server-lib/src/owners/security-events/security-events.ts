import type { Clock } from '../../base/clock.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { describeError, type Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import type { Store } from '../../db/store.js';
import { eventKindRules, type SecurityEvent } from './event-kinds.js';
import { createEventLog } from './event-log.js';
import { type EventRow, type NewEventRow, recordEvents, selectEvents } from './event-queries.js';
import { maxUnstoredEvents } from './limits.js';

/** The maximum delay of an event, in milliseconds. */
const flushDelay = 1_000;

/** Logs security events, and stores the last hundred events of each account for its owner. */
export interface SecurityEvents {
  /** Logs an event, and stores it later. Never throws. */
  record(event: SecurityEvent): void;
  /** Returns the stored events of an account, newest first. */
  list(account: number): Promise<EventRow[]>;
  /** Writes pending log lines and events. */
  flush(): Promise<void>;
}

export interface SecurityEventsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly logger: Logger;
}

const fingerprintDigits = 8;

export function createSecurityEvents({ store, clock, secret, logger }: SecurityEventsOptions): SecurityEvents {
  const log = createEventLog(clock, logger);
  const writer = createEventWriter({ store, clock, logger });

  /** Returns a hash that is the same for the same client. It does not reveal the address without the secret. */
  function fingerprint(client: string): string {
    return shortHmac(secret.key, `client of a security event\0${client}`).slice(0, fingerprintDigits);
  }

  function record({ kind, account, client: address, subject }: SecurityEvent): void {
    const client = address === undefined ? undefined : fingerprint(address);
    log.add(kind, { account, client, subject: subject?.id });
    if (account === undefined || kind === 'account_deleted') return;
    const at = clock.now();
    const { isCounted } = eventKindRules(kind);
    const row = { account, kind, isCounted, client: client ?? null, subject: subject?.name ?? null };
    writer.add({ ...row, n: 1, firstAt: at, at });
  }

  return {
    record(event) {
      try {
        record(event);
      } catch (error) {
        logger.error(describeError(error), 'Cannot record a security event.');
      }
    },

    list: (account) => writer.list(account),

    async flush() {
      log.flush();
      await writer.flush();
    },
  };
}

/** Stores the events of accounts. Events are collected and written together, so that no request waits for them. */
interface EventWriter {
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

function createEventWriter({ store, clock, logger }: EventWriterOptions): EventWriter {
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
