import type { Write } from '../operation.js';
import type { Failure } from '../store-error.js';

/** A write to commit: the name of the operation and its input. */
export interface Job {
  readonly name: string;
  readonly input: never;
  /** Whether it is a piece of long work. */
  readonly isPiece?: true;
}

/** Returns the job that applies a write to an input. */
export function toJob(writes: WritesByName, name: string, input: never): Job {
  return writes.get(name)?.isPiece ? { name, input, isPiece: true } : { name, input };
}

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

/** The registered writes, by name. The types of inputs are lost between threads. */
export type WritesByName = ReadonlyMap<string, Write<never, unknown>>;

/** Groups consecutive jobs of the same write. The order stays. */
export function groupByWrite(jobs: readonly Job[]): Job[][] {
  const runs: Job[][] = [];
  for (const job of jobs) {
    const last = runs.at(-1);
    if (last?.[0]?.name === job.name) last.push(job);
    else runs.push([job]);
  }
  return runs;
}

/** Returns the operation that applies jobs of one write. */
export function applyJobs(writes: WritesByName, jobs: readonly Job[]) {
  const name = jobs[0]?.name ?? '';
  const write = writes.get(name);
  if (!write) throw new Error(`There is no write named ${name}.`);
  return { write, operation: write.apply(jobs.map((job) => job.input)) };
}

/**
 * Checks that a write has returned an outcome for each input.
 *
 * @throws Error if it has not: a bug in the write.
 */
export function assertOneOutcomeEach(name: string, outcomes: readonly unknown[], inputs: number): void {
  if (outcomes.length !== inputs) throw new Error(`${name} returned ${outcomes.length} outcomes for ${inputs} inputs.`);
}
