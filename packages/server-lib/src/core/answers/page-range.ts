import type { Micros } from '../../base/clock.js';
import type { PageRequest } from '../../db/paging.js';
import { behindIds, type IdRange } from '../../db/sql/id-range.js';
import { type Fragment, sql } from '../../db/sql/statement.js';
import { timePart } from '../ids.js';

/** The time in which answers were given: from `since` on, before `until`. */
interface Period {
  readonly since: Micros | null;
  readonly until: Micros | null;
}

/** Returns the range of a page of the answers of a period. IDs start with the time. */
export function rangeOfPage({ since, until }: Period, { after, order }: PageRequest<string>, from = ''): IdRange {
  const start = since === null ? '' : timePart(since);
  const first = start > from ? start : from;
  const end = until === null ? behindIds : timePart(until) + behindIds;
  if (order === 'asc') return after !== null && after >= first ? { after, before: end } : { from: first, before: end };
  return { from: first, before: after !== null && after < end ? after : end };
}

/**
 * Returns the condition that excludes the answers at the ends of a range, in the table `r`. `coalesce` changes nothing but what
 * PostgreSQL estimates: without statistics, it expects that few answers are in a period.
 */
export function inPeriod({ since, until }: Period): Fragment {
  const conditions = [
    ...(since === null ? [] : [sql`r.created_at >= ${since}`]),
    ...(until === null ? [] : [sql`r.created_at < ${until}`]),
  ];
  const [first, second] = conditions;
  if (!first) return sql``;
  return second ? sql`and coalesce(${first} and ${second}, false)` : sql`and ${first}`;
}
