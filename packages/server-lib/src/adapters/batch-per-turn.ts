import { elapsed, setImmediate } from '../timers.js';

/** The maximum number of requests in a batch. More would delay the writer and responses; fewer would make batches useless. */
const maxBatchSize = 128;

interface Batch {
  readonly started: Promise<void>;
  readonly start: () => void;
  size: number;
}

const batches: Batch[] = [];
let isScheduled = false;

/** The number of batches from which on they get as much time as everything else in the event loop. */
const backlogSize = 4;

/** The maximum time that batches get before the event loop continues, in milliseconds. */
const maxWorkTime = 50;

/** The estimated time that a batch takes while there is a backlog, with the rest of the event loop, in milliseconds. */
let batchTime = 10;

/** When the event loop continued after the last batch of a backlog; undefined if there is no backlog. */
let continuedAt: number | undefined;

/** Captured, since a host's tests may replace it with a fake timer. */
const { nextTick } = process;

/**
 * Returns a promise that resolves at the end of this turn of the event loop. Requests that arrive in the same turn continue
 * together, as a batch: doing the same step for many requests is faster than doing many steps in turn, since the code stays
 * in the processor's cache and all reads share one snapshot of the database. Each request keeps its own async context.
 *
 * If very many requests arrive, later batches continue in later turns, in order.
 */
export function endOfTurn(): Promise<void> {
  let batch = batches.at(-1);
  if (!batch || batch.size === maxBatchSize) {
    batch = createBatch();
    batches.push(batch);
    schedule();
  }
  batch.size++;
  return batch.started;
}

function createBatch(): Batch {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  return { started, start, size: 0 };
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(startBatches);
}

function startBatches(): void {
  isScheduled = false;
  if (batches.length >= backlogSize) {
    const now = elapsed();
    const loopTime = continuedAt === undefined ? 0 : now - continuedAt;
    reduceBacklog(now + Math.min(loopTime, maxWorkTime), 1);
    return;
  }
  continuedAt = undefined;
  batches.shift()?.start();
  if (batches.length > 0) schedule();
}

/**
 * Starts one batch after the other until a deadline. Otherwise an event loop that parses and rejects thousands of requests
 * in each turn would hardly handle the requests that it has admitted.
 */
function reduceBacklog(deadline: number, count: number): void {
  batches.shift()?.start();
  // A tick that a microtask schedules runs when the batch has done all the work that it can do now.
  queueMicrotask(() => nextTick(continueBacklog, deadline, count));
}

function continueBacklog(deadline: number, count: number): void {
  const now = elapsed();
  if (batches.length > 0 && now < deadline) {
    reduceBacklog(deadline, count + 1);
    return;
  }
  if (continuedAt !== undefined) batchTime += ((now - continuedAt) / count - batchTime) / 4;
  continuedAt = batches.length > 0 ? now : undefined;
  if (batches.length > 0) schedule();
}

/** Estimates how long a request that arrives now waits for its batch, in milliseconds. */
export function estimateWait(): number {
  return batches.length * batchTime;
}
