import type { AnswerFilter } from '../../../asks/answers/answer-queries.js';
import { nextTurn } from '../../../event-loop.js';
import type { PageRequest } from '../../../store/paging.js';
import type { OwnerAsk } from '../owner-ask.js';
import type { ReadAnswer } from './answer-table.js';

/** Selects some of an ask's answers, by what the database knows and by their content. */
export interface AnswerSearch {
  readonly filter: AnswerFilter;
  /** Whether answers without tags and note are skipped. */
  readonly onlyNoted: boolean;
  /** Returns whether the content of an answer matches. Null if every content does. */
  readonly matches: ((answer: ReadAnswer) => boolean) | null;
}

/** How much one request reads. */
export interface SearchLimits {
  readonly rows: number;
  /** The number of characters of stored answers. */
  readonly characters: number;
  /** The number of rows of one read. */
  readonly batch: number;
}

export const searchLimits: SearchLimits = { rows: 20_000, characters: 16_000_000, batch: 500 };

/** A page of a search. */
export interface FoundAnswers {
  readonly answers: readonly ReadAnswer[];
  /** Where the next page starts. Null if no answers are left. */
  readonly next: string | null;
  /** Whether the search stopped at its limits, before the page was full. */
  readonly isCut: boolean;
}

/** The number of characters of stored answers after which other requests get a turn. */
const turnCharacters = 128 * 1024;

/** What an answer costs in addition to its characters, for each of its columns. */
const columnCost = 20;

/** Finds a page of answers. Reads no more than its limits. */
export async function searchAnswers(
  ask: OwnerAsk,
  search: AnswerSearch,
  { after, limit, order }: PageRequest<string>,
  limits = searchLimits,
): Promise<FoundAnswers> {
  // Without a filter by content, one read finds the whole page.
  const batch = { first: Math.min(limits.batch, limit + 1), most: limits.batch };
  const answers: ReadAnswer[] = [];
  let [rows, characters] = [0, 0];
  for await (const scanned of scanAnswers(ask, search, { after, order }, batch)) {
    for (const answer of scanned.matching) {
      if (answers.length === limit) return { answers, next: answers.at(-1)?.row.id ?? null, isCut: false };
      answers.push(answer);
    }
    rows += scanned.rows;
    characters += scanned.characters;
    if (rows < limits.rows && characters < limits.characters) continue;
    return { answers, next: scanned.last, isCut: answers.length < limit };
  }
  return { answers, next: null, isCut: false };
}

/** Returns all answers that a search finds, in batches. */
export async function* findAllAnswers(
  ask: OwnerAsk,
  search: AnswerSearch,
  order: 'asc' | 'desc',
): AsyncGenerator<readonly ReadAnswer[]> {
  const batch = { most: searchLimits.batch };
  for await (const { matching } of scanAnswers(ask, search, { after: null, order }, batch)) yield matching;
}

/** A part of the scanned answers. */
export interface Scanned {
  readonly matching: readonly ReadAnswer[];
  readonly rows: number;
  readonly characters: number;
  /** The ID of the last scanned answer. */
  readonly last: string;
}

/** How many rows are read at once. Each read is twice as large as the one before. */
interface Batch {
  /** Default: `most`. */
  readonly first?: number;
  readonly most: number;
}

/** Reads answers in batches, oldest or newest first, and lets other requests run in between. */
export async function* scanAnswers(
  { account, answers: { listNoted, table } }: OwnerAsk,
  { filter, onlyNoted, matches }: AnswerSearch,
  { after, order }: Pick<PageRequest<string>, 'after' | 'order'>,
  { most, first = most }: Batch,
): AsyncGenerator<Scanned, void> {
  // Reads that are requested in the same turn do not give others a turn, so that the cost adds up over them.
  let cost = 0;
  let size = first;
  for (let from = after; ; size = Math.min(2 * size, most)) {
    const rows = await listNoted(filter, { after: from, limit: size, order }, onlyNoted);
    let scanned = emptyPart(from ?? '');
    for (const row of rows) {
      const answer = table.read(row);
      if (!matches || matches(answer)) scanned.matching.push(answer);
      scanned.rows++;
      scanned.characters += row.body.length;
      scanned.last = row.id;
      cost += row.body.length + table.columns.length * columnCost;
      if (cost < turnCharacters) continue;
      yield scanned;
      await nextTurn(account);
      scanned = emptyPart(row.id);
      cost = 0;
    }
    if (scanned.rows > 0) yield scanned;
    const last = rows.at(-1);
    if (rows.length < size || !last) return;
    from = last.id;
  }
}

function emptyPart(last: string) {
  return { matching: [] as ReadAnswer[], rows: 0, characters: 0, last };
}
