import { answerPrefixes } from '../../../asks/ids.js';
import type { OwnerAsk } from '../owner-ask.js';
import { type ColumnOrder, compareKeys, type SortKey, sortKeyOf } from './answer-order.js';
import type { ReadAnswer } from './answer-table.js';
import {
  type AnswerSearch,
  type FoundAnswers,
  type SearchLimits,
  scanAnswers,
  searchLimits,
} from './search-answers.js';

/** A page of sorted answers. */
export interface SortedAnswers extends FoundAnswers {
  /** How many of the newest answers were sorted, because there are too many. Null: all were. */
  readonly sortedRows: number | null;
}

interface Entry {
  readonly answer: ReadAnswer;
  readonly key: SortKey;
}

/**
 * Finds a page of answers in the order of a column. Equal ones are sorted by time, newest first. Each page reads the
 * answers again, no more than the limits, and keeps those of the page.
 *
 * @param after The ID of the row of the last answer of the page before. If it was deleted, the first page is returned.
 */
export async function sortAnswers(
  ask: OwnerAsk,
  search: AnswerSearch,
  { order, after, limit }: { readonly order: ColumnOrder; readonly after: string | null; readonly limit: number },
  limits: SearchLimits = searchLimits,
): Promise<SortedAnswers> {
  const toEntry = (answer: ReadAnswer): Entry => ({ answer, key: sortKeyOf(answer.cell(order.column)) });
  const compare = (a: Entry, b: Entry) => compareKeys(a.key, b.key, order.direction) || compareIds(a, b);
  const lastRow = after === null ? undefined : await ask.answers.findNoted(answerPrefixes[ask.kind] + after);
  const last = lastRow && toEntry(ask.answers.table.read(lastRow));
  // One more than the page, to know whether there is another page.
  const page: Entry[] = [];
  let [rows, characters, sorted] = [0, 0, 0];
  let isPartial = false;
  for await (const scanned of scanAnswers(ask, search, { after: null, order: 'desc' }, { most: limits.batch })) {
    // Only more answers make it a part: the limits may end with the last one.
    isPartial = rows >= limits.rows || characters >= limits.characters;
    if (isPartial) break;
    for (const entry of scanned.matching.map(toEntry)) {
      if (last && compare(entry, last) <= 0) continue;
      insert(page, entry, limit + 1, compare);
    }
    rows += scanned.rows;
    characters += scanned.characters;
    sorted = rows;
  }
  const answers = page.slice(0, limit).map(({ answer }) => answer);
  const next = page.length > limit ? (answers.at(-1)?.row.id ?? null) : null;
  return { answers, next, isCut: false, sortedRows: isPartial ? sorted : null };
}

/** Inserts an entry into a sorted list, which keeps its maximum length. */
function insert(list: Entry[], entry: Entry, max: number, compare: (a: Entry, b: Entry) => number): void {
  let at = list.length;
  while (at > 0 && list[at - 1] !== undefined && compare(entry, list[at - 1] ?? entry) < 0) at--;
  if (at >= max) return;
  list.splice(at, 0, entry);
  if (list.length > max) list.pop();
}

/** Newest first: IDs are in the order of their times. */
function compareIds(a: Entry, b: Entry): number {
  const [first, second] = [a.answer.row.id, b.answer.row.id];
  return first === second ? 0 : first > second ? -1 : 1;
}
