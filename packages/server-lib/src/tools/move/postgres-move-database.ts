import { silentLogger } from '../../base/logger.js';
import type { Operation } from '../../db/operation.js';
import { migratePostgres } from '../../db/postgres/migrate.js';
import { openPools } from '../../db/postgres/open-pools.js';
import { StatementPipeline } from '../../db/postgres/pipeline.js';
import { type PostgresPool, withClient } from '../../db/postgres/postgres-pool.js';
import { describePostgresUrl, parsePostgresUrl } from '../../db/postgres/postgres-url.js';
import { createStatementRunner, type StatementRunner } from '../../db/postgres/run-statements.js';
import { checkServer } from '../../db/postgres/server-checks.js';
import { one, run } from '../../db/sql/statement.js';
import type { MoveDatabase, MoveDialect } from './move-database.js';
import { plain } from './moved-table.js';

/** Without limits of time: nobody waits for a move. The move can write to frozen tables. */
const begin =
  "begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local askwell.move = 'on'";

/**
 * Opens a PostgreSQL database for a move, and brings its schema up to date.
 *
 * @throws StoreError if it cannot be opened.
 */
export async function openPostgresForMove(database: string): Promise<MoveDatabase> {
  const place = parsePostgresUrl(database);
  const pools = await openPools(place.url, silentLogger);
  let schema: string;
  try {
    await checkServer(pools.writing, silentLogger);
    schema = await migratePostgres(pools.writing, { schema: place.schema, secret: undefined, allowMoved: true });
  } catch (error) {
    await pools.close();
    throw error;
  }
  const runner = createStatementRunner(() => schema);
  return {
    name: describePostgresUrl(database),
    dialect,
    run: (operation) => runInTransaction(pools.writing, runner, operation),
    close: () => pools.close(),
  };
}

/** A move that loses its connection ends. The next one sees what was committed. */
function runInTransaction<Outcome>(
  pool: PostgresPool,
  runner: StatementRunner,
  operation: Operation<Outcome>,
): Promise<Outcome> {
  return withClient(pool, async (client) => {
    const pipeline = new StatementPipeline(client);
    await pipeline.query({ text: begin });
    try {
      const outcome = await runner.runOperation(pipeline, operation);
      await pipeline.query({ text: 'commit' });
      await pipeline.settle();
      return outcome;
    } catch (error) {
      await pipeline.rollBack().catch(() => {});
      throw error;
    }
  });
}

const dialect: MoveDialect = {
  allowsNul: false,
  *freeze({ sql: { name } }) {
    // The code of a read-only transaction: instances answer with 503.
    yield* run`
      create or replace function askwell_refuse_writes() returns trigger language plpgsql as $$
      begin
        if current_setting('askwell.move', true) is distinct from 'on' then
          raise exception 'The tables of Askwell are being moved.' using errcode = '25006';
        end if;
        return null;
      end $$`;
    yield* run`
      create or replace trigger moving before insert or update or delete on ${name}
      for each statement execute function askwell_refuse_writes()`;
  },
  *release({ sql: { name } }) {
    yield* run`drop trigger if exists moving on ${name}`;
  },
  *cleanUp() {
    yield* run`drop function if exists askwell_refuse_writes()`;
  },
  *selectLastId({ name, identity }) {
    const sequence = sequenceOf(name, identity);
    const row = yield* one<{ n: number | null }>`select pg_sequence_last_value(${sequence}) as n`;
    return row?.n ?? 0;
  },
  *setLastId({ name, identity }, id) {
    if (id > 0) yield* one`select setval(${sequenceOf(name, identity)}, ${id})`;
  },
};

/** Returns the sequence that numbers the rows of a table. The names come from the schema. */
function sequenceOf(table: string, column = '') {
  return plain(`cast(pg_get_serial_sequence('${table}', '${column}') as regclass)`);
}
