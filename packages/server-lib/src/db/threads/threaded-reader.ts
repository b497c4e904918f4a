import type { Worker } from 'node:worker_threads';
import { describeError, type Logger } from '../../base/logger.js';
import { toError, unavailableError } from '../store-error.js';
import type { ReaderRequest, ReaderResponse, ReportCall, ThreadQuery, ThreadQueryResult } from './report-messages.js';
import { isNotFound, startThread, type ThreadStart, toStartError } from './start-thread.js';

export interface ThreadedReaderOptions {
  /** The file of the thread. Undefined: the file next to this code. */
  readonly writer: URL | string | undefined;
  readonly start: () => ThreadStart;
  readonly logger: Logger;
}

/** Runs a statement of a report, if the thread has no database connection. */
export type RunThreadQuery = (query: ThreadQuery) => Promise<ThreadQueryResult>;

interface QueuedReport {
  readonly call: ReportCall;
  readonly runQuery: RunThreadQuery | undefined;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs reports in a worker thread, so that they block neither the event loop nor writes. The thread starts with the first report.
 * If it exits, the current report is rejected and the next one starts another thread.
 */
export class ThreadedReader {
  #worker: Worker | undefined;
  /** The report that the thread runs. */
  #current: QueuedReport | undefined;
  #waiting: QueuedReport[] = [];
  #closing: Promise<void> | undefined;
  #isMissing = false;

  constructor(private readonly options: ThreadedReaderOptions) {}

  /** Whether the file of the thread was not found. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  run(call: ReportCall, runQuery?: RunThreadQuery): Promise<unknown> {
    if (this.#closing) return Promise.reject(unavailableError());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, runQuery, resolve, reject });
      this.#next();
    });
  }

  /** Rejects the queued reports, finishes the current one and ends the thread. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(unavailableError());
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ close: true } satisfies ReaderRequest);
    await exited;
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#waiting.shift();
    if (!this.#current) {
      // Lets the process exit while the thread is idle.
      this.#worker?.unref();
      return;
    }
    try {
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage(this.#current.call satisfies ReaderRequest);
    } catch (error) {
      this.#fail(error);
      this.#settle((waiting) => waiting.reject(unavailableError(error)));
    }
  }

  #start(): Worker {
    const worker = startThread(this.options.writer, this.options.start());
    worker.on('message', (message: ReaderResponse) => {
      if ('query' in message) {
        void this.#runQuery(worker, message.query);
        return;
      }
      this.#settle(({ resolve, reject }) => {
        if ('failed' in message) reject(toError(message.failed));
        else resolve(message.outcome);
      });
    });
    worker.on('error', (error) => {
      this.#fail(error);
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#settle(({ reject }) => reject(unavailableError()));
    });
    return worker;
  }

  #fail(error: unknown): void {
    const { logger, writer } = this.options;
    this.#isMissing = isNotFound(error);
    logger.error(describeError(this.#isMissing ? toStartError(error, writer) : error), 'The database reader failed.');
  }

  async #runQuery(worker: Worker, query: ThreadQuery): Promise<void> {
    const result = await this.#current?.runQuery?.(query);
    if (result) worker.postMessage(result);
  }

  #settle(settle: (waiting: QueuedReport) => void): void {
    const waiting = this.#current;
    this.#current = undefined;
    if (waiting) settle(waiting);
    this.#next();
  }
}
