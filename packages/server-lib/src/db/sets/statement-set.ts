import { type Dialect, Fragment, run, type Statement } from '../sql/statement.js';
import { chunks } from './chunks.js';

/** A step of an operation: a statement, or several. */
export type Step = Statement<unknown> | StatementSet;

/**
 * Statements that an operation yields at once, because no statement needs the rows of another one. They run in their
 * order.
 */
export class StatementSet {
  constructor(readonly statementsFor: (dialect: Dialect) => readonly Statement<unknown>[]) {}
}

/** Returns the statements of a step. */
export function statementsOf(step: Step, dialect: Dialect): readonly Statement<unknown>[] {
  return step instanceof StatementSet ? step.statementsFor(dialect) : [step];
}

/**
 * A statement over a list of any length. PostgreSQL receives the list as arrays, in one statement. SQLite receives values, in
 * chunks of a few sizes, so that few statement texts have to be prepared. An empty list needs no statement.
 *
 * @example
 * const found = new Bulk(seqs, (part) => all<Row>`select … where seq ${anyOf('bigint', part)}`);
 * yield* together([found]);
 * for (const row of found.rows) …
 */
export class Bulk<Item, Row = never> extends StatementSet {
  #parts: readonly Statement<Row>[] = [];

  constructor(items: readonly Item[], statementFor: (items: readonly Item[]) => Statement<Row>) {
    super((dialect) => {
      const lists = dialect === 'sqlite' ? [...chunks(items)] : items.length === 0 ? [] : [items];
      this.#parts = lists.map(statementFor);
      return this.#parts;
    });
  }

  /** The rows of all statements. Only valid after the driver has run them. */
  get rows(): readonly Row[] {
    const [only] = this.#parts;
    return this.#parts.length === 1 && only ? only.rows : this.#parts.flatMap(({ rows }) => rows);
  }
}

/** Yields several steps at once. A driver can send them without waiting for each other's rows. */
export function* together(steps: readonly Step[]): Generator<Step, void, void> {
  yield new StatementSet((dialect) => flatten(steps, dialect));
}

/**
 * Yields several writes at once, which PostgreSQL receives as one statement. They run on the same state of the
 * database, so two of them may not write the same row, and no write returns rows.
 */
export function* combined(writes: readonly Step[]): Generator<Step, void, void> {
  yield new StatementSet((dialect) => {
    const statements = flatten(writes, dialect);
    return dialect === 'sqlite' || statements.length < 2 ? statements : [combine(statements)];
  });
}

function flatten(steps: readonly Step[], dialect: Dialect): readonly Statement<unknown>[] {
  return steps.flatMap((step) => statementsOf(step, dialect));
}

/** Returns a statement that runs several writes. */
function combine(statements: readonly Statement<unknown>[]): Statement<unknown> {
  const parts = statements.map(({ strings, values }) => new Fragment(strings, values));
  return run`${new Fragment(combinedTexts(parts.length), parts)}`;
}

/** Returns the text around a number of writes. Its array is reused, so that the text of a combination is rendered once. */
function combinedTexts(count: number): readonly string[] {
  const cached = textsByCount.get(count);
  if (cached) return cached;
  const between = Array.from({ length: count - 1 }, (_, at) => `), w${at + 2} as (`);
  const texts = ['with w1 as (', ...between, ') select 1'];
  textsByCount.set(count, texts);
  return texts;
}

const textsByCount = new Map<number, readonly string[]>();
