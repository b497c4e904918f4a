import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Logger } from '../../logger.js';
import type { Operation, Write } from '../operation.js';
import type { Statement } from '../statement.js';
import type { Store } from '../store.js';
import type { Writes } from './commit.js';
import type { Connection } from './connection.js';
import { isBusy, isUnavailable, unavailable } from './failures.js';
import { createInlineWriter } from './inline-writer.js';
import { migrate } from './migrate.js';
import { openReader, prepareWriter } from './open.js';
import { patience, pauseMilliseconds } from './patience.js';
import { fingerprint } from './protocol.js';
import { ThreadedWriter } from './threaded-writer.js';
import type { Writer } from './writer.js';

export interface SqliteOptions {
  /** A path, `:memory:`, or a handle of the host's, which stays open when the store closes. */
  readonly database: string | Database.Database;
  readonly writes: readonly Write<never, unknown>[];
  /** Where the worker's file is, or `inline` to write on the caller's thread. */
  readonly writer: URL | string | 'inline';
  readonly logger: Logger;
}

/** The store over a SQLite file: one connection that reads here, one that writes in a worker. */
export function openSqliteStore({ database, writes: list, writer, logger }: SqliteOptions): Store {
  const writes: Writes = new Map(list.map((write) => [write.name, write]));
  const file = typeof database === 'string' ? database : database.name;
  const inMemory = typeof database === 'string' ? isMemory(file) : database.memory;

  if (inMemory || writer === 'inline') {
    const handle = typeof database === 'string' ? new Database(database) : database;
    const connection = prepareWriter(handle);
    migrate(handle);
    const close = typeof database === 'string' ? () => handle.close() : () => {};
    return new SqliteStore(createInlineWriter(connection, writes), () => connection, close);
  }
  const thread = new ThreadedWriter(writer, { file, fingerprint: fingerprint(writes) }, logger);
  return new SqliteStore(
    thread,
    () => openReader(file),
    (reader) => reader.database.close(),
  );
}

/** SQLite's two names for a database without a file. */
function isMemory(file: string): boolean {
  return file === ':memory:' || file === '';
}

class SqliteStore implements Store {
  #reader: Connection | undefined;
  #closed = false;
  #opened: Promise<Connection> | undefined;

  constructor(
    private readonly writer: Writer,
    private readonly openReader: () => Connection,
    private readonly closeReader: (reader: Connection) => void,
  ) {}

  async ready(): Promise<void> {
    await this.#open();
  }

  async run<Input, Outcome>(write: Write<Input, Outcome>, input: Input): Promise<Outcome>;
  async run(write: Write<never, unknown>, input: never): Promise<unknown> {
    return this.writer.submit({ name: write.name, input });
  }

  async read<Outcome>(operation: Operation<Outcome>): Promise<Outcome> {
    const reader = this.#reader ?? (await this.#open());
    for (;;) {
      const step = operation.next();
      if (step.done) return step.value;
      if (!this.#tryStatement(reader, step.value)) await this.#keepTrying(reader, step.value);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.writer.close();
    await this.#opened?.catch(() => {});
    if (this.#reader) this.closeReader(this.#reader);
    this.#reader = undefined;
  }

  /** Concurrent callers share one opening; a failed one may be tried again. */
  #open(): Promise<Connection> {
    if (this.#closed) return Promise.reject(unavailable());
    this.#opened ??= this.writer
      .ready()
      .then(() => {
        this.#reader = this.openReader();
        return this.#reader;
      })
      .catch((error: unknown) => {
        this.#opened = undefined;
        throw error;
      });
    return this.#opened;
  }

  #tryStatement(reader: Connection, statement: Statement<unknown>): boolean {
    try {
      reader.execute(statement);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw this.#closed || isUnavailable(error) ? unavailable(error) : error;
    }
  }

  /** A reader is hardly ever kept waiting in WAL mode; when it is, the event loop goes on meanwhile. */
  async #keepTrying(reader: Connection, statement: Statement<unknown>): Promise<void> {
    const since = performance.now();
    while (performance.now() - since < patience) {
      await pause(pauseMilliseconds);
      if (this.#tryStatement(reader, statement)) return;
    }
    throw unavailable();
  }
}
