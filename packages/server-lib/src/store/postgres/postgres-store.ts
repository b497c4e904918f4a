import type { Logger } from '../../logger.js';
import { isQuery, type Operation, type Report, type Write } from '../operation.js';
import type { WritesByName } from '../queue/jobs.js';
import type { WriteObserver } from '../queue/write-observer.js';
import type { PendingLimits } from '../queue/write-queue.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import type { PendingWrites, PoolUse, Store } from '../store.js';
import { unavailableError } from '../store-error.js';
import { migrate } from './migrate.js';
import { openPools, type PostgresPools } from './open-pools.js';
import { poolUse } from './pool-use.js';
import { isUnavailable } from './postgres-errors.js';
import { type PostgresPool, withClient } from './postgres-pool.js';
import { PostgresWriter } from './postgres-writer.js';
import { createStatementRunner, type StatementRunner } from './run-statements.js';
import { checkServer } from './server-checks.js';
import { inSnapshot } from './transaction.js';

export interface PostgresStoreOptions {
  readonly writes: readonly Write<never, unknown>[];
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
  readonly maxPending?: PendingLimits | undefined;
  /** Learns of the groups of writes. */
  readonly observer?: WriteObserver | undefined;
}

/** How long a write may wait for the locks of others before it is refused, in milliseconds. */
const defaultLockTimeout = 5_000;

/** The store over PostgreSQL. Nothing is connected until `ready()` or the first read or write. */
export function openPostgresStore(options: PostgresStoreOptions): Store {
  return new PostgresStore(options);
}

class PostgresStore implements Store {
  readonly #runner: StatementRunner;
  readonly #writer: PostgresWriter;
  readonly #reads = new Set<Promise<unknown>>();
  readonly #schema: string;
  #pools: Promise<PostgresPools> | undefined;
  #opened: Promise<PostgresPools> | undefined;
  #closing: Promise<void> | undefined;
  #poolUse: (() => readonly PoolUse[]) | undefined;

  constructor(private readonly options: PostgresStoreOptions) {
    const { schema = 'public', lockTimeout = defaultLockTimeout, maxPending, observer } = options;
    const writes: WritesByName = new Map(options.writes.map((write) => [write.name, write]));
    this.#schema = schema;
    this.#runner = createStatementRunner(schema);
    this.#writer = new PostgresWriter({
      pool: { connect: async () => (await this.#connectPools()).writing.connect() },
      runner: this.#runner,
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
    return this.#track(this.#read(operation));
  }

  report<Input, Outcome>({ read }: Report<Input, Outcome>, input: Input): Promise<Outcome> {
    return this.read({ [Symbol.iterator]: () => read(input)[Symbol.iterator]() });
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #read<Outcome>(operation: Operation<Outcome>): Promise<Outcome> {
    try {
      const { reading } = await this.#open();
      if (!isQuery(operation)) {
        return await inSnapshot(reading, (client) => this.#runner.runOperation(client, operation));
      }
      await withClient(reading, (client) => this.#runner.execute(client, operation));
      return operation.outcome;
    } catch (error) {
      throw isUnavailable(error) ? unavailableError(error) : error;
    }
  }

  #track<Outcome>(read: Promise<Outcome>): Promise<Outcome> {
    const forget = (): void => void this.#reads.delete(read);
    this.#reads.add(read);
    read.then(forget, forget);
    return read;
  }

  async #finish(): Promise<void> {
    await this.#writer.close();
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
    const pools = await openPools(this.options.database, this.options.logger);
    this.#poolUse = () => poolUse(pools);
    return pools;
  }

  async #prepare(): Promise<PostgresPools> {
    this.options.beforeOpen?.();
    const pools = await this.#connectPools();
    await checkServer(pools.writing, this.options.logger);
    await migrate(pools.writing, { schema: this.#schema, secret: this.options.secret?.() });
    return pools;
  }
}
