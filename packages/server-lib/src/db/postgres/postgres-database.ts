import type { PoolUse } from '../store.js';
import { migratePostgres } from './migrate.js';
import { openPools, type PostgresPools } from './open-pools.js';
import type { PostgresStoreOptions } from './postgres-options.js';
import type { PostgresPool } from './postgres-pool.js';
import { checkServer } from './server-checks.js';
import type { ClockSynchronizer } from './synchronize-clock.js';

/** The pools of a store, and what must be done before it uses them. */
export class PostgresDatabase {
  #pools: Promise<PostgresPools> | undefined;
  #opened: Promise<PostgresPools> | undefined;
  #poolUse: (() => readonly PoolUse[]) | undefined;
  #schema: string | undefined;

  constructor(
    private readonly options: PostgresStoreOptions,
    private readonly clock: ClockSynchronizer | undefined,
  ) {
    this.#schema = options.schema;
  }

  /** The schema of the tables. Without a setting, it is known when the database is open. */
  get schema(): string {
    if (this.#schema === undefined) throw new Error('The schema is not known before the database is open.');
    return this.#schema;
  }

  /** Opens the database. Concurrent callers share one opening; a failed one may be tried again. */
  open(): Promise<PostgresPools> {
    this.#opened ??= this.#prepare().catch(async (error: unknown) => {
      this.#opened = undefined;
      await this.#closePools();
      throw error;
    });
    return this.#opened;
  }

  /** Returns the pools, whether the database is open or not. */
  connect(): Promise<PostgresPools> {
    this.#pools ??= this.#openPools().catch((error: unknown) => {
      this.#pools = undefined;
      throw error;
    });
    return this.#pools;
  }

  poolUse(): readonly PoolUse[] {
    return this.#poolUse?.() ?? [];
  }

  /** Compares the clocks again: another server may have taken over. */
  connectionLost(): void {
    void this.#pools?.then(({ reading }) => this.clock?.connectionLost(reading)).catch(() => {});
  }

  /** Closes the pools after a running attempt to open the database. */
  async close(): Promise<void> {
    await this.#opened?.catch(() => {});
    await this.#closePools();
  }

  /** Closes the pools. Their idle connections would keep a process alive that cannot use the database. */
  async #closePools(): Promise<void> {
    const pools = this.#pools;
    this.#pools = undefined;
    await pools?.then(({ close }) => close()).catch(() => {});
  }

  async #openPools(): Promise<PostgresPools> {
    const { database, logger, connections } = this.options;
    const pools = await openPools(database, logger, connections);
    this.#poolUse = () => poolUse(pools);
    return pools;
  }

  async #prepare(): Promise<PostgresPools> {
    const { beforeOpen, logger, secret } = this.options;
    beforeOpen?.();
    const pools = await this.connect();
    await checkServer(pools.writing, logger);
    this.#schema = await migratePostgres(pools.writing, { schema: this.#schema, secret: secret?.() });
    await this.clock?.start(pools.reading);
    return pools;
  }
}

/** Returns how the pools of a store are used. A host's pool serves all purposes, and may not count. */
function poolUse({ reading, writing, counting }: PostgresPools): PoolUse[] {
  if (reading === writing) return useOf('shared', reading);
  return [...useOf('reading', reading), ...useOf('writing', writing), ...useOf('counting', counting)];
}

function useOf(pool: PoolUse['pool'], { totalCount, idleCount = 0, waitingCount = 0 }: PostgresPool): PoolUse[] {
  if (totalCount === undefined) return [];
  return [{ pool, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }];
}
