import { systemClock } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import type { PostgresClient, PostgresQuery } from './postgres-pool.js';

/**
 * Returns a query as a prepared statement, which each connection parses once. Only for statements with few different
 * texts.
 */
export function prepared(query: PostgresQuery): PostgresQuery {
  return { ...query, name: nameOf(query.text) };
}

/** Equal texts have equal names, because instances of Askwell can share the pool of their host. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `askwell_${sha256(text).toString('hex', 0, 16)}`;
    names.set(text, name);
  }
  return name;
}

const names = new Map<string, string>();

/** For how many milliseconds, and for how many transactions, a connection uses the same plans. */
const maxAge = 1_000;
const maxUses = 50;

interface PlanUse {
  readonly since: number;
  count: number;
}

const planUses = new WeakMap<PostgresClient, PlanUse>();

/**
 * Returns the statement that lets a connection plan its prepared statements again, or nothing if their plans are
 * recent. PostgreSQL keeps plans until the next `analyze`. A plan that was made for a small table scans the whole table
 * after it has grown.
 */
export function discardOldPlans(client: PostgresClient): string {
  const now = systemClock.elapsed();
  const use = planUses.get(client);
  if (use && use.count < maxUses && now - use.since < maxAge) {
    use.count++;
    return '';
  }
  planUses.set(client, { since: now, count: 1 });
  return 'discard plans;';
}
