import { DialectFragment, type Fragment, sql } from './statement.js';

/** A range of answer IDs. Absent bounds do not limit it. */
export interface IdRange {
  /** The first ID, or the ID before it. */
  readonly from?: string;
  readonly after?: string;
  /** The last ID, or the ID after it. */
  readonly last?: string;
  readonly before?: string;
}

/** Sorts after every ID. */
export const behindIds = '~';

/**
 * Returns the condition for the answers of an ask in a range, for a statement that reads the first of them in the order of {@link byId}
 * from the table `r`.
 *
 * PostgreSQL knows how many answers an ask has only from its statistics. If they are missing or older than the answers, it expects few,
 * so it reads and sorts all of them for each page: 140 ms instead of 0.3 ms among 300,000. It cannot estimate a comparison of pairs with
 * subqueries, assumes a fixed part of the table, and reads the index in its order.
 */
export function inIdRange(ask: number, range: IdRange): DialectFragment {
  return new DialectFragment((dialect) => (dialect === 'sqlite' ? eachInRange(ask, range) : pairsInRange(ask, range)));
}

/**
 * Returns the same condition for a statement in which another condition finds the answers.
 *
 * @param id The column with the IDs.
 */
export function eachInRange(ask: number, { from, after, last, before }: IdRange, id = sql`r.id`): Fragment {
  const lower = after === undefined ? sql`${id} >= ${from ?? ''}` : sql`${id} > ${after}`;
  const upper = last === undefined ? sql`${id} < ${before ?? behindIds}` : sql`${id} <= ${last}`;
  return sql`r.ask = ${ask} and ${lower} and ${upper}`;
}

function pairsInRange(ask: number, { from, after, last, before }: IdRange): Fragment {
  const lower = after === undefined ? sql`>= ${pair(ask, from ?? '')}` : sql`> ${pair(ask, after)}`;
  const upper = last === undefined ? sql`< ${pair(ask, before ?? behindIds)}` : sql`<= ${pair(ask, last)}`;
  return sql`(r.ask, r.id) ${lower} and (r.ask, r.id) ${upper}`;
}

const pair = (ask: number, id: string): Fragment =>
  sql`((select cast(${ask} as bigint)), (select cast(${id} as text)))`;

/** Returns the order of answers by their IDs, from the table `r`. */
export function byId(order: 'asc' | 'desc'): Fragment {
  return order === 'asc' ? sql`order by r.ask, r.id` : sql`order by r.ask desc, r.id desc`;
}
