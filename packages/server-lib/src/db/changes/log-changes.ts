import type { Operation } from '../operation.js';
import { Bulk, combined, type Step } from '../sets/statement-set.js';
import { valuesOf } from '../sql/dialect.js';
import { run } from '../sql/statement.js';
import { type Change, changeTypes } from './change.js';

/**
 * Appends changes to the logs of their accounts, in the transaction of the write that causes them.
 *
 * The head of a log is locked until the commit, so that positions are in the order of commits. It is the last lock that a write
 * takes: see `db/locks.ts`.
 */
export function* logChanges(changes: readonly Change[]): Operation<void> {
  if (changes.length === 0) return;
  yield* combined([advanceHeads(changes)]);
  yield* combined([appendChanges(changes)]);
}

/** Advances the heads of the logs by the new changes. {@link appendChanges} runs after it. */
export function advanceHeads(changes: readonly Change[]): Step {
  const counts = new Map<number, number>();
  for (const { account } of changes) counts.set(account, (counts.get(account) ?? 0) + 1);
  return new Bulk(
    // In one order, in which PostgreSQL locks them.
    [...counts].sort(([a], [b]) => a - b),
    (part) => run`
      insert into askwell_change_heads (account_id, last_seq) ${valuesOf(['bigint', 'bigint'], part)}
      on conflict (account_id) do update set last_seq = askwell_change_heads.last_seq + excluded.last_seq`,
  );
}

/** Writes the changes up to the heads of the logs. */
export function appendChanges(changes: readonly Change[]): Step {
  return new Bulk(withDistances(changes), (part) => {
    const rows = part.map(({ type, account, site, ask, at, detail, distance }) => [
      ...[account, distance, changeTypes.indexOf(type), ask, site, at],
      detail,
    ]);
    return run`
      with k (account, distance, type, ask, site, at, detail) as (${valuesOf(columnTypes, rows)})
      insert into askwell_changes (account_id, seq, type, ask, site_id, at, detail)
      select k.account, h.last_seq - k.distance, k.type, k.ask, k.site, k.at, k.detail
      from k cross join askwell_change_heads h where h.account_id = k.account`;
  });
}

const columnTypes = ['bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'text'] as const;

/** Adds how far each change is from the last one of its account. */
function withDistances(changes: readonly Change[]): (Change & { readonly distance: number })[] {
  const after = new Map<number, number>();
  return changes
    .toReversed()
    .map((change) => {
      const distance = after.get(change.account) ?? 0;
      after.set(change.account, distance + 1);
      return { ...change, distance };
    })
    .toReversed();
}
