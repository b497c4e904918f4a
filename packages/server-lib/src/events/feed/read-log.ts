import { nextTurn, turnForLongWork } from '../../base/event-loop.js';
import { type ChangeType, changeTypes } from '../../db/changes/change.js';
import { selectMatchingChanges, selectPositions } from '../../db/changes/change-queries.js';
import type { EventType } from './change-event.js';
import type { EventPage } from './event-page.js';
import type { LogPosition } from './feed-cursor.js';
import { maxMatchesPerPage, maxPositionsPerPage } from './limits.js';
import { readChange } from './read-change.js';
import type { FeedSource } from './read-snapshot.js';

/** The number of positions that one statement looks at. */
const windowSize = 5_000;

/** The number of matching changes that one statement returns. */
const batchSize = 200;

/** Where a page ends in the log. */
export interface LogEnd {
  readonly position: LogPosition;
  /** Whether the log had nothing more when it was read. */
  readonly isAtEnd: boolean;
}

/** Adds the events of the next changes that match. A page looks at a part of the log only, and can be empty before its end. */
export async function readLog(source: FeedSource, start: LogPosition, page: EventPage): Promise<LogEnd> {
  const { store, owner, filter } = source;
  const { account, site } = owner;
  const { last_seq: last } = await store.read(selectPositions(account));
  const types = storedTypes(filter.types, site);
  const end = Math.min(last + 1, start.seq + maxPositionsPerPage);
  let position = start;
  for (let read = 0; position.seq < end && read < maxMatchesPerPage; ) {
    const to = Math.min(position.seq + windowSize, end);
    const window = { from: position.seq, to, types, ask: filter.ask, site, limit: batchSize };
    const changes = await store.read(selectMatchingChanges(account, window));
    for (const change of changes) {
      await turnForLongWork(account);
      const after = change.seq === position.seq ? position.answer : '';
      const rest = await readChange(source, change, after, page);
      if (rest !== null) return { position: { phase: 'log', seq: change.seq, answer: rest }, isAtEnd: false };
      position = { phase: 'log', seq: change.seq + 1, answer: '' };
      if (page.space <= 0) return { position, isAtEnd: position.seq > last };
    }
    read += changes.length;
    // On SQLite, all reads until here may have run in one turn.
    await nextTurn(account);
    if (changes.length < batchSize) position = { phase: 'log', seq: to, answer: '' };
  }
  return { position, isAtEnd: position.seq > last };
}

/** Returns the types of changes, as they are stored, that can be read as events of some types. */
function storedTypes(types: ReadonlySet<EventType>, site: number | null): number[] {
  return changeTypes.flatMap((type, stored) => (eventsOf(type, site).some((event) => types.has(event)) ? stored : []));
}

/** Returns the types of events as which an account or a site reads a change. */
function eventsOf(type: ChangeType, site: number | null): readonly EventType[] {
  if (type === 'ask.left') return site === null ? [] : ['ask.deleted'];
  if (type === 'ask.joined') return site === null ? [] : ['ask.created', 'answer.created'];
  return [type];
}
