import { createClock } from '../../base/clock.js';
import { type ComputeLimit, isQuery, type Operation, type Report, type Write } from '../operation.js';
import { toJob } from '../queue/jobs.js';
import { Lookup } from '../sets/lookup.js';
import type { PendingWrites, PoolUse, Store } from '../store.js';
import { unavailableError } from '../store-error.js';
import { inlineLimit } from '../threads/compute-limits.js';
import { type ReportCall, readReport } from '../threads/report-messages.js';
import { operationsByName } from '../threads/thread-operations.js';
import { CommitMarker } from './commit-marker.js';
import { limitQueries } from './limit-queries.js';
import { LookupQueue } from './lookup-queue.js';
import { PostgresDatabase } from './postgres-database.js';
import { isPostgresUnavailable } from './postgres-errors.js';
import type { PostgresStoreOptions } from './postgres-options.js';
import { type PostgresPool, withClient } from './postgres-pool.js';
import { PostgresReports } from './postgres-reports.js';
import { PostgresWindows } from './postgres-windows.js';
import { PostgresWriter } from './postgres-writer.js';
import { createStatementRunner, type StatementRunner } from './run-statements.js';
import { ClockSynchronizer } from './synchronize-clock.js';
import { inSnapshot } from './transaction.js';

/** Runs operations that only read. A statement may take `readTimeout` milliseconds. */
class PostgresReader {
  constructor(
    private readonly runner: StatementRunner,
    private readonly readTimeout: number,
  ) {}

  /** Runs an operation: in a snapshot, unless it is a single statement. */
  async read<Outcome>(pool: PostgresPool, operation: Operation<Outcome>): Promise<Outcome> {
    const { runner, readTimeout } = this;
    if (!isQuery(operation)) {
      return inSnapshot(pool, (pipeline) => runner.runOperation(pipeline, operation), {
        statement_timeout: readTimeout,
      });
    }
    await withClient(pool, (client) => runner.execute(limitQueries(client, readTimeout), operation));
    return operation.outcome;
  }
}

/** How long a write may wait for the locks of other writes before it is refused, in milliseconds. */
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
  /** The limit of reports on the event loop. */
  readonly #computeLimit: ComputeLimit;
  readonly #clock: ClockSynchronizer | undefined;
  readonly #reads = new Set<Promise<unknown>>();
  readonly #database: PostgresDatabase;
  #closing: Promise<void> | undefined;

  constructor(options: PostgresStoreOptions) {
    const { database, lockTimeout = defaultLockTimeout, maxPending, writer } = options;
    const { logger, observer, clock = createClock(), now } = options;
    this.#computeLimit = inlineLimit(clock);
    this.#operations = operationsByName({ reports: [], ...options });
    const { writes } = this.#operations;
    const { readTimeout = defaultReadTimeout, synchronizeClock } = options;
    const schema = () => this.#database.schema;
    const runner = createStatementRunner(schema);
    this.#reader = new PostgresReader(runner, readTimeout);
    this.#clock = synchronizeClock && new ClockSynchronizer(synchronizeClock, clock);
    this.#database = new PostgresDatabase(options, this.#clock);
    const open = () => this.#database.open();
    if (writer !== 'inline') {
      this.#reports = new PostgresReports({ database, schema, writes, writer, readTimeout, logger });
    }
    this.windows = new PostgresWindows({ open: async () => (await open()).counting, schema, clock, logger, now });
    this.#writer = new PostgresWriter({
      pool: { connect: async () => (await this.#database.connect()).writing.connect() },
      marker: new CommitMarker(schema),
      runner,
      writes,
      open: async () => void (await open()),
      lockTimeout,
      maxPending,
      observer,
    });
  }

  get pending(): PendingWrites {
    return this.#writer.pending;
  }

  pools(): readonly PoolUse[] {
    return this.#database.poolUse();
  }

  async ready(): Promise<void> {
    if (this.#closing) throw unavailableError();
    await this.#database.open();
  }

  run<Input, Outcome>(write: Write<Input, Outcome>, input: Input): Promise<Outcome>;
  run({ name }: Write<never, unknown>, input: never): Promise<unknown> {
    return this.#writer.submit(toJob(this.#operations.writes, name, input));
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
      await this.#database.open();
      return await this.#reports.run(call);
    } catch (error) {
      if (this.#reports.isMissing) return this.#reportHere(call);
      throw this.#toError(error);
    }
  }

  #reportHere(call: ReportCall): Promise<unknown> {
    return this.#read(readReport(this.#operations.reports, call, this.#computeLimit));
  }

  async #read<Outcome>(operation: Operation<Outcome>): Promise<Outcome> {
    try {
      const { reading } = await this.#database.open();
      return await this.#reader.read(reading, operation);
    } catch (error) {
      throw this.#toError(error);
    }
  }

  #toError(error: unknown): unknown {
    if (!isPostgresUnavailable(error)) return error;
    this.#database.connectionLost();
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
    await this.#database.close();
  }
}
