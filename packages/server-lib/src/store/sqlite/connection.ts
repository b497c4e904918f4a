import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { createRenderer } from '../render.js';
import type { Statement } from '../statement.js';

/** Enough for every statement of the house; texts of sets differ by their length, and the rarely used ones may go. */
const keptStatements = 500;

/** A database handle that runs the statements of operations and keeps them prepared. */
export interface Connection {
  readonly database: Database.Database;
  execute(statement: Statement<unknown>): void;
}

export function createConnection(database: Database.Database): Connection {
  const render = createRenderer(() => '?');
  const prepared = new LRUCache<string, Database.Statement<unknown[]>>({ max: keptStatements });

  return {
    database,
    execute(statement) {
      const { text, values } = render(statement.strings, statement.values);
      let ready = prepared.get(text);
      if (!ready) {
        ready = database.prepare<unknown[]>(text);
        prepared.set(text, ready);
      }
      if (ready.reader) statement.rows = ready.all(...values);
      else ready.run(...values);
    },
  };
}
