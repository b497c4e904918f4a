import { type Fragment, sql } from './statement.js';

/** Which rows of a list, by their ids. */
export interface PageRequest<Id = number> {
  /** The id after which the page begins. */
  readonly after: Id | null;
  readonly limit: number;
  readonly order: 'asc' | 'desc';
}

/** The condition, order and limit that pick one page; it goes last in a statement. */
export function pageClause({ after, limit, order }: PageRequest): Fragment {
  return order === 'asc'
    ? sql`id > ${after ?? 0} order by id limit ${limit}`
    : sql`id < ${after ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${limit}`;
}

/** Rows read at a time where all of a list is walked through, unless they are large. */
const defaultBatchSize = 500;

/** All rows of a list in slices, each read when it is asked for. */
export async function* iterateBatches<Row extends { readonly id: Id }, Id>(
  read: (page: PageRequest<Id>) => Promise<Row[]>,
  { after, order }: Pick<PageRequest<Id>, 'after' | 'order'>,
  slice = defaultBatchSize,
): AsyncGenerator<Row[], void> {
  let from = after;
  for (;;) {
    const found = await read({ after: from, limit: slice, order });
    yield found;
    const last = found.at(-1);
    if (found.length < slice || !last) return;
    from = last.id;
  }
}
