import { nextTurn } from '../../../event-loop.js';
import type { OwnerAsk } from '../owner-ask.js';
import { type ColumnOrder, compareKeys, type SortKey, sortKeyOf } from './answer-order.js';
import type { ReadAnswer } from './answer-table.js';
import { type AnswerSearch, scanAnswers, searchLimits } from './search-answers.js';

/** How many answers are sorted, the newest first, so that their keys fit into memory. */
export interface FileSortLimits {
  readonly answers: number;
  /** The number of characters of keys. */
  readonly characters: number;
}

/** The limits of a file. */
export const fileSortLimits: FileSortLimits = { answers: 100_000, characters: 8_000_000 };

/** The number of answers that are sorted at once. Small enough not to delay other requests. */
const runSize = 2_000;

/** The number of answers of one read. */
const batchSize = 50;

interface Entry {
  readonly id: string;
  readonly key: SortKey;
}

type Compare = (a: Entry, b: Entry) => number;

/**
 * Returns all answers that a search finds in the order of a column, in batches. Equal ones are in order of time, newest first.
 * Older answers than those that the limits allow to sort follow, newest first.
 */
export async function* sortAllAnswers(
  ask: OwnerAsk,
  search: AnswerSearch,
  { column, direction }: ColumnOrder,
  limits = fileSortLimits,
): AsyncGenerator<readonly ReadAnswer[]> {
  const compare: Compare = (a, b) => compareKeys(a.key, b.key, direction) || (a.id > b.id ? -1 : 1);
  const runs: Entry[][] = [];
  let run: Entry[] = [];
  let [answers, characters] = [0, 0];
  let rest: string | null = null;
  for await (const { matching, last } of scanAnswers(ask, search, newestFirst, { most: searchLimits.batch })) {
    for (const answer of matching) {
      const key = sortKeyOf(answer.cell(column));
      run.push({ id: answer.row.id, key });
      characters += typeof key === 'string' ? key.length : 0;
    }
    answers += matching.length;
    const isFull = answers >= limits.answers || characters >= limits.characters;
    if (run.length >= runSize) {
      runs.push(run.sort(compare));
      run = [];
    }
    if (!isFull) continue;
    rest = last;
    break;
  }
  runs.push(run.sort(compare));
  yield* readInOrder(ask, runs, compare);
  if (rest === null) return;
  const older = { ...newestFirst, after: rest };
  for await (const { matching } of scanAnswers(ask, search, older, { most: searchLimits.batch })) yield matching;
}

const newestFirst = { after: null, order: 'desc' } as const;

/** Reads the answers of sorted runs in the order of all of them. Answers that were deleted meanwhile are left out. */
async function* readInOrder(
  { account, answers }: OwnerAsk,
  runs: readonly Entry[][],
  compare: Compare,
): AsyncGenerator<readonly ReadAnswer[]> {
  const positions = runs.map(() => 0);
  for (let ids = nextIds(runs, positions, compare); ids.length > 0; ids = nextIds(runs, positions, compare)) {
    const rows = new Map((await answers.findSome(ids)).map((row) => [row.id, row]));
    yield ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [answers.table.read(row)] : [];
    });
    await nextTurn(account);
  }
}

/** Takes the next IDs from the runs, and moves their positions. */
function nextIds(runs: readonly Entry[][], positions: number[], compare: Compare): readonly string[] {
  const ids: string[] = [];
  while (ids.length < batchSize) {
    let first: { entry: Entry; run: number } | undefined;
    for (const [run, entries] of runs.entries()) {
      const entry = entries[positions[run] ?? 0];
      if (entry && (!first || compare(entry, first.entry) < 0)) first = { entry, run };
    }
    if (!first) break;
    ids.push(first.entry.id);
    positions[first.run] = (positions[first.run] ?? 0) + 1;
  }
  return ids;
}
