import { allAnswers, type ChangeType, changeTypes, parseAnswers } from '../../db/changes/change.js';
import type { ChangeRow } from '../../db/changes/change-queries.js';
import type { EventType } from './change-event.js';
import type { EventPage } from './event-page.js';
import { selectAnswersByIds } from './feed-queries.js';
import { addAnswers, addAnswersBetween, type FeedSource } from './read-snapshot.js';

/** Sorts before the ID of every answer, and after the ask itself. */
const beforeAnswers = '0';

/**
 * Adds the events of a change that have a requested type.
 *
 * @param after The answer of the change that was read last.
 * @returns The answer after which to continue if the page is full, or null if the whole change was read.
 */
export async function readChange(
  source: FeedSource,
  change: ChangeRow,
  after: string,
  page: EventPage,
): Promise<string | null> {
  const { types } = source.filter;
  const type = changeTypes[change.type];
  switch (type) {
    case undefined:
      return null;
    case 'ask.created':
    case 'ask.updated':
    case 'ask.closed':
      await addAsk(source, change, type, page);
      return null;
    case 'ask.deleted':
    case 'ask.left':
      addDeletedAsk(change, page);
      return null;
    case 'ask.joined':
      if (after === '' && types.has('ask.created')) await addAsk(source, change, 'ask.created', page);
      return types.has('answer.created') ? addCreated(source, { ...change, detail: allAnswers }, after, page) : null;
    case 'answer.created':
      return change.detail === null ? null : addCreated(source, change, after, page);
    case 'answer.updated':
    case 'answer.deleted':
      return change.detail === null ? null : addListed(source, change, type, after, page);
    default:
      return unknownType(type);
  }
}

async function addAsk(
  { asks }: FeedSource,
  { ask: seq, at, seq: position }: ChangeRow,
  type: Extract<EventType, 'ask.created' | 'ask.updated' | 'ask.closed'>,
  page: EventPage,
): Promise<void> {
  const ask = await asks.find(seq);
  // The deletion of the ask is a later event.
  if (!ask) return;
  page.add(type, {
    ask: ask.id,
    at,
    data: ask.show(),
    size: ask.size,
    ...(type !== 'ask.created' && { seq: position }),
  });
}

function addDeletedAsk({ detail, at, seq }: ChangeRow, page: EventPage): void {
  if (detail !== null) page.add('ask.deleted', { ask: detail, at, data: null, size: 0, seq });
}

/** Adds the created answers that still exist. Deletions of the other answers are later events. */
async function addCreated(
  { store, asks }: FeedSource,
  { ask: seq, detail }: ChangeRow,
  after: string,
  page: EventPage,
): Promise<string | null> {
  const ask = await asks.find(seq);
  if (!ask) return null;
  const named = parseAnswers(detail ?? '');
  const limit = page.space;
  if (limit <= 0) return after === '' ? beforeAnswers : after;
  if ('ids' in named) {
    const rows = await store.read(selectAnswersByIds(seq, nextOf(named.ids, after, limit)));
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    addAnswers(page, ask, rows);
    return restOf(named.ids, after, limit);
  }
  const { first, last } = named;
  return addAnswersBetween(store, ask, after >= first ? { after, last } : { from: first, last }, page);
}

/** Adds the events of answers that a change lists one by one. */
async function addListed(
  { store, asks }: FeedSource,
  { ask: seq, detail, at, seq: position }: ChangeRow,
  type: Extract<ChangeType, 'answer.updated' | 'answer.deleted'>,
  after: string,
  page: EventPage,
): Promise<string | null> {
  const ask = await asks.find(seq);
  const named = parseAnswers(detail ?? '');
  if (!ask || !('ids' in named)) return null;
  const limit = page.space;
  const ids = nextOf(named.ids, after, limit);
  const found = type === 'answer.deleted' ? [] : await store.read(selectAnswersByIds(seq, ids));
  const rows = new Map(found.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = rows.get(id);
    if (type === 'answer.updated' && !row) continue;
    page.add(type, {
      ask: ask.id,
      answer: ask.answerId(id),
      at,
      data: row ? ask.showAnswer(row) : null,
      size: row?.body.length ?? 0,
      seq: position,
    });
  }
  return restOf(named.ids, after, limit);
}

/** Returns the next IDs of a list, in their order. */
function nextOf(ids: readonly string[], after: string, limit: number): string[] {
  return ids
    .filter((id) => id > after)
    .sort()
    .slice(0, limit);
}

/** Returns the last ID that was read, or null if all IDs were read. */
function restOf(ids: readonly string[], after: string, limit: number): string | null {
  const next = ids.filter((id) => id > after).sort();
  return next.length > limit ? (next[limit - 1] ?? null) : null;
}

function unknownType(type: never): never {
  throw new Error(`The change has the type ${type}, which is not handled.`);
}
