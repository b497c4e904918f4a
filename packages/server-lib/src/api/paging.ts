import { z } from 'zod';
import { fault } from '../faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';
import { faultMessage } from '../faults/zod-faults.js';
import type { Reply } from '../http/exchange.js';
import { jsonLines, listPage } from '../http/reply.js';
import type { UrlencodedFields } from '../http/urlencoded.js';
import { type PageRequest, walk } from '../store/paging.js';
import { setImmediate } from '../timers.js';
import { documented } from '../validation/documented.js';
import type { RequestWeight } from './heavy-requests.js';

const largestPage = 100;
const defaultPage = 25;

const limit = z
  .string()
  .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= largestPage, {
    error: faultMessage(fault('off_scale', { min: 1, max: largestPage })),
  })
  .transform(Number)
  .register(documented, {
    type: 'integer',
    minimum: 1,
    maximum: largestPage,
    description: `How many a page has; ${defaultPage} unless said otherwise. With format json alone.`,
  });

/** What picks a page of any list. */
export const pageParams = {
  limit: limit.optional(),
  cursor: z
    .string()
    .register(documented, { description: 'Where the page begins: `meta.next_cursor` of the one before.' })
    .optional(),
  order: z
    .enum(['asc', 'desc'])
    .default('desc')
    .register(documented, { description: 'The newest first, or the oldest.' }),
};

/** What the formats of a list are for. */
export const formatDoc = { description: 'json gives a page, the others all of the list.' };

/** What every list takes in its query. */
export const listQuery = z.strictObject({
  ...pageParams,
  format: z.enum(['json', 'jsonl']).default('json').register(documented, formatDoc),
});

/** How heavy the reading of a list is: a page is light, unless a text is searched for. */
export function listWeight({ format = 'json', q = '' }: UrlencodedFields): RequestWeight {
  if (format !== 'json') return 'export';
  return q === '' ? 'light' : 'job';
}

/** A list as it is read and shown. */
export interface List<Row extends { readonly id: Id }, Id extends string | number> {
  readonly cursors: Cursors<Id>;
  read(page: PageRequest<Id>): Promise<Row[]>;
  toResource(row: Row): object;
  /** How many rows are read at a time where all of them are asked for; fewer than usual where they are large. */
  readonly batchSize?: number;
}

/** The part of a list that reads it. */
type ListRead<Row extends { readonly id: Id }, Id extends string | number> = Pick<List<Row, Id>, 'cursors' | 'read'> & {
  readonly batchSize?: number | undefined;
};

/** What of a list was asked for. */
interface ListRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order: 'asc' | 'desc';
}

/** Answers a list: one page as JSON, or all of it a line each. */
export async function replyWithList<Row extends { readonly id: Id }, Id extends string | number>(
  query: ListRequest & { readonly format: 'json' | 'jsonl' },
  { cursors, read, toResource, batchSize }: List<Row, Id>,
): Promise<Reply> {
  if (query.format === 'jsonl') return jsonLines(readAll(query, { cursors, read, batchSize }, toResource));
  const { order, limit = defaultPage } = query;
  const found = await read({ after: startOf(query, cursors), limit: limit + 1, order });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return listPage(
    await writtenInSteps(page, toResource),
    found.length > limit && last ? cursors.encode(last.id) : null,
  );
}

/** All of a list, in slices, from where its cursor points. A limit would go unheeded: it is refused. */
export function readAll<Row extends { readonly id: Id }, Id extends string | number, Shown>(
  query: ListRequest,
  { cursors, read, batchSize }: ListRead<Row, Id>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  if (query.limit !== undefined) throw invalidField('limit', fault('needs_json_format'));
  return mapped(walk(read, { after: startOf(query, cursors), order: query.order }, batchSize), show);
}

/** Characters of JSON written in one go. */
const charactersAtOnce = 256 * 1024;

/** Each row as JSON, written in steps that hold the thread only shortly. */
async function writtenInSteps<Row>(rows: readonly Row[], show: (row: Row) => object): Promise<string[]> {
  const written: string[] = [];
  let characters = 0;
  for (const row of rows) {
    if (characters > charactersAtOnce) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      characters = 0;
    }
    const text = JSON.stringify(show(row));
    written.push(text);
    characters += text.length;
  }
  return written;
}

async function* mapped<Row, Shown>(slices: AsyncIterable<Row[]>, show: (row: Row) => Shown): AsyncGenerator<Shown[]> {
  for await (const rows of slices) yield rows.map(show);
}

function startOf<Id>({ cursor }: ListRequest, { decode }: Cursors<Id>): Id | null {
  if (cursor === undefined) return null;
  const id = decode(cursor);
  if (id === undefined) throw invalidField('cursor', fault('invalid_cursor'));
  return id;
}

/** How the places in a list are told to clients. */
export interface Cursors<Id> {
  encode(id: Id): string;
  /** Undefined where the text is no cursor of such a list. */
  decode(cursor: string): Id | undefined;
}

/** Cursors that hold an id behind a name, so that a list refuses those of lists of another name. */
export function createCursors<Id extends string | number>(
  name: string,
  shape: RegExp,
  parse: (id: string) => Id,
): Cursors<Id> {
  const encode = (id: Id) => Buffer.from(`${name}:${id}`).toString('base64url');
  return {
    encode,
    decode(cursor) {
      const text = Buffer.from(cursor, 'base64url').toString('latin1');
      const id = text.startsWith(`${name}:`) ? text.slice(name.length + 1) : '';
      // Decoding is lenient: only what would be written just so is a cursor of ours.
      return shape.test(id) && encode(parse(id)) === cursor ? parse(id) : undefined;
    },
  };
}

/** Cursors of lists whose rows are numbered. */
export const idCursors = createCursors('id', /^\d{1,15}$/, Number);
