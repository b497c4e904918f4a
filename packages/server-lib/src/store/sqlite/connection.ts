import { LRUCache } from 'lru-cache';
import { createRenderer } from '../render-sql.js';
import type { Statement, Value } from '../statement.js';
import type { SqliteDatabase } from './drivers/sqlite-driver.js';

/** Enough for every statement of the house; texts of sets differ by their length, and the rarely used ones may go. */
const maxPreparedStatements = 500;

/** A database handle that runs the statements of operations and keeps them prepared. */
export interface Connection {
  readonly database: SqliteDatabase;
  execute(statement: Statement<unknown>): void;
  /** Runs what reads over one state of the database, whatever others commit meanwhile. */
  inSnapshot<Result>(read: () => Result): Result;
}

export function createConnection(database: SqliteDatabase): Connection {
  const render = createRenderer(() => '?');
  const prepared = new LRUCache<string, Prepared>({ max: maxPreparedStatements });
  const begin = database.prepare('begin');
  const end = database.prepare('rollback');

  return {
    database,
    execute(statement) {
      const { text, values } = render(statement.strings, statement.values);
      let ready = prepared.get(text);
      if (!ready) {
        ready = prepare(database, text);
        prepared.set(text, ready);
      }
      statement.rows = ready(values);
    },
    inSnapshot(read) {
      // Inside a host's transaction, that one's state is what we see.
      if (database.inTransaction) return read();
      begin.run([]);
      try {
        return read();
      } finally {
        if (database.inTransaction) end.run([]);
      }
    },
  };
}

/** A prepared statement: takes its values and gives its rows. */
type Prepared = (values: readonly Value[]) => unknown[];

function prepare(database: SqliteDatabase, text: string): Prepared {
  const statement = database.prepare(text);
  const { columns } = statement;
  if (columns.length > 0) return (values) => statement.all(values).map((cells) => toRow(columns, cells));
  return (values) => {
    statement.run(values);
    return [];
  };
}

/** Setting properties here takes a third of the time that it takes from outside of JavaScript. */
function toRow(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = cells[at];
  return row;
}
