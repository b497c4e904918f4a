import { pause } from '../../timers.js';
import { limitQueries } from './connections/limit-queries.js';
import { Pipeline } from './pipeline.js';
import { isConnectionLost, RolledBackError, UnknownCommitError } from './postgres-errors.js';
import { discard, isDiscarded, type PostgresClient, type PostgresPool, withClient } from './postgres-pool.js';

/** How long parts of a transaction may take, in milliseconds. */
interface Timeouts {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
}

/** They end a transaction of a process that hangs. */
const timeouts: Timeouts = {
  statement_timeout: 10_000,
  lock_timeout: 2_500,
  idle_in_transaction_session_timeout: 3_000,
};

/** How much later than the server the client gives up on a statement that only reads, in milliseconds. */
const replyDelay = 2_000;

/** How long a report may compute between two of its statements. */
export const reportTimeouts = { idle_in_transaction_session_timeout: 60_000 } as const;

/** In one message with `begin`, and local to the transaction, so that it works behind a pooler. */
const setTimeouts = (values: Timeouts): string =>
  Object.entries(values)
    .map(([name, value]) => `set local ${name} = ${value};`)
    .join(' ');

/** How often and when the status of a transaction is looked up after its connection was lost, in milliseconds. */
const lookUpDelays = [0, 100, 300, 1_000, 2_000];

/**
 * Runs an action in a transaction, and resolves when it is committed. COMMIT is sent behind the last statements of the action:
 * if one of them fails, PostgreSQL rolls back.
 *
 * @throws RolledBackError or UnknownCommitError if the connection was lost at the end of the transaction.
 */
export async function inTransaction<Result>(
  pool: PostgresPool,
  action: (pipeline: Pipeline) => Promise<Result>,
): Promise<Result> {
  let transactionId: string | undefined;
  let result: { readonly value: Result } | undefined;
  try {
    return await withClient(pool, async (client) => {
      const pipeline = new Pipeline(client);
      try {
        transactionId = await begin(client);
        const value = await action(pipeline);
        result = { value };
        await pipeline.query({ text: 'commit' });
        await pipeline.settle();
        return value;
      } catch (error) {
        await pipeline.rollBack().catch(() => discard(client));
        throw error;
      }
    });
  } catch (error) {
    if (!result || transactionId === undefined || !isConnectionLost(error)) throw error;
    // The server may have committed before the connection was lost.
    if (await isCommitted(pool, transactionId)) return result.value;
    throw new RolledBackError('The connection was lost before the transaction was committed.', { cause: error });
  }
}

/** Runs an action that only reads, in one snapshot of the database. */
export async function inSnapshot<Result>(
  pool: PostgresPool,
  action: (pipeline: Pipeline) => Promise<Result>,
  more: Partial<Timeouts> = {},
): Promise<Result> {
  const limits = { ...timeouts, ...more };
  return withClient(pool, async (client) => {
    const pipeline = new Pipeline(limitQueries(client, limits.statement_timeout + replyDelay));
    try {
      await pipeline.query({ text: `begin isolation level repeatable read read only; ${setTimeouts(limits)}` });
      return await action(pipeline);
    } finally {
      if (!isDiscarded(client)) await pipeline.rollBack().catch(() => discard(client));
    }
  });
}

/** Begins a transaction and returns its ID, which tells later whether it was committed. */
async function begin(client: PostgresClient): Promise<string> {
  // A simple query with several statements has a result for each.
  const results: unknown = await client.query({
    text: `begin; ${setTimeouts(timeouts)} select pg_current_xact_id()::text as id`,
  });
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  return idOf(last);
}

function idOf(result: unknown): string {
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)) {
    const row: unknown = result.rows[0];
    if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id;
  }
  throw new Error('PostgreSQL returned no transaction ID.');
}

/** Returns whether a transaction was committed, over a new connection. */
async function isCommitted(pool: PostgresPool, transactionId: string): Promise<boolean> {
  for (const delay of lookUpDelays) {
    await pause(delay);
    const status = await lookUpStatus(pool, transactionId).catch(() => undefined);
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
  }
  throw new UnknownCommitError('The connection was lost during the commit of a transaction.');
}

async function lookUpStatus(pool: PostgresPool, transactionId: string): Promise<unknown> {
  return withClient(pool, async (client) => {
    const { rows } = await client.query({
      text: 'select pg_xact_status(cast($1 as xid8)) as status',
      values: [transactionId],
    });
    const row: unknown = rows[0];
    return typeof row === 'object' && row !== null && 'status' in row ? row.status : undefined;
  });
}
