import { systemClock } from '../../base/clock.js';
import type { CommitMarker } from './commit-marker.js';
import { limitQueries } from './limit-queries.js';
import { StatementPipeline } from './pipeline.js';
import { isConnectionLost, RolledBackError, UnknownCommitError } from './postgres-errors.js';
import { discard, isDiscarded, type PostgresPool, withClient } from './postgres-pool.js';
import { discardOldPlans } from './prepared.js';

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
  // Other instances continue within 3 s after an instance stops. These times are shorter, because the server takes time
  // to notice and to end the transaction.
  idle_in_transaction_session_timeout: 2_500,
};

/** How much later than the server the client gives up on a statement that only reads, in milliseconds. */
const replyDelay = 2_000;

/** How long a report may compute between two of its statements. */
export const reportTimeouts = { idle_in_transaction_session_timeout: 60_000 } as const;

/**
 * With these settings, plans find the rows of keys by indexes, for any keys and any number of keys. JIT is off because
 * it would start for plans that need what is turned off.
 */
const plansByIndex = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** In one message with `begin`, and local to the transaction, so that it works behind a pooler. */
const setLocally = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value};`)
    .join(' ');

export interface TransactionOptions {
  /** Tells whether the transaction was committed if its connection is lost. Without it, that stays unknown. */
  readonly marker?: CommitMarker | undefined;
  /** Whether all statements find their rows by keys. */
  readonly byIndex?: boolean | undefined;
  /** Whether a connection parses and plans the statements once for many transactions, if there is no pooler. */
  readonly prepare?: boolean | undefined;
}

/** How often and when the status of a transaction is looked up after its connection was lost, in milliseconds. */
const lookUpDelays = [0, 100, 300, 1_000, 2_000];

/**
 * Runs an action in a transaction, and resolves when it is committed. COMMIT is sent directly after the last statements
 * of the action: if one of them fails, PostgreSQL rolls back. The action waits for `begun()` of the pipeline before it
 * writes.
 *
 * @throws RolledBackError or UnknownCommitError if the connection was lost at the end of the transaction.
 */
export async function inTransaction<Result>(
  pool: PostgresPool,
  action: (pipeline: StatementPipeline) => Promise<Result>,
  { marker, byIndex, prepare }: TransactionOptions = {},
): Promise<Result> {
  const settings = setLocally(byIndex ? { ...timeouts, ...plansByIndex } : { ...timeouts });
  const mark = marker?.next();
  let result: { readonly value: Result } | undefined;
  try {
    return await withClient(pool, async (client) => {
      const pipeline = new StatementPipeline(client, { prepare });
      const discardPlans = pipeline.isPrepared ? discardOldPlans(client) : '';
      try {
        pipeline.begin({ text: `begin; ${settings} ${discardPlans} ${mark?.statement ?? ''}` });
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
    if (!result || !isConnectionLost(error)) throw error;
    // The server may have committed before the connection was lost.
    if (await isCommitted(pool, marker, mark?.token)) return result.value;
    throw new RolledBackError('The connection was lost before the transaction was committed.', { cause: error });
  }
}

/** Runs an action that only reads, in one snapshot of the database. */
export async function inSnapshot<Result>(
  pool: PostgresPool,
  action: (pipeline: StatementPipeline) => Promise<Result>,
  more: Partial<Timeouts> = {},
): Promise<Result> {
  const limits = { ...timeouts, ...more };
  return withClient(pool, async (client) => {
    const pipeline = new StatementPipeline(limitQueries(client, limits.statement_timeout + replyDelay));
    try {
      pipeline.begin({ text: `begin isolation level repeatable read read only; ${setLocally(limits)}` });
      return await action(pipeline);
    } finally {
      if (!isDiscarded(client)) await pipeline.rollBack().catch(() => discard(client));
    }
  });
}

/** Returns whether a transaction was committed, over a new connection. */
async function isCommitted(
  pool: PostgresPool,
  marker: CommitMarker | undefined,
  token: string | undefined,
): Promise<boolean> {
  for (const delay of marker && token !== undefined ? lookUpDelays : []) {
    await systemClock.pause(delay);
    const found = await marker?.isCommitted(pool, token ?? '').catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new UnknownCommitError('The connection was lost during the commit of a transaction.');
}
