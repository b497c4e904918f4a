import { nextTurn, type Party } from '../base/event-loop.js';
import { type Fragment, sql } from './sql/statement.js';

/** One page of a list that is ordered by ID. */
export interface PageRequest<Id = number> {
  /** The page starts after this ID. Null means at the beginning. */
  readonly after: Id | null;
  readonly limit: number;
  readonly order: 'asc' | 'desc';
}

/** Returns the condition, order and limit that select a page. It goes at the end of a statement. */
export function pageClause({ after, limit, order }: PageRequest): Fragment {
  return order === 'asc'
    ? sql`id > ${after ?? 0} order by id limit ${limit}`
    : sql`id < ${after ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${limit}`;
}

/** Rows per batch, unless the rows are large. */
const defaultBatchSize = 500;

/**
 * Reads all rows of a list in batches. A batch is read when the caller asks for it, and other work runs before it.
 *
 * @param party The party that the list belongs to.
 */
export async function* iterateBatches<Row extends { readonly id: Id }, Id>(
  read: (page: PageRequest<Id>) => Promise<Row[]>,
  { after, order }: Pick<PageRequest<Id>, 'after' | 'order'>,
  party: Party,
  batchSize = defaultBatchSize,
): AsyncGenerator<Row[], void> {
  let lastId = after;
  for (; ; await nextTurn(party)) {
    const rows = await read({ after: lastId, limit: batchSize, order });
    yield rows;
    const last = rows.at(-1);
    if (rows.length < batchSize || !last) return;
    lastId = last.id;
  }
}
