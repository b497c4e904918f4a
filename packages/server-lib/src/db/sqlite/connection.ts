import { LRUCache } from 'lru-cache';
import { createRenderer } from '../sql/render-sql.js';
import { Lock, type Statement, type Value } from '../sql/statement.js';
import type { SqliteDatabase } from './sqlite-driver.js';

/**
 * The number of prepared statements that are cached. Enough for all statements; statements with lists have a text for
 * each length.
 */
const maxPreparedStatements = 500;

/** A database connection that runs the statements of operations and caches them prepared. */
export interface Connection {
  readonly database: SqliteDatabase;
  execute(statement: Statement<unknown>): void;
  /** Runs reads in one snapshot of the database. */
  inSnapshot<Result>(read: () => Result): Result;
}

export function createConnection(database: SqliteDatabase): Connection {
  const render = createRenderer({ dialect: 'sqlite', placeholder: () => '?' });
  const prepared = new LRUCache<string, Prepared>({ max: maxPreparedStatements });
  const begin = database.prepare('begin');
  const end = database.prepare('rollback');

  return {
    database,
    execute(statement) {
      if (statement instanceof Lock) return;
      const { text, values } = render(statement.strings, statement.values);
      let ready = prepared.get(text);
      if (!ready) {
        ready = prepare(database, text);
        prepared.set(text, ready);
      }
      statement.rows = ready(values);
    },
    inSnapshot(read) {
      // In a transaction of the host, its snapshot is used.
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

/** Runs a prepared statement with values and returns its rows. */
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

/** Builds a row in JavaScript, which takes a third of the time of the driver. */
function toRow(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = cells[at];
  return row;
}
