import type { Clock } from '../../base/clock.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { describeError, type Logger } from '../../base/logger.js';
import type { Store } from '../../db/store.js';
import { eventKindRules, type SecurityEvent } from './event-kinds.js';
import { createEventLog } from './event-log.js';
import type { EventRow } from './event-queries.js';
import { createEventWriter } from './event-writer.js';

/** Logs security events, and stores the last hundred of each account for its owner. */
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
