import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { WriteObserver } from '../queue/write-observer.js';
import type { PendingLimits } from '../queue/write-queue.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import type { ThreadOperations } from '../threads/thread-operations.js';
import type { PostgresPool } from './postgres-pool.js';
import type { SynchronizeClock } from './synchronize-clock.js';

/** The options of a store over PostgreSQL. */
export interface PostgresStoreOptions {
  readonly writes: ThreadOperations['writes'];
  readonly reports?: ThreadOperations['reports'];
  /** The file of the thread for reports, if it is not next to this code, or `inline` to compute in the thread of the caller. */
  readonly writer?: URL | string | 'inline' | undefined;
  /** The maximum number of connections that a URL is used with. */
  readonly connections?: number | undefined;
  /** A `postgres://` URL, or a pool of the host, which stays open when the store closes. */
  readonly database: string | PostgresPool;
  /** The schema of the tables. Default: see `findSchema`. */
  readonly schema?: string | undefined;
  readonly logger: Logger;
  /** Called before each attempt to open the database. Throws to prevent it. */
  readonly beforeOpen?: () => void;
  /** Returns the fingerprint of the secret that the database must have. Absent: it is not checked. */
  readonly secret?: (() => SecretFingerprint) | undefined;
  /** How long a write may wait for the locks of other writes, in milliseconds. */
  readonly lockTimeout?: number;
  /** How long a statement of a read may take, in milliseconds. */
  readonly readTimeout?: number;
  readonly maxPending?: PendingLimits | undefined;
  /** The clock of background work. Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  /** Replaces the clock by which limits are counted, in microseconds. For hosts that move the time in tests. */
  readonly now?: (() => number) | undefined;
  /** Corrects the clock of this instance by the clock of the database. Absent: the clock is not corrected. */
  readonly synchronizeClock?: SynchronizeClock | undefined;
  /** Observes the groups of writes. */
  readonly observer?: WriteObserver | undefined;
}
