import {
  type Cursors,
  createCursors,
  defaultPageSize,
  mapBatches,
  refuseLimit,
  serializeInBatches,
  startOf,
} from '../../api/paging.js';
import type { AskDraft } from '../../contract/resources.js';
import type { Reply } from '../../http/exchange.js';
import { csvFile, jsonLines, listPage, uncompressed } from '../../http/reply.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindTypes } from '../kind-types.js';
import type { AnswerRow } from './answer-queries.js';
import type { AnswersQuery } from './filters/answer-params.js';
import type { AnswerSelection } from './filters/answer-selection.js';
import type { AnswerSearch } from './search/answer-search.js';
import { formatPosition, parsePosition, positionPattern } from './search/sort-position.js';

/** Formats a list of answers. */
export interface AnswerFormat {
  show(row: AnswerRow): object;
  readonly csvColumns: readonly string[];
  csvCells(row: AnswerRow): (string | number | null)[];
  /** The name of the CSV file, without its extension. */
  readonly fileName: string;
}

/** The answers that a request asks for, in pages or all together. */
interface RequestedAnswers {
  page(): Promise<{ readonly rows: readonly AnswerRow[]; readonly next: string | null }>;
  all(): Promise<AsyncIterable<readonly AnswerRow[]>>;
}

/** Lists the answers of an ask. */
export interface AnswerList<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly ask: StoredAsk<Own>;
  readonly search: AnswerSearch<Draft, Own, Body, W>;
  readonly selection: AnswerSelection;
}

/**
 * Returns a reply with one page as JSON, or with the whole list as JSON Lines or CSV. The reply is never compressed,
 * because compression can leak the secrets in it: answer IDs give access to answers, and visitors control the texts
 * next to them.
 */
export async function replyWithAnswers<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  query: AnswersQuery,
  list: AnswerList<Draft, Own, Body, W>,
  { show, csvCells, csvColumns, fileName }: AnswerFormat,
): Promise<Reply> {
  const requested = request(query, list);
  if (query.format === 'json') {
    const { rows, next } = await requested.page();
    return uncompressed(listPage(await serializeInBatches(rows, show, list.ask.account), next));
  }
  refuseLimit(query);
  const batches = await requested.all();
  if (query.format === 'csv') return csvFile(fileName, csvColumns, mapBatches(batches, csvCells));
  return uncompressed(jsonLines(mapBatches(batches, show)));
}

/** @throws AskwellError with the code `invalid` if another list returned the cursor. */
function request<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { sort, order, limit = defaultPageSize, ...query }: AnswersQuery,
  { ask, search, selection }: AnswerList<Draft, Own, Body, W>,
): RequestedAnswers {
  const cursors = cursorsOf(ask, sort);
  const start = startOf(query, cursors);
  const encode = (position: string | null) => (position === null ? null : cursors.encode(position));
  if (sort === 'created_at') {
    return {
      async page() {
        const { rows, next } = await search.page(ask, selection, { after: start, limit, order });
        return { rows, next: encode(next) };
      },
      all: async () => search.all(ask, selection, { after: start, order }),
    };
  }
  const sorted = { selection, sort, order };
  const after = start === null ? null : parsePosition(start);
  return {
    async page() {
      const { rows, next } = await search.sorted.page(ask, sorted, { after, limit });
      return { rows, next: encode(next && formatPosition(next)) };
    },
    all: () => search.sorted.all(ask, sorted, after),
  };
}

/** Returns the cursors of one ask and one order, so that those of other lists are refused. */
function cursorsOf({ id }: StoredAsk<unknown>, sort: AnswersQuery['sort']): Cursors<string> {
  const pattern = sort === 'created_at' ? /^[0-9a-z]{20}$/ : positionPattern;
  return createCursors(`${sort}.${id}`, pattern, String);
}
