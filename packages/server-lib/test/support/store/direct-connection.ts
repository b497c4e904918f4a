import pg from 'pg';
import { type Database, isPostgres } from '../../../src/db/open-store.js';
import { type Operation, runOperation } from '../../../src/db/operation.js';
import { StatementPipeline } from '../../../src/db/postgres/pipeline.js';
import { parsePostgresUrl } from '../../../src/db/postgres/postgres-url.js';
import { createStatementRunner } from '../../../src/db/postgres/run-statements.js';
import { run } from '../../../src/db/sql/statement.js';
import { fromHandle } from '../../../src/db/sqlite/better-sqlite3-driver.js';
import { createConnection } from '../../../src/db/sqlite/connection.js';
import { openDatabase } from './open-database.js';
import { withoutRecord } from './run-texts.js';

/** A connection to a database that bypasses the stores of servers, like the connection of another program. */
export interface DirectConnection {
  run<Outcome>(operation: Operation<Outcome>): Promise<Outcome>;
  close(): Promise<void>;
}

/** Connects to the database of a server: the path of a file, a handle, or a URL. */
export async function connectTo(database: Database): Promise<DirectConnection> {
  if (!isPostgres(database)) {
    const file = typeof database === 'string' ? openDatabase(database) : fromHandle(database);
    const connection = withoutRecord(() => createConnection(file));
    return {
      run: async (operation) => runOperation(operation, connection.execute),
      close: async () => file.close(),
    };
  }
  if (typeof database !== 'string') throw new TypeError('Tests connect to PostgreSQL by its URL.');
  const { url, schema = 'public' } = parsePostgresUrl(database);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const runner = createStatementRunner(() => schema);
  const session = Object.assign(client, { release: () => {} });
  return {
    async run(operation) {
      const pipeline = new StatementPipeline(session);
      const outcome = await runner.runOperation(pipeline, operation);
      await pipeline.settle();
      return outcome;
    },
    close: () => client.end(),
  };
}

/** Runs an operation in a separate transaction that bypasses the stores. */
export async function runDirectly<Outcome>(database: Database, operation: Operation<Outcome>): Promise<Outcome> {
  const connection = await connectTo(database);
  try {
    return await connection.run(inTransaction(database, operation));
  } finally {
    await connection.close();
  }
}

function* inTransaction<Outcome>(database: Database, operation: Operation<Outcome>): Operation<Outcome> {
  // SQLite would refuse a transaction that reads first if the server writes before it does.
  yield* isPostgres(database) ? run`begin` : run`begin immediate`;
  const outcome = yield* operation;
  yield* run`commit`;
  return outcome;
}

/** Holds locks that every write of a server waits for. Returns the function that releases them. */
export async function lockWrites(database: Database): Promise<() => Promise<void>> {
  const connection = await connectTo(database);
  if (isPostgres(database)) {
    await connection.run(run`begin`);
    await connection.run(run`lock table askwell_accounts, askwell_asks in exclusive mode`);
  } else {
    await connection.run(run`begin immediate`);
  }
  return async () => {
    await connection.run(run`rollback`);
    await connection.close();
  };
}
