import { type Fragment, sql } from './statement.js';

/** Which rows of a list, by their integer ids. */
export interface PageRequest {
  /** The id after which the page begins. */
  readonly after: number | null;
  readonly limit: number;
  readonly order: 'asc' | 'desc';
}

/** The condition, order and limit that pick one page; it goes last in a statement. */
export function pageClause({ after, limit, order }: PageRequest): Fragment {
  return order === 'asc'
    ? sql`id > ${after ?? 0} order by id limit ${limit}`
    : sql`id < ${after ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${limit}`;
}
