import type { Logger } from '../../logger.js';
import type { Operation, Report, Write } from '../operation.js';
import type { WriteObserver } from '../queue/write-observer.js';
import type { PendingLimits } from '../queue/write-queue.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import { Lookup } from '../sets/lookup.js';
import type { PendingWrites, PoolUse, Store } from '../store.js';
import { unavailableError } from '../store-error.js';
import { type ReportCall, readReport } from '../threads/report-messages.js';
import { operationsByName, type ThreadOperations } from '../threads/thread-operations.js';
import { CommitMarker } from './commit-marker.js';
import { LookupQueue } from './lookup-queue.js';
import { migrate } from './migrate.js';
import { openPools, type PostgresPools } from './open-pools.js';
import { poolUse } from './pool-use.js';
import { isUnavailable } from './postgres-errors.js';
import type { PostgresPool } from './postgres-pool.js';
import { PostgresReader } from './postgres-reader.js';
import { defaultSchema } from './postgres-url.js';
import { PostgresWriter } from './postgres-writer.js';
import { PostgresReports } from './reports/postgres-reports.js';
import { createStatementRunner } from './run-statements.js';
import { checkServer } from './server-checks.js';
import { ClockSynchronizer, type SynchronizeClock } from './synchronize-clock.js';
import { PostgresWindows } from './windows/postgres-windows.js';

export interface PostgresStoreOptions {
  readonly writes: ThreadOperations['writes'];
  readonly reports?: ThreadOperations['reports'];
  /** The file of the thread for reports, if it is not next to this code, or `inline` to compute in the thread of the caller. */
  readonly writer?: URL | string | 'inline' | undefined;
  /** The maximum number of connections that a URL is used with. */
  readonly connections?: number | undefined;
  /** A `postgres://` URL, or a pool of the host, which stays open when the store closes. */
  readonly database: string | PostgresPool;
  /** The schema of the tables. Default: `public`. */
  readonly schema?: string | undefined;
  readonly logger: Logger;
  /** Called before each attempt to open the database. Throws to prevent it. */
  readonly beforeOpen?: () => void;
  /** Returns the fingerprint of the secret that the database must have. Absent: it is not checked. */
  readonly secret?: (() => SecretFingerprint) | undefined;
  /** How long a write may wait for locks of others, in milliseconds. */
  readonly lockTimeout?: number;
  /** How long a statement of a read may take, in milliseconds. */
  readonly readTimeout?: number;
  readonly maxPending?: PendingLimits | undefined;
  /** Replaces the clock by which limits are counted, in microseconds. For hosts that move the time in tests. */
  readonly now?: (() => number) | undefined;
  /** Corrects the clock of this instance by that of the database. Absent: it is not corrected. */
  readonly synchronizeClock?: SynchronizeClock | undefined;
  /** Learns of the groups of writes. */
  readonly observer?: WriteObserver | undefined;
}

/** How long a write may wait for the locks of others before it is refused, in milliseconds. */
const defaultLockTimeout = 5_000;

/** How long a statement of a read may take, in milliseconds. */
const defaultReadTimeout = 10_000;

/** The store over PostgreSQL. Nothing is connected until `ready()` or the first read or write. */
export function openPostgresStore(options: PostgresStoreOptions): Store {
  return new PostgresStore(options);
}

class PostgresStore implements Store {
  readonly windows: PostgresWindows;
  readonly #reader: PostgresReader;
  readonly #writer: PostgresWriter;
  readonly #lookups = new LookupQueue((query) => this.#read(query));
  readonly #operations: ReturnType<typeof operationsByName>;
  /** Undefined if the host has no threads. */
  readonly #reports: PostgresReports | undefined;
  readonly #clock: ClockSynchronizer | undefined;
  readonly #reads = new Set<Promise<unknown>>();
  readonly #schema: string;
  #pools: Promise<PostgresPools> | undefined;
  #opened: Promise<PostgresPools> | undefined;
  #closing: Promise<void> | undefined;
  #poolUse: (() => readonly PoolUse[]) | undefined;

  constructor(private readonly options: PostgresStoreOptions) {
    const { database, schema = defaultSchema, lockTimeout = defaultLockTimeout, maxPending, writer } = options;
    const { logger, observer } = options;
    this.#operations = operationsByName({ reports: [], ...options });
    const { writes } = this.#operations;
    this.#schema = schema;
    const { readTimeout = defaultReadTimeout, synchronizeClock } = options;
    const runner = createStatementRunner(schema);
    this.#reader = new PostgresReader(runner, readTimeout);
    this.#clock = synchronizeClock && new ClockSynchronizer(synchronizeClock);
    if (writer !== 'inline') {
      this.#reports = new PostgresReports({ database, schema, writes, writer, readTimeout, logger });
    }
    this.windows = new PostgresWindows({ open: async () => (await this.#open()).counting, schema, now: options.now });
    this.#writer = new PostgresWriter({
      pool: { connect: async () => (await this.#connectPools()).writing.connect() },
      marker: new CommitMarker(schema),
      runner,
      writes,
      open: async () => void (await this.#open()),
      lockTimeout,
      maxPending,
      observer,
    });
  }

  get pending(): PendingWrites {
    return this.#writer.pending;
  }

  pools(): readonly PoolUse[] {
    return this.#poolUse?.() ?? [];
  }

  async ready(): Promise<void> {
    if (this.#closing) throw unavailableError();
    await this.#open();
  }

  run<Input, Outcome>(write: Write<Input, Outcome>, input: Input): Promise<Outcome>;
  run({ name }: Write<never, unknown>, input: never): Promise<unknown> {
    return this.#writer.submit({ name, input });
  }

  read<Outcome>(operation: Operation<Outcome>): Promise<Outcome> {
    if (this.#closing) return Promise.reject(unavailableError());
    return this.#track(operation instanceof Lookup ? this.#lookups.add<Outcome>(operation) : this.#read(operation));
  }

  report<Input, Outcome>(report: Report<Input, Outcome>, input: Input): Promise<Outcome>;
  report({ name }: Report<never, unknown>, input: never): Promise<unknown> {
    return this.#track(this.#report({ name, input }));
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #report(call: ReportCall): Promise<unknown> {
    if (this.#closing) throw unavailableError();
    if (!this.#reports || this.#reports.isMissing) return this.#reportHere(call);
    try {
      await this.#open();
      return await this.#reports.run(call);
    } catch (error) {
      if (this.#reports.isMissing) return this.#reportHere(call);
      throw this.#toError(error);
    }
  }

  #reportHere(call: ReportCall): Promise<unknown> {
    return this.#read(readReport(this.#operations.reports, call));
  }

  async #read<Outcome>(operation: Operation<Outcome>): Promise<Outcome> {
    try {
      const { reading } = await this.#open();
      return await this.#reader.read(reading, operation);
    } catch (error) {
      throw this.#toError(error);
    }
  }

  #toError(error: unknown): unknown {
    if (!isUnavailable(error)) return error;
    void this.#pools?.then(({ reading }) => this.#clock?.connectionLost(reading)).catch(() => {});
    return unavailableError(error);
  }

  #track<Outcome>(read: Promise<Outcome>): Promise<Outcome> {
    const forget = (): void => void this.#reads.delete(read);
    this.#reads.add(read);
    read.then(forget, forget);
    return read;
  }

  async #finish(): Promise<void> {
    await Promise.all([this.#writer.close(), this.windows.close(), this.#reports?.close()]);
    this.#clock?.stop();
    await Promise.allSettled(this.#reads);
    await this.#opened?.catch(() => {});
    const pools = await this.#pools?.catch(() => undefined);
    await pools?.close();
  }

  /** Concurrent callers share one opening; a failed one may be tried again. */
  #open(): Promise<PostgresPools> {
    this.#opened ??= this.#prepare().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  #connectPools(): Promise<PostgresPools> {
    this.#pools ??= this.#openPools().catch((error: unknown) => {
      this.#pools = undefined;
      throw error;
    });
    return this.#pools;
  }

  async #openPools(): Promise<PostgresPools> {
    const { database, logger, connections } = this.options;
    const pools = await openPools(database, logger, connections);
    this.#poolUse = () => poolUse(pools);
    return pools;
  }

  async #prepare(): Promise<PostgresPools> {
    this.options.beforeOpen?.();
    const pools = await this.#connectPools();
    await checkServer(pools.writing, this.options.logger);
    await migrate(pools.writing, { schema: this.#schema, secret: this.options.secret?.() });
    await this.#clock?.start(pools.reading);
    return pools;
  }
}
