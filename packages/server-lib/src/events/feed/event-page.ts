import { formatTimestamp, type Micros } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { maxPageCharacters } from '../../http/limits.js';
import type { EventType, FeedEvent } from './change-event.js';

/** The ask or answer of an event. */
export interface EventSubject {
  readonly ask: string;
  readonly answer?: string;
  readonly at: Micros;
  readonly data: object | null;
  /** The number of characters that the content has in the database. */
  readonly size: number;
  /** The position in the log. Absent for creations, because a snapshot has them too. */
  readonly seq?: number;
}

/** Collects the events of one page. */
export class EventPage {
  readonly events: FeedEvent[] = [];
  #characters = 0;

  constructor(private readonly limit: number) {}

  /** The number of events that still fit on the page. */
  get space(): number {
    return this.#characters < maxPageCharacters ? this.limit - this.events.length : 0;
  }

  add(type: EventType, { ask, answer, at, data, size, seq }: EventSubject): void {
    // An ask or answer is created once, so the ID of its creation does not depend on where it was read.
    const name = `${type} ${answer ?? ask} ${seq ?? ''}`;
    const id = `evt_${sha256(name).toString('hex').slice(0, 24)}`;
    this.events.push({ id, type, at: formatTimestamp(at), ask_id: ask, answer_id: answer ?? null, data });
    this.#characters += size;
  }
}
