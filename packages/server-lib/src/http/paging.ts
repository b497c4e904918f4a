import { z } from 'zod';
import { nextTurn, type Party } from '../base/event-loop.js';
import { invalidField } from '../base/faults/invalid-field.js';
import { faultMessage } from '../base/faults/zod-faults.js';
import { described, documented } from '../base/validation/documented.js';
import { rawText } from '../base/validation/text.js';
import { iterateBatches, type PageRequest } from '../db/paging.js';
import { fault } from '../shared/faults/fault.js';
import type { Reply } from './exchange.js';
import { maxPageCharacters } from './limits.js';
import { type EncodedFile, fileReply, jsonLines, listPage } from './reply.js';

const maxPageSize = 100;
/** The number of items of a page without a `limit`. */
export const defaultPageSize = 25;

/** A cursor of any list. */
export const cursorText = rawText(500, fault('invalid_cursor'));

const offScale = { error: faultMessage(fault('off_scale', { min: 1, max: maxPageSize })) };
const limit = z
  .string()
  .regex(/^\d{1,3}$/, { ...offScale, abort: true })
  .refine((text) => Number(text) >= 1 && Number(text) <= maxPageSize, offScale)
  .transform(Number)
  .register(documented, {
    type: 'integer',
    pattern: undefined,
    minimum: 1,
    maximum: maxPageSize,
    description: `At most this many items per page. Default: ${defaultPageSize}. Only allowed when \`format\` is "json".`,
  });

/** The query parameters that select a page of a list. */
export const pageParams = {
  limit: limit.optional(),
  cursor: described(cursorText, 'The `meta.next_cursor` of the previous page. Absent: the first page.').optional(),
  order: z
    .enum(['asc', 'desc'])
    .default('desc')
    .register(documented, { description: 'The order: "desc" returns the newest item first, "asc" the oldest.' }),
};

/** The documentation of `format`. */
export const formatDoc = { description: '"json" returns a page, the other formats return the whole list.' };

/** The query parameters of every list. */
export const listQuery = z.strictObject({
  ...pageParams,
  format: z.enum(['json', 'jsonl']).default('json').register(documented, formatDoc),
});

/** Reads the rows of a list and formats them as resources. */
export interface List<Row extends { readonly id: Id }, Id extends string | number, Item extends object = object> {
  /** The party that the list belongs to. */
  readonly party: Party;
  readonly cursors: Cursors<Id>;
  read(page: PageRequest<Id>): Promise<Row[]>;
  toResource(row: Row): Item;
  /** The number of rows that are read at a time when the whole list is returned. Smaller for large rows. */
  readonly batchSize?: number;
}

/** A list whose pages a search finds. */
export interface SearchedList<Row extends ListRow> {
  readonly party: Party;
  /** Returns a page. It can have less than `limit` rows, although more are left. */
  page(cursor: string | undefined, limit: number): Promise<{ rows: readonly Row[]; next: string | null }>;
  /** Finds all rows from a cursor on, and reads them in batches. */
  all(cursor?: string): Promise<AsyncIterable<readonly Row[]>>;
  toResource(row: Row): object;
  /** Writes all rows from a cursor on to a file. */
  file(format: 'csv' | 'xlsx', cursor?: string): Promise<EncodedFile>;
}

interface ListRow {
  readonly id: string | number;
}

/** Any list. */
export type AnyList = List<ListRow, string | number> | SearchedList<ListRow>;

/** The formats of lists. Only the pages of a search have CSV. */
export type ListFormat = 'json' | 'jsonl' | 'csv';

/** The part of a list that a client requested. */
export interface ListRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order: 'asc' | 'desc';
}

type LimitedRequest = ListRequest & { readonly limit: number };

/** Responds with a list: one page as JSON, or the whole list with one resource per line. */
export async function replyWithList<Row extends { readonly id: Id }, Id extends string | number>(
  { format, order, limit, cursor }: ListRequest & { readonly format: ListFormat },
  list: List<Row, Id> | SearchedList<Row>,
): Promise<Reply> {
  if (format === 'json') {
    const { resources, next } = await serializePage(list, { order, cursor, limit: limit ?? defaultPageSize });
    return listPage(resources, next, list.party);
  }
  // A limit would have no effect.
  if (limit !== undefined) throw invalidField('limit', fault('needs_json_format'));
  if (format === 'csv' && 'file' in list) return fileReply(await list.file(format, cursor));
  return jsonLines(mapBatches(await allRows(list, order, cursor), list.toResource));
}

/** Returns the resources of a page as JSON. A page of large ones has fewer than its limit. */
async function serializePage<Row extends { readonly id: Id }, Id extends string | number>(
  list: List<Row, Id> | SearchedList<Row>,
  page: LimitedRequest,
): Promise<{ readonly resources: readonly string[]; readonly next: string | null }> {
  const { rows, next } = await readPage(list, page);
  const resources = await serializeInBatches(rows, list.toResource, list.party, maxPageCharacters);
  // A page of the resources that fit has the cursor behind them.
  return resources.length < rows.length
    ? serializePage(list, { ...page, limit: resources.length })
    : { resources, next };
}

async function readPage<Row extends { readonly id: Id }, Id extends string | number>(
  list: List<Row, Id> | SearchedList<Row>,
  { order, cursor, limit }: LimitedRequest,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  if ('page' in list) return list.page(cursor, limit);
  const { cursors, read } = list;
  // The additional row shows whether there is another page.
  const found = await read({ after: startOf({ cursor }, cursors), limit: limit + 1, order });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? cursors.encode(last.id) : null };
}

/** Returns all rows of a list from a cursor on, in batches. */
export async function allRows<Row extends { readonly id: Id }, Id extends string | number>(
  list: List<Row, Id> | SearchedList<Row>,
  order: 'asc' | 'desc',
  cursor?: string,
): Promise<AsyncIterable<readonly Row[]>> {
  if ('all' in list) return list.all(cursor);
  const { party, cursors, read, batchSize } = list;
  return iterateBatches(read, { after: startOf({ cursor }, cursors), order }, party, batchSize);
}

/** The number of characters of JSON after which other requests get a turn. */
const maxBatchCharacters = 256 * 1024;

/**
 * Serializes rows in batches, so that large rows do not block the event loop.
 *
 * @param most The number of characters after which no further row is serialized.
 */
export async function serializeInBatches<Row>(
  rows: readonly Row[],
  toResource: (row: Row) => object,
  party: Party,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const serialized: string[] = [];
  let [characters, batch] = [0, 0];
  for (const row of rows) {
    if (characters >= most) break;
    if (batch > maxBatchCharacters) {
      await nextTurn(party);
      batch = 0;
    }
    const text = JSON.stringify(toResource(row));
    serialized.push(text);
    characters += text.length;
    batch += text.length;
  }
  return serialized;
}

/** Converts each row of some batches, when the item is used: converting a batch of large rows would block the event loop. */
export async function* mapBatches<Row, Item>(
  batches: AsyncIterable<readonly Row[]>,
  toItem: (row: Row) => Item,
): AsyncGenerator<Iterable<Item>> {
  for await (const rows of batches) yield mapped(rows, toItem);
}

function* mapped<Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item): Generator<Item> {
  for (const row of rows) yield toItem(row);
}

/**
 * Returns where a page starts; null for the beginning.
 *
 * @throws AskwellError with the code `invalid` if the list did not return the cursor.
 */
export function startOf<Id>(
  { cursor }: Pick<ListRequest, 'cursor'>,
  { decode }: Pick<Cursors<Id>, 'decode'>,
): Id | null {
  if (cursor === undefined) return null;
  const id = decode(cursor);
  if (id === undefined) throw invalidField('cursor', fault('invalid_cursor'));
  return id;
}

/** Encodes positions in a list as opaque cursors. */
export interface Cursors<Id> {
  encode(id: Id): string;
  /** Returns undefined if the text is not a cursor of such a list. */
  decode(cursor: string): Id | undefined;
}

/**
 * Returns cursors that contain an ID.
 *
 * @param name The name of the list. A list rejects the cursors of other lists.
 */
export function createCursors<Id extends string | number>(
  name: string,
  shape: RegExp,
  parse: (id: string) => Id,
): Cursors<Id> {
  const encode = (id: Id) => Buffer.from(`${name}:${id}`).toString('base64url');
  return {
    encode,
    decode(cursor) {
      const text = Buffer.from(cursor, 'base64url').toString('utf8');
      const id = text.startsWith(`${name}:`) ? text.slice(name.length + 1) : '';
      // Decoding base64url is lenient. Accept only the text that `encode` returns.
      return shape.test(id) && encode(parse(id)) === cursor ? parse(id) : undefined;
    },
  };
}

/** Cursors of lists whose IDs are integers. */
export const idCursors = createCursors('id', /^\d{1,15}$/, Number);

/** Returns a list of rows whose IDs are integers. */
export function idList<Row extends { readonly id: number }, Item extends object>(
  party: Party,
  read: (page: PageRequest) => Promise<Row[]>,
  toResource: (row: Row) => Item,
): List<Row, number, Item> {
  return { party, cursors: idCursors, read, toResource };
}
