import type { Clock } from '../../base/clock.js';
import { ownWork, turnForLongWork } from '../../base/event-loop.js';
import type { Logger } from '../../base/logger.js';
import type { Operation, Report, Write } from '../operation.js';
import { toJob, type WritesByName } from '../queue/jobs.js';
import type { WriteObserver } from '../queue/write-observer.js';
import type { PendingLimits, Writer } from '../queue/write-queue.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import type { PendingWrites, Store } from '../store.js';
import { StoreError, unavailableError } from '../store-error.js';
import { inlineLimit } from '../threads/compute-limits.js';
import { type ReportCall, readReport } from '../threads/report-messages.js';
import { buildFingerprint, operationsByName, type ThreadOperations } from '../threads/thread-operations.js';
import { ThreadedReader } from '../threads/threaded-reader.js';
import { fromHandle } from './better-sqlite3-driver.js';
import { sqliteDriver } from './choose-driver.js';
import type { Connection } from './connection.js';
import { FileWindows } from './file-windows.js';
import { InlineWriter } from './inline-writer.js';
import { defaultLockTimeout } from './lock-timeout.js';
import { openInMemory, openReader, openWriter, prepareWriter } from './open-database.js';
import type { ProcessSharingOptions } from './process-sharing.js';
import { ReadQueue } from './read-queue.js';
import { isSqliteUnavailable } from './sqlite-errors.js';
import type { SqliteHandle } from './sqlite-handle.js';
import type { ThreadOptions } from './thread-messages.js';
import { ThreadedWriter } from './threaded-writer.js';

export interface SqliteStoreOptions {
  readonly writes: ThreadOperations['writes'];
  readonly reports?: ThreadOperations['reports'];
  /** A path, `:memory:`, or a handle of the host, which stays open when the store closes. */
  readonly database: string | SqliteHandle;
  /** The file of the worker, if it is not the one next to this code, or `inline` to write in the thread of the caller. */
  readonly writer?: URL | string | 'inline' | undefined;
  readonly logger: Logger;
  /** Called before each attempt to open the database. Throws to prevent it. */
  readonly beforeOpen?: () => void;
  /** Returns the fingerprint of the secret that the database must have. Called after `beforeOpen`. Absent: it is not checked. */
  readonly secret?: (() => SecretFingerprint) | undefined;
  /** How long to wait for the lock of another process, in milliseconds. */
  readonly lockTimeout?: number;
  /** The maximum of pending writes. More are rejected. */
  readonly maxPending?: PendingLimits | undefined;
  /** Replaces the clock by which processes count limits together, in microseconds. For hosts that move the time in tests. */
  readonly now?: (() => number) | undefined;
  /** Measures reports that run on the event loop. Default: the clock of the machine. */
  readonly clock?: Pick<Clock, 'elapsed'> | undefined;
  /** Observes the groups of writes. */
  readonly observer?: WriteObserver | undefined;
}

/**
 * The store over a SQLite file: one connection that reads here, one that writes in a worker, and one for reports in another.
 * Nothing is opened and no thread is started until `ready()` or the first read or write.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { database, writer, logger, lockTimeout = defaultLockTimeout, maxPending, observer } = options;
  const { writes, reports } = operationsByName({ reports: [], ...options });
  const file = typeof database === 'string' ? database : database.name;
  const beforeOpen = (): void => runBeforeOpen(options.beforeOpen);
  const shared = { database: file, logger, now: options.now };
  const inMemory = typeof database === 'string' ? isMemory(file) : database.memory;

  if (inMemory || writer === 'inline') {
    const open = (): Connection => openInline(database, options.secret?.());
    const inline = new InlineWriter({ file, beforeOpen, open, writes, lockTimeout, maxPending, observer });
    const reading = { open: () => inline.connect(), close: () => {}, lockTimeout };
    const limit = inlineLimit(options.clock);
    const reporting: ReportRunner = {
      // The slices of a search follow each other, and reads do not wait for the event loop.
      async run(store, call) {
        await turnForLongWork(ownWork);
        return store.read(readReport(reports, call, limit));
      },
    };
    return new SqliteStore(writes, inline, reading, reporting, inMemory ? undefined : shared);
  }
  const start = (role: ThreadOptions['role']): ThreadOptions => {
    return {
      role,
      file,
      lockTimeout,
      driver: sqliteDriver().name,
      buildFingerprint: buildFingerprint(writes),
      secret: options.secret?.(),
    };
  };
  const thread = new ThreadedWriter({
    writer,
    start: () => start('writer'),
    lockTimeout,
    beforeOpen,
    logger,
    maxPending,
    observer,
  });
  const reader = new ThreadedReader({ writer, start: () => start('reader'), logger });
  const reading = {
    open: () => openReader(file),
    close: (connection: Connection) => connection.database.close(),
    lockTimeout,
  };
  const reporting: ReportRunner = {
    run: (store, call) => store.ready().then(() => reader.run(call)),
    close: () => reader.close(),
  };
  return new SqliteStore(writes, thread, reading, reporting, shared);
}

function runBeforeOpen(beforeOpen: (() => void) | undefined): void {
  try {
    beforeOpen?.();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function openInline(database: string | SqliteHandle, secret: SecretFingerprint | undefined): Connection {
  if (typeof database !== 'string') return prepareWriter(fromHandle(database), { shared: true, secret });
  return isMemory(database) ? openInMemory(database) : openWriter(database, 0, secret);
}

/** SQLite's two names for a database without a file. */
function isMemory(file: string): boolean {
  return file === ':memory:' || file === '';
}

interface ReadSettings {
  open(): Connection | Promise<Connection>;
  close(connection: Connection): void;
  readonly lockTimeout: number;
}

interface ReportRunner {
  run(store: Store, call: ReportCall): Promise<unknown>;
  close?(): Promise<void>;
}

class SqliteStore implements Store {
  readonly windows: FileWindows | undefined;
  #reads: ReadQueue | undefined;
  #opened: Promise<ReadQueue> | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    private readonly writes: WritesByName,
    private readonly writer: Writer,
    private readonly reading: ReadSettings,
    private readonly reporting: ReportRunner,
    /** The file that other processes may open too. Undefined for a database in memory. */
    shared: Omit<ProcessSharingOptions, 'open'> | undefined,
  ) {
    this.windows = shared && new FileWindows({ ...shared, open: () => this.ready() });
  }

  get pending(): PendingWrites {
    return this.writer.pending;
  }

  async ready(): Promise<void> {
    await this.#open();
  }

  run<Input, Outcome>(write: Write<Input, Outcome>, input: Input): Promise<Outcome>;
  run({ name }: Write<never, unknown>, input: never): Promise<unknown> {
    return this.writer.submit(toJob(this.writes, name, input));
  }

  read<Outcome>(operation: Operation<Outcome>): Promise<Outcome> {
    return this.#reads ? this.#reads.add(operation) : this.#open().then((reads) => reads.add(operation));
  }

  report<Input, Outcome>(report: Report<Input, Outcome>, input: Input): Promise<Outcome>;
  report({ name }: Report<never, unknown>, input: never): Promise<unknown> {
    return this.reporting.run(this, { name, input });
  }

  #whyNot(error: unknown): unknown {
    return this.#closing || isSqliteUnavailable(error) ? unavailableError(error) : error;
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await Promise.all([this.writer.close(), this.reporting.close?.(), this.windows?.close()]);
    await this.#opened?.catch(() => {});
    if (this.#reads) this.reading.close(this.#reads.connection);
    this.#reads = undefined;
  }

  /** Concurrent callers share one opening; a failed one may be tried again. */
  #open(): Promise<ReadQueue> {
    if (this.#closing) return Promise.reject(unavailableError());
    this.#opened ??= this.#connect().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #connect(): Promise<ReadQueue> {
    await this.writer.ready();
    const connection = await this.reading.open();
    const { lockTimeout } = this.reading;
    this.#reads = new ReadQueue(connection, { lockTimeout, toError: (error) => this.#whyNot(error) });
    return this.#reads;
  }
}
