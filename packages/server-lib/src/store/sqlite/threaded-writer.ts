import { Worker } from 'node:worker_threads';
import { describeError, type Logger } from '../../logger.js';
import type { Job } from './commit.js';
import { StoreError, unavailable } from './failures.js';
import type { FromWorker, ToWorker, WorkerStart } from './protocol.js';
import { WriteQueue, type Writer } from './writer.js';

/** Milliseconds between attempts to start a worker that could not start. */
const relaunchPause = 1_000;

/**
 * Commits in a worker thread, so that no sync, lock or slow disk stalls the host's event loop.
 * A worker that dies has its group refused and another one started.
 */
export class ThreadedWriter implements Writer {
  readonly #queue = new WriteQueue((jobs) => this.#send(jobs));
  #worker: Worker | undefined;
  #opening: Promise<void>;
  #open = false;
  #closed = false;
  #launchedAt = 0;

  constructor(
    private readonly url: URL | string,
    private readonly start: WorkerStart,
    private readonly logger: Logger,
  ) {
    this.#opening = this.#launch();
  }

  ready(): Promise<void> {
    this.#revive();
    return this.#opening;
  }

  submit(job: Job): Promise<unknown> {
    return this.#closed ? Promise.reject(unavailable()) : this.#queue.add(job);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#opening.catch(() => {});
    await this.#queue.drained();
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    this.#tell(worker, { close: true });
    await gone;
  }

  /** A worker that could not start is tried anew when it is asked for, though not by each of a flood of requests. */
  #revive(): void {
    if (this.#worker || this.#closed || performance.now() - this.#launchedAt < relaunchPause) return;
    this.#opening = this.#launch();
  }

  #launch(): Promise<void> {
    this.#launchedAt = performance.now();
    const worker = new Worker(this.url, { workerData: this.start, name: 'askwell-writer' });
    this.#worker = worker;
    const opening = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if ('outcomes' in message) {
          this.#queue.settle(message.outcomes);
          if (!this.#queue.busy) worker.unref();
        } else if ('ready' in message) {
          this.#open = true;
          resolve();
          if (!this.#queue.busy) worker.unref();
          this.#queue.next();
        } else {
          reject(new StoreError(message.refused));
        }
      });
      worker.on('error', (error) => {
        this.logger.error(describeError(error), 'The database writer failed and is started anew.');
        reject(error);
      });
      worker.on('exit', () => {
        reject(unavailable());
        this.#lose(worker);
      });
    });
    opening.catch(() => {});
    return opening;
  }

  /** The worker is gone: its group is refused, and what waits goes to the next worker, if this one had ever opened. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    const opened = this.#open;
    this.#open = false;
    this.#worker = undefined;
    if (opened && !this.#closed) {
      this.#queue.abandon(unavailable());
      this.#opening = this.#launch();
    } else {
      this.#queue.refuseAll(unavailable());
    }
  }

  #send(jobs: Job[]): void {
    this.#revive();
    const worker = this.#worker;
    if (!worker) {
      this.#queue.refuseAll(unavailable());
      return;
    }
    worker.ref();
    if (this.#open) this.#tell(worker, { jobs });
    else this.#opening.then(() => this.#tell(worker, { jobs })).catch(() => {});
  }

  #tell(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }
}
