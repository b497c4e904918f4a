import { randomBytes } from 'node:crypto';
import { limitQueries } from './limit-queries.js';
import { type PostgresPool, withClient } from './postgres-pool.js';
import { qualifyTables, type SchemaName } from './run-statements.js';

/**
 * How long a look-up may wait for the transaction, in milliseconds. The server ends the transaction of a lost
 * connection earlier.
 */
const lookUpTimeout = 5_000;

/**
 * Tells whether a transaction of a writer was committed. Each transaction stores a token in the row of its writer, so the row has
 * the token of the last one that was committed. The ID of a transaction would not do: after a crash or a failover, the server can
 * give it to another one.
 */
export class CommitMarker {
  readonly #writer = randomBytes(12).toString('hex');

  constructor(private readonly schema: SchemaName) {}

  /** Returns the token of the next transaction, and the statement that stores it. */
  next(): { readonly token: string; readonly statement: string } {
    const token = randomBytes(12).toString('hex');
    const statement = `insert into askwell_commits (writer, token, at) values ('${this.#writer}', '${token}', now())
      on conflict (writer) do update set token = excluded.token, at = excluded.at`;
    return { token, statement: qualifyTables(statement, this.schema()) };
  }

  /** Returns whether the last transaction was committed. Waits for it if it still runs: both lock the row. */
  async isCommitted(pool: PostgresPool, token: string): Promise<boolean> {
    const text = qualifyTables(
      `insert into askwell_commits (writer, token, at) values ($1, '', now())
        on conflict (writer) do update set at = excluded.at returning token`,
      this.schema(),
    );
    const { rows } = await withClient(pool, (client) =>
      limitQueries(client, lookUpTimeout).query({ text, values: [this.#writer] }),
    );
    const row: unknown = rows[0];
    return typeof row === 'object' && row !== null && 'token' in row && row.token === token;
  }
}

/** The days after which the row of a writer that has ended is deleted. */
const maxAgeDays = 7;

/** The statement that deletes the rows of writers that have ended. */
export const deleteOldMarks = `delete from askwell_commits where at < now() - interval '${maxAgeDays} days'`;
