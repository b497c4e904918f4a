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
  /** Runs what reads over one state of the database, whatever others commit meanwhile. */
  inSnapshot<Result>(read: () => Result): Result;
}

export function createConnection(database: Database.Database): Connection {
  const render = createRenderer(() => '?');
  const prepared = new LRUCache<string, Database.Statement<unknown[]>>({ max: keptStatements });
  const begin = database.prepare('begin');
  const end = database.prepare('commit');

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
    inSnapshot(read) {
      // Inside a host's transaction, that one's state is what we see.
      if (database.inTransaction) return read();
      begin.run();
      try {
        return read();
      } finally {
        if (database.inTransaction) end.run();
      }
    },
  };
}
