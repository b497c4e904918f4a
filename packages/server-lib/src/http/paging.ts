import { z } from 'zod';
import { invalid } from '../errors.js';
import type { PageRequest } from '../store/page.js';
import type { Reply } from './exchange.js';
import { jsonLines, list } from './reply.js';

const largestPage = 100;
const defaultPage = 25;
/** Rows read at a time where all of a list is streamed. */
const slice = 500;

const limit = z
  .string()
  .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= largestPage, {
    error: `Must be a whole number from 1 to ${largestPage}.`,
  })
  .transform(Number);

/** What picks a page of any list. */
export const pageMembers = {
  limit: limit.optional(),
  cursor: z.string().optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
};

/** What every list takes in its query. */
export const listQuery = z.strictObject({ ...pageMembers, format: z.enum(['json', 'jsonl']).default('json') });

export type ListQuery = z.infer<typeof listQuery>;

/** How many a page takes. Other formats than JSON give all of a list, so that a limit would go unheeded: it is refused. */
export function pageLimit({ limit, format }: { limit?: number | undefined; format: string }): number {
  if (limit !== undefined && format !== 'json') throw invalid({ limit: ['Goes with format json.'] });
  return limit ?? defaultPage;
}

/** Answers a list: one page as JSON, or all of it a line each. */
export async function replyWithList<Row extends { id: number }>(
  query: ListQuery,
  read: (page: PageRequest) => Promise<Row[]>,
  show: (row: Row) => object,
): Promise<Reply> {
  const { order } = query;
  const limit = pageLimit(query);
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  if (query.format === 'jsonl') return jsonLines(walk(after, order, read, show));
  const found = await read({ after, limit: limit + 1, order });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return list(page.map(show), found.length > limit && last ? encodeCursor(last.id) : null);
}

async function* walk<Row extends { id: number }>(
  from: number | null,
  order: 'asc' | 'desc',
  read: (page: PageRequest) => Promise<Row[]>,
  show: (row: Row) => object,
): AsyncGenerator<object[]> {
  let after = from;
  for (;;) {
    const found = await read({ after, limit: slice, order });
    yield found.map(show);
    const last = found.at(-1);
    if (found.length < slice || !last) return;
    after = last.id;
  }
}

function encodeCursor(id: number): string {
  return Buffer.from(`id:${id}`).toString('base64url');
}

function decodeCursor(cursor: string): number {
  const id = /^id:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  // Decoding is lenient: only what would be written just so is a cursor of ours.
  if (id !== undefined && encodeCursor(Number(id)) === cursor) return Number(id);
  throw invalid({ cursor: ['Is not a cursor of this list. Use next_cursor as it was given.'] });
}
