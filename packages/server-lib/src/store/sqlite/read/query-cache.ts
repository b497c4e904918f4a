import { LRUCache } from 'lru-cache';
import type { Query } from '../../statement.js';
import type { SqliteDatabase, SqliteStatement } from '../drivers/sqlite-driver.js';

/** Rows of so many queries are held; more of them only means that some are read anew. */
const mostHeld = 1_000;

interface Held {
  readonly state: unknown;
  readonly rows: unknown[];
}

/**
 * The rows of named queries, which hold for as long as nobody has committed anything. For a connection that never writes:
 * SQLite tells it of what other connections commit, in whatever process, and not of its own.
 */
export class QueryCache {
  readonly #held = new LRUCache<string, Held>({ max: mostHeld });
  readonly #stateNow: SqliteStatement;
  #state: unknown;

  constructor(database: SqliteDatabase) {
    this.#stateNow = database.prepare('pragma data_version');
  }

  /** To be called before anything is given: what has been committed until now is noticed, and what comes later is not. */
  look(): void {
    this.#state = this.#stateNow.all([])[0]?.[0];
  }

  /** Whether the query was given the rows that it would read. */
  give(query: Query<unknown, unknown>): boolean {
    const held = query.name === undefined ? undefined : this.#held.get(query.name);
    if (!held || held.state !== this.#state) return false;
    query.rows = held.rows;
    return true;
  }

  /** Holds what a query has just read. That may be newer than the last look, but is not older. */
  hold({ name, rows }: Query<unknown, unknown>): void {
    // What is not there is not held, or anybody could have us hold as much as they like.
    if (name === undefined || rows.length === 0) return;
    for (const row of rows) Object.freeze(row);
    Object.freeze(rows);
    this.#held.set(name, { state: this.#state, rows });
  }
}
