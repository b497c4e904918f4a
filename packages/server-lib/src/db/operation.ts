import { type Step, statementsOf } from './sets/statement-set.js';
import { Query, type Statement } from './sql/statement.js';

/**
 * Database logic that is written once for every driver: a generator that yields statements and returns its outcome, or a
 * single query. A refusal is a return value and comes before the first write. An exception means a bug.
 */
export type Operation<Outcome> = Iterable<Step, Outcome, void>;

/** Returns whether an operation is a single statement. */
export function isQuery<Outcome>(operation: Operation<Outcome>): operation is Query<unknown, Outcome> {
  return operation instanceof Query;
}

/** Runs an operation on SQLite, whose statements are executed synchronously. */
export function runOperation<Outcome>(
  operation: Operation<Outcome>,
  execute: (statement: Statement<unknown>) => void,
): Outcome {
  const steps = operation[Symbol.iterator]();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    runStep(step.value, execute);
  }
}

/** Runs one step of an operation on SQLite. */
export function runStep(step: Step, execute: (statement: Statement<unknown>) => void): void {
  for (const statement of statementsOf(step, 'sqlite')) execute(statement);
}

/**
 * A named operation that writes. The writer looks it up by its name, usually in another thread: inputs and outcomes must
 * be structured-cloneable.
 */
export interface Write<Input, Outcome> {
  readonly name: string;
  /** Applies a batch of inputs and returns an outcome for each, in the same order. */
  readonly apply: (inputs: readonly Input[]) => Operation<Outcome[]>;
  /** Whether `apply` processes all inputs together, rather than one after the other. */
  readonly isBatch?: boolean;
  /** Whether it is a piece of long work: other writes are committed between two pieces. */
  readonly isPiece?: boolean;
  /** Returns whether a write with this outcome deleted data that must also disappear from the database files. */
  erases?(outcome: Outcome): boolean;
}

/**
 * How long a report may compute, apart from its statements. Long ones end a slice then, and another report continues.
 */
export interface ComputeLimit {
  /** Returns milliseconds on a monotonic clock. */
  elapsed(): number;
  readonly milliseconds: number;
}

/**
 * A named operation that only reads and may take long. It runs in another thread if there is one: inputs and outcomes must
 * be structured-cloneable.
 */
export interface Report<Input, Outcome> {
  readonly name: string;
  readonly read: (input: Input, limit: ComputeLimit) => Operation<Outcome>;
}

/** Creates a write that processes its inputs one by one. */
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

/** Creates a write that processes all inputs of a group at once, for work that is cheaper in bulk. */
export function batchWrite<Input, Outcome>(
  name: string,
  apply: (inputs: readonly Input[]) => Operation<Outcome[]>,
): Write<Input, Outcome> {
  return { name, apply, isBatch: true };
}

/**
 * Creates a write that deletes personal data. Soon after its commit, the database files contain no copy of that data.
 *
 * @param isDone Returns whether an outcome ends a deletion that runs in batches. The files are cleaned up once, after the
 * last batch.
 */
export function eraseWrite<Input, Outcome>(
  name: string,
  operation: (input: Input) => Operation<Outcome>,
  isDone: (outcome: Outcome) => boolean = () => true,
): Write<Input, Outcome> {
  return { ...write(name, operation), erases: isDone };
}

/**
 * Returns a write as a piece of long work, such as a batch of imported answers. The writer never has more than one piece at a time,
 * so that other writes wait for at most one, however many accounts have long work.
 */
export function piece<Input, Outcome>(write: Write<Input, Outcome>): Write<Input, Outcome> {
  return { ...write, isPiece: true };
}
