import { AskwellError } from '../../base/errors.js';
import { nextTurn, turnForLongWork } from '../../base/event-loop.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { askKinds, bareId } from '../../core/ids.js';
import { type ChangeType, changeTypes } from '../../db/changes/change.js';
import { selectMatchingChanges, selectPositions } from '../../db/changes/change-queries.js';
import type { Store } from '../../db/store.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { fault } from '../../shared/faults/fault.js';
import { type EventType, type FeedEvent, feedTypes } from './change-event.js';
import { EventPage } from './event-page.js';
import { AskFinder, type ToFeedAsk } from './feed-asks.js';
import {
  decodeCursor,
  encodeCursor,
  type FeedAskFilter,
  type FeedCursor,
  type FeedOwner,
  type LogPosition,
} from './feed-cursor.js';
import { selectAskNumber } from './feed-queries.js';
import { maxMatchesPerPage, maxPositionsPerPage } from './limits.js';
import { readChange } from './read-change.js';
import { type FeedSource, readSnapshot } from './read-snapshot.js';

/** The number of positions that one statement covers. */
const windowSize = 5_000;

/** The number of matching changes that one statement returns. */
const batchSize = 200;

/** The events to read, and the position to start from. */
export interface FeedRequest {
  /** A cursor that an earlier read returned. Null starts with everything that exists. */
  readonly after: string | null;
  /** Null for the types of `GET /api/v1/changes`. */
  readonly types: readonly EventType[] | null;
  /** The ID of the ask whose events are read, with its prefix. Null for all asks. */
  readonly ask: string | null;
  readonly limit: number;
  /** Whether events have their content. Default: true. */
  readonly content?: boolean;
}

/** A part of the feed. */
export interface FeedPart {
  readonly events: readonly FeedEvent[];
  /** The cursor after these events. Reading from it returns later events. */
  readonly next: string;
  /** Whether these were the last events when they were read. */
  readonly isAtEnd: boolean;
  /** The position of the last change that was read; 0 before the first. */
  readonly lastSeq: number;
}

/** The changes of the asks and answers of an owner, in their order. */
export type ChangeFeed = ReturnType<typeof createChangeFeed>;

export interface ChangeFeedOptions {
  readonly store: Store;
  readonly kinds: Readonly<Record<AskKind, ToFeedAsk>>;
}

/** Creates the feed. It reads the log of changes and the asks and answers that the changes name. */
export function createChangeFeed({ store, kinds }: ChangeFeedOptions) {
  async function startOf(owner: FeedOwner, after: string | null): Promise<FeedCursor> {
    if (after === null) {
      const { last_seq } = await store.read(selectPositions(owner.account));
      return { position: { phase: 'snapshot', head: last_seq, ask: 0, answer: null }, ask: null };
    }
    const cursor = decodeCursor(owner, after);
    if (!cursor) throw invalidField('cursor', fault('invalid_cursor'));
    await requireKept(owner, cursor);
    return cursor;
  }

  /** Refuses cursors after the end of the log, which exist if the database was restored from a backup. */
  async function requireKept({ account }: FeedOwner, { position }: FeedCursor): Promise<void> {
    const { last_seq, deleted_seq } = await store.read(selectPositions(account));
    const next = position.phase === 'log' ? position.seq : position.head + 1;
    if (next > deleted_seq && next <= last_seq + 1) return;
    throw new AskwellError('gone', 'This cursor is too old. Read the changes again without a cursor.');
  }

  /** Finds the ask that a request names. A cursor contains its number, so that it is found even after it was deleted. */
  async function findAsk(
    owner: FeedOwner,
    id: string | null,
    known: FeedAskFilter | null,
  ): Promise<FeedAskFilter | null> {
    if (id === null) return null;
    if (known?.id === id) return known;
    for (const kind of askKinds) {
      const bare = bareId(id, `${kind}_`);
      const row = bare !== undefined && (await store.read(selectAskNumber(owner, kind, bare)));
      if (row) return { seq: row.seq, id };
    }
    throw invalidField('ask', fault('unknown_ask'));
  }

  return {
    /**
     * Reads the next events of an owner. Without a cursor, returns first the asks and answers that exist, as created.
     *
     * @throws AskwellError with the code `gone` if changes after the cursor were already deleted.
     */
    async read(
      { account, site }: FeedOwner,
      { after, types, ask, limit, content = true }: FeedRequest,
    ): Promise<FeedPart> {
      const owner = { account, site };
      const start = await startOf(owner, after);
      const found = await findAsk(owner, ask, start.ask);
      const filter = { types: new Set<EventType>(types ?? feedTypes), ask: found?.seq ?? null };
      const source: FeedSource = { store, owner, filter, asks: new AskFinder(store, kinds, owner, content) };
      const page = new EventPage(limit);
      let { position } = start;
      if (position.phase === 'snapshot') position = await readSnapshot(source, position, page);
      let isAtEnd = false;
      if (position.phase === 'log' && page.space > 0) ({ position, isAtEnd } = await readLog(source, position, page));
      const lastSeq = position.phase === 'log' ? position.seq - 1 : 0;
      return { events: page.events, next: encodeCursor(owner, { position, ask: found }), isAtEnd, lastSeq };
    },

    /** Returns the cursor after the last change. Reading from it returns only later events. */
    async head({ account, site }: FeedOwner): Promise<string> {
      const { last_seq } = await store.read(selectPositions(account));
      return encodeCursor({ account, site }, { position: { phase: 'log', seq: last_seq + 1, answer: '' }, ask: null });
    },
  };
}

/** Where a page ends in the log. */
interface LogEnd {
  readonly position: LogPosition;
  /** Whether the end of the log was reached. */
  readonly isAtEnd: boolean;
}

/**
 * Adds the events of the next changes that match. A page covers only a part of the log, and can be empty before the end of the log.
 */
async function readLog(source: FeedSource, start: LogPosition, page: EventPage): Promise<LogEnd> {
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
    // On SQLite, all previous reads may have run in one turn.
    await nextTurn(account);
    if (changes.length < batchSize) position = { phase: 'log', seq: to, answer: '' };
  }
  return { position, isAtEnd: position.seq > last };
}

/** Returns the stored types of changes that can be read as events of the given types. */
function storedTypes(types: ReadonlySet<EventType>, site: number | null): number[] {
  return changeTypes.flatMap((type, stored) => (eventsOf(type, site).some((event) => types.has(event)) ? stored : []));
}

/** Returns the types of events that an account or a site gets for a change. */
function eventsOf(type: ChangeType, site: number | null): readonly EventType[] {
  if (type === 'ask.left') return site === null ? [] : ['ask.deleted'];
  if (type === 'ask.joined') return site === null ? [] : ['ask.created', 'answer.created'];
  return [type];
}
