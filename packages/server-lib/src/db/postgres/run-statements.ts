import type { Operation } from '../operation.js';
import { type Step, statementsOf } from '../sets/statement-set.js';
import { createRenderer } from '../sql/render-sql.js';
import { Lock, type Statement, type Value } from '../sql/statement.js';
import type { StatementPipeline } from './pipeline.js';
import type { PostgresQuery, PostgresResult } from './postgres-pool.js';
import { prepared } from './prepared.js';
import { valueTypes } from './value-types.js';

/** Returns the schema of the tables, which is known when the database is open. */
export type SchemaName = () => string;

/** The target of statements: a client or a pipeline. */
interface Target {
  query(query: PostgresQuery): Promise<PostgresResult>;
}

/** Runs the statements of operations. */
export interface StatementRunner {
  execute(target: Target, statement: Statement<unknown>): Promise<void>;
  /** Runs an operation. Waits only for statements whose rows it needs: call `settle()` of the pipeline after it. */
  runOperation<Outcome>(pipeline: StatementPipeline, operation: Operation<Outcome>): Promise<Outcome>;
}

/**
 * Creates a runner. Unless their pipeline prepares them, statements are unnamed, and PostgreSQL plans each execution for its values.
 *
 * @param schema The schema of the tables. Called when the first statement runs.
 */
export function createStatementRunner(schema: SchemaName): StatementRunner {
  const render = createRenderer({
    dialect: 'postgres',
    placeholder: (n) => `$${n}`,
    finish: (text) => qualifyTables(text, schema()),
  });

  function toQuery(statement: Statement<unknown>): PostgresQuery {
    const { text, values } = render(statement.strings, statement.values);
    return { text, values: values.map(toParameter), types: valueTypes };
  }

  async function run(target: Target, query: PostgresQuery, statement: Statement<unknown>): Promise<void> {
    const { rows } = await target.query(query);
    statement.rows = rows;
  }

  async function runStep(pipeline: StatementPipeline, step: Step): Promise<void> {
    const waiting: Promise<void>[] = [];
    for (const statement of statementsOf(step, 'postgres')) {
      const query = pipeline.isPrepared ? prepared(toQuery(statement)) : toQuery(statement);
      if (!(statement instanceof Lock) && !isRead(query.text)) await pipeline.begun();
      if (statement.needsRows) waiting.push(run(pipeline, query, statement));
      else pipeline.send(query);
    }
    await Promise.all(waiting);
  }

  return {
    execute: (target, statement) => run(target, toQuery(statement), statement),
    async runOperation(pipeline, operation) {
      const steps = operation[Symbol.iterator]();
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        await runStep(pipeline, step.value);
      }
    },
  };
}

/** Returns whether a statement certainly changes nothing. */
function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text);
}

/** Returns a value as `pg` sends it. */
function toParameter(value: Value): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Puts the schema before the names of tables. A `search_path` would not last: poolers share connections. */
export function qualifyTables(text: string, schema: string): string {
  const qualified = `${quoteName(schema)}.askwell_`;
  return text.replace(/\baskwell_/g, () => qualified);
}

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
