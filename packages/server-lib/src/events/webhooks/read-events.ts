import type { Clock, Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { Logger } from '../../base/logger.js';
import { parseTime } from '../../base/validation/time.js';
import type { Operation } from '../../db/operation.js';
import { anyOf } from '../../db/sql/dialect.js';
import { all, one } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { ChangeFeed, FeedPart } from '../feed/change-feed.js';
import { eventTypes } from './event-types.js';
import type { LeasedWebhook } from './lease-webhooks.js';

/** The number of events that are read at a time. Small enough for one write not to delay others. */
export const eventsPerPage = 50;

/** An event that is sent, without its content. */
export interface PendingEvent {
  /** The ID of its delivery. Null until it is stored. */
  id: number | null;
  readonly event_id: string;
  readonly type: string;
  /** Null for a test. */
  readonly ask_id: string | null;
  readonly answer_id: string | null;
  readonly event_at: Micros;
  /** 1 or 0. */
  readonly in_order: number;
  /** The number of attempts that were made. */
  readonly attempts: number;
}

/** Selects the events among the deliveries of a webhook that are due, in their order. */
export function selectDueEvents(webhook: number, at: Micros, limit: number) {
  return all<PendingEvent>`
    select id, event_id, type, ask_id, answer_id, event_at, in_order, attempts from askwell_deliveries
    where webhook_id = ${webhook} and due_at is not null and due_at <= ${at} order by id limit ${limit}`;
}

/** The position of a webhook in the log of changes. */
export interface WebhookPosition {
  position: string;
  /** The position of the log up to which all changes were read. */
  seen_seq: number;
  /** A JSON list. */
  types: string;
  /** The position of the last change in the log of its account. */
  last_seq: number;
  /** The number of its events that wait among the deliveries. */
  pending: number;
}

/** Selects the position of a webhook. Returns undefined if the process no longer has the lease. */
export function selectWebhookPosition(id: number, holder: string) {
  return one<WebhookPosition>`
    select w.position, w.seen_seq, w.types, coalesce((select h.last_seq from askwell_change_heads h where h.account_id = w.account_id), 0) as last_seq,
      (select count(*) from askwell_deliveries d where d.webhook_id = w.id and d.status = 'pending') as pending
    from askwell_webhooks w where w.id = ${id} and w.lease = ${holder} and w.enabled = 1`;
}

/** The events of a page that already have deliveries. */
interface KnownEvents {
  readonly events: ReadonlySet<string>;
  /** The asks whose events wait until an earlier one was sent. */
  readonly blocked: ReadonlySet<string>;
}

function* selectKnownEvents(webhook: number, events: FeedPart['events']): Operation<KnownEvents> {
  if (events.length === 0) return { events: new Set(), blocked: new Set() };
  const ids = events.map(({ id }) => id);
  const asks = [...new Set(events.map(({ ask_id }) => ask_id))];
  const known = yield* all<{ event_id: string }>`
    select event_id from askwell_deliveries where webhook_id = ${webhook} and event_id ${anyOf('text', ids)} and in_order = 1`;
  const blocked = yield* all<{ ask_id: string }>`
    select distinct ask_id from askwell_deliveries
    where webhook_id = ${webhook} and ask_id ${anyOf('text', asks)} and status = 'pending' and in_order = 1 and attempts > 0`;
  return {
    events: new Set(known.map(({ event_id }) => event_id)),
    blocked: new Set(blocked.map(({ ask_id }) => ask_id)),
  };
}

/** The next events of a webhook in the log of changes. */
export interface LogPage extends LogMove {
  readonly events: readonly PendingEvent[];
  /** The asks whose events wait until an earlier one was sent. */
  readonly blocked: ReadonlySet<string>;
}

/** How far a webhook moves in the log of changes. */
export interface LogMove {
  readonly from: string;
  readonly to: string;
  /** The position of the log up to which all changes were read. Null: unknown. */
  readonly seenSeq: number | null;
}

interface LogReaderOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly feed: Pick<ChangeFeed, 'read' | 'head'>;
}

/** Reads the next events of a webhook, from a position in the log of changes. */
export type ReadLogPage = (
  webhook: LeasedWebhook,
  from: Pick<WebhookPosition, 'position' | 'types'>,
) => Promise<LogPage>;

/** Creates the function that reads the log. Omits events that already have deliveries. */
export function createLogReader({ store, clock, logger, feed }: LogReaderOptions): ReadLogPage {
  /** Reads from a position, or from the end of the log if changes after the position were deleted. */
  async function readPart({ id, account_id, site_id }: LeasedWebhook, after: string, types: string) {
    const owner = { account: account_id, site: site_id };
    const chosen: (typeof eventTypes)[number][] = JSON.parse(types);
    const request = { types: chosen.length > 0 ? chosen : eventTypes, ask: null, limit: eventsPerPage, content: false };
    try {
      return await feed.read(owner, { ...request, after });
    } catch (error) {
      if (!(error instanceof AskwellError) || error.code !== 'gone') throw error;
      logger.warn(
        { webhook: id },
        'A webhook has missed changes that were already deleted. It continues with newer changes.',
      );
      return { events: [], next: await feed.head(owner), isAtEnd: false, lastSeq: 0 } satisfies FeedPart;
    }
  }

  return async (webhook, { position, types }) => {
    const { events, next, lastSeq } = await readPart(webhook, position, types);
    const known = await store.read(selectKnownEvents(webhook.id, events));
    // Instances that write at the same time can log the same answer twice.
    const unknown = new Map(events.filter(({ id }) => !known.events.has(id)).map((event) => [event.id, event]));
    return {
      from: position,
      to: next,
      seenSeq: lastSeq === 0 ? null : lastSeq,
      blocked: known.blocked,
      events: [...unknown.values()].map(({ id, type, ask_id, answer_id, at }) => ({
        id: null,
        event_id: id,
        type,
        ask_id,
        answer_id,
        event_at: parseTime(at) ?? clock.now(),
        in_order: 1,
        attempts: 0,
      })),
    };
  };
}
