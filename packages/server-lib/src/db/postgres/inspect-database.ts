import { silentLogger } from '../../base/logger.js';
import type { Operation } from '../operation.js';
import { all } from '../sql/statement.js';
import { openPools } from './open-pools.js';
import { StatementPipeline } from './pipeline.js';
import { type PostgresClient, type PostgresPool, withClient } from './postgres-pool.js';
import { parsePostgresUrl } from './postgres-url.js';
import { createStatementRunner } from './run-statements.js';
import { findSchema } from './schema-name.js';
import { valueTypes } from './value-types.js';

/** One snapshot of a database, which is not changed. */
export interface PostgresInspection {
  /** A pool for statements that need another connection. */
  readonly pool: PostgresPool;
  readonly client: PostgresClient;
  readonly schema: string;
  /** The version of the schema. Undefined if there are no tables of Askwell. */
  readonly version: number | undefined;
  /** The oldest version of Askwell's schema whose programs can use the database. */
  readonly oldestCompatible: number;
  read<Outcome>(operation: Operation<Outcome>): Promise<Outcome>;
}

/** Without limits of time: checks read everything, and nobody waits for them. */
const beginSnapshot =
  'begin isolation level repeatable read read only; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** Reads one snapshot of a database in any state, while instances may use it. */
export async function inspectPostgres<Result>(
  database: string,
  use: (inspection: PostgresInspection) => Promise<Result>,
): Promise<Result> {
  const { url, schema } = parsePostgresUrl(database);
  const pools = await openPools(url, silentLogger);
  try {
    return await withClient(pools.reading, async (client) => {
      try {
        await client.query({ text: beginSnapshot });
        return await use(await inspect(pools.reading, client, schema ?? (await findSchema(client))));
      } finally {
        await client.query({ text: 'rollback' }).catch(() => {});
      }
    });
  } finally {
    await pools.close();
  }
}

async function inspect(pool: PostgresPool, client: PostgresClient, schema: string): Promise<PostgresInspection> {
  const runner = createStatementRunner(() => schema);
  const pipeline = new StatementPipeline(client);
  const [table] = await selectCatalogRows(
    client,
    "select 1 from pg_tables where schemaname = $1 and tablename = 'askwell_schema'",
    [schema],
  );
  const [recorded] = table ? await runner.runOperation(pipeline, selectVersion()) : [];
  return {
    pool,
    client,
    schema,
    version: table ? (recorded?.version ?? 0) : undefined,
    oldestCompatible: recorded?.oldest_compatible ?? 0,
    read: (operation) => runner.runOperation(pipeline, operation),
  };
}

function selectVersion() {
  return all<{ version: number; oldest_compatible: number }>`select version, oldest_compatible from askwell_schema`;
}

/** Returns the rows of a statement about the server's catalogs, as objects. */
export async function selectCatalogRows(
  client: PostgresClient,
  text: string,
  values: unknown[] = [],
): Promise<Readonly<Record<string, unknown>>[]> {
  const { rows } = await client.query({ text, values, types: valueTypes });
  return rows.map((row) => (typeof row === 'object' && row !== null ? Object.fromEntries(Object.entries(row)) : {}));
}
