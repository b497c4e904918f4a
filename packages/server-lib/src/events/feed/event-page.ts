import { formatTimestamp, type Micros } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import type { EventType, FeedEvent } from './change-event.js';
import { maxPageCharacters } from './limits.js';

/** What an event is about. */
export interface EventSubject {
  readonly ask: string;
  readonly answer?: string;
  readonly at: Micros;
  readonly data: object | null;
  /** The number of characters that the content has in the database. */
  readonly size: number;
  /** The position in the log. Absent for creations, which a snapshot has too. */
  readonly seq?: number;
}

/** Collects the events of one page. */
export class EventPage {
  readonly events: FeedEvent[] = [];
  #characters = 0;

  constructor(private readonly limit: number) {}

  /** The number of events for which there is space. */
  get space(): number {
    return this.#characters < maxPageCharacters ? this.limit - this.events.length : 0;
  }

  add(type: EventType, { ask, answer, at, data, size, seq }: EventSubject): void {
    // Creations happen once, so that their IDs do not depend on where they were read.
    const name = `${type} ${answer ?? ask} ${seq ?? ''}`;
    const id = `evt_${sha256(name).toString('hex').slice(0, 24)}`;
    this.events.push({ id, type, at: formatTimestamp(at), ask_id: ask, answer_id: answer ?? null, data });
    this.#characters += size;
  }
}
