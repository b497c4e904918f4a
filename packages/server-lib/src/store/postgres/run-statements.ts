import type { Operation } from '../operation.js';
import { createRenderer } from '../render-sql.js';
import type { Statement, Value } from '../statement.js';
import type { PostgresClient } from './postgres-pool.js';
import { valueTypes } from './value-types.js';

/** Runs the statements of operations on a client. */
export interface StatementRunner {
  execute(client: PostgresClient, statement: Statement<unknown>): Promise<void>;
  /** Runs an operation, one statement after the other. */
  runOperation<Outcome>(client: PostgresClient, operation: Operation<Outcome>): Promise<Outcome>;
}

/**
 * Creates a runner. Statements are unnamed: poolers that assign a connection to each transaction do not support named ones, and
 * PostgreSQL plans each execution for its values, so that no plan gets stale while a table grows.
 *
 * @param schema The schema of the tables.
 */
export function createStatementRunner(schema: string): StatementRunner {
  const render = createRenderer({
    dialect: 'postgres',
    placeholder: (n) => `$${n}`,
    finish: (text) => qualifyTables(text, schema),
  });

  async function execute(client: PostgresClient, statement: Statement<unknown>): Promise<void> {
    const { text, values } = render(statement.strings, statement.values);
    const result = await client.query({ text, values: values.map(toParameter), types: valueTypes });
    statement.rows = result.rows;
  }

  return {
    execute,
    async runOperation(client, operation) {
      const steps = operation[Symbol.iterator]();
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        await execute(client, step.value);
      }
    },
  };
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
