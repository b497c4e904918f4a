import { Query, type Statement } from './statement.js';

/**
 * A rule over the database, written once for every driver: a generator that yields statements and returns its outcome,
 * or a query by itself. Refusals are return values, and come before the first write: only a broken rule throws.
 */
export type Operation<Outcome> = Iterable<Statement<unknown>, Outcome, void>;

/** Whether an operation is one statement and no more. */
export function isQuery<Outcome>(operation: Operation<Outcome>): operation is Query<unknown, Outcome> {
  return operation instanceof Query;
}

/** Runs an operation where statements answer at once. */
export function runOperation<Outcome>(
  operation: Operation<Outcome>,
  execute: (statement: Statement<unknown>) => void,
): Outcome {
  const steps = operation[Symbol.iterator]();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    execute(step.value);
  }
}

/** A named operation that writes. It runs in the writer, which finds it by its name; what it takes and returns crosses threads. */
export interface Write<Input, Outcome> {
  readonly name: string;
  /** Applies a run of inputs that arrived together and gives an outcome for each, in their order. */
  readonly apply: (inputs: readonly Input[]) => Operation<Outcome[]>;
  /** Whether a write with this outcome has deleted what must not be found in the files of the database afterwards. */
  erases?(outcome: Outcome): boolean;
}

/**
 * A named operation that only reads and may take long. It runs away from the host's thread where there is a thread to run
 * it; what it takes and returns crosses threads.
 */
export interface Report<Input, Outcome> {
  readonly name: string;
  readonly read: (input: Input) => Operation<Outcome>;
}

/** A write that takes its inputs one by one. */
export function write<Input, Outcome>(
  name: string,
  operation: (input: Input) => Operation<Outcome>,
): Write<Input, Outcome> {
  return {
    name,
    *apply(inputs) {
      const outcomes: Outcome[] = [];
      for (const input of inputs) outcomes.push(yield* operation(input));
      return outcomes;
    },
  };
}

/** A write that takes all inputs of a group at once, for what is cheaper as a set. */
export function batchWrite<Input, Outcome>(
  name: string,
  apply: (inputs: readonly Input[]) => Operation<Outcome[]>,
): Write<Input, Outcome> {
  return { name, apply };
}

/**
 * A write that deletes people's data: soon after its commit, no file of the database has that data any more.
 *
 * @param isDone Whether an outcome ends a deletion in slices: the files are cleaned up once, after the last slice.
 */
export function eraseWrite<Input, Outcome>(
  name: string,
  operation: (input: Input) => Operation<Outcome>,
  isDone: (outcome: Outcome) => boolean = () => true,
): Write<Input, Outcome> {
  return { ...write(name, operation), erases: isDone };
}
