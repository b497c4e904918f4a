import { turnForLongWork } from '../../base/event-loop.js';
import type { AnswerRow } from '../../core/answers/answer-queries.js';
import type { IdRange } from '../../db/sql/id-range.js';
import type { Store } from '../../db/store.js';
import type { EventType } from './change-event.js';
import type { EventPage } from './event-page.js';
import type { AskFinder, FeedAsk } from './feed-asks.js';
import type { FeedOwner, FeedPosition, LogPosition, SnapshotPosition } from './feed-cursor.js';
import { selectAnswersBetween, selectNextAsks } from './feed-queries.js';
import { maxAsksPerPage } from './limits.js';

/** The events that a reader requests. */
export interface FeedFilter {
  readonly types: ReadonlySet<EventType>;
  /** The number of the ask whose events are read. Null for all asks. */
  readonly ask: number | null;
}

/** The source of events. */
export interface FeedSource {
  readonly store: Store;
  readonly owner: FeedOwner;
  readonly filter: FeedFilter;
  readonly asks: AskFinder;
}

/** The number of asks that one statement finds. */
const batchSize = 100;

/**
 * Adds the next existing asks and answers, and returns the position after them. A page covers only a part of the asks, and can be
 * empty before the last ask.
 */
export async function readSnapshot(
  source: FeedSource,
  start: SnapshotPosition,
  page: EventPage,
): Promise<FeedPosition> {
  const { types } = source.filter;
  if (!types.has('ask.created') && !types.has('answer.created')) return startOfLog(start);
  let position = start;
  let found: readonly number[] = [];
  for (let asks = 0; page.space > 0 && asks < maxAsksPerPage; ) {
    if (position.answer !== null) {
      const ask = await source.asks.find(position.ask);
      const answer = ask && (await addAnswersBetween(source.store, ask, { after: position.answer }, page));
      position = { ...position, answer: answer ?? null };
      continue;
    }
    if (found.length === 0) found = await findAsks(source, position.ask);
    const [next, ...rest] = found;
    if (next === undefined) return startOfLog(position);
    found = rest;
    asks++;
    // Definitions can be large.
    await turnForLongWork(source.owner.account);
    const ask = await source.asks.find(next);
    if (ask && types.has('ask.created'))
      page.add('ask.created', { ask: ask.id, at: ask.createdAt, data: ask.show(), size: ask.size });
    position = { ...position, ask: next, answer: ask && types.has('answer.created') ? '' : null };
  }
  return position;
}

/** Returns the numbers of the next asks. */
async function findAsks({ store, owner, filter }: FeedSource, after: number): Promise<number[]> {
  const asks = await store.read(selectNextAsks(owner, { after, only: filter.ask, limit: batchSize }));
  return asks.map(({ seq }) => seq);
}

function startOfLog({ head }: SnapshotPosition): LogPosition {
  return { phase: 'log', seq: head + 1, answer: '' };
}

/** Adds the creations of the first answers of a range. Returns the last answer, or null if no answers are left. */
export async function addAnswersBetween(
  store: Store,
  ask: FeedAsk,
  range: IdRange,
  page: EventPage,
): Promise<string | null> {
  const limit = page.space;
  const rows = await store.read(selectAnswersBetween(ask.seq, range, limit));
  addAnswers(page, ask, rows);
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}

/** Adds the creations of answers. */
export function addAnswers(page: EventPage, ask: FeedAsk, rows: readonly AnswerRow[]): void {
  for (const row of rows)
    page.add('answer.created', {
      ask: ask.id,
      answer: ask.answerId(row.id),
      at: row.created_at,
      data: ask.showAnswer(row),
      size: row.body.length,
    });
}
