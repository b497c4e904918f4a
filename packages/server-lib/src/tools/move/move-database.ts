import type { Operation } from '../../db/operation.js';
import type { MovedTable } from './moved-table.js';

/** A database that a move reads or writes. No other process can change its tables during the move. */
export interface MoveDatabase {
  /** The name in messages, without a password. */
  readonly name: string;
  /** What differs between databases. */
  readonly dialect: MoveDialect;
  /** Runs an operation in a transaction, and resolves when it is durable. */
  run<Outcome>(operation: Operation<Outcome>): Promise<Outcome>;
  close(): Promise<void>;
}

/** What a move does differently in each database. */
export interface MoveDialect {
  /** Whether texts can contain NUL characters. */
  readonly allowsNul: boolean;
  /** Makes a table refuse the writes of others, until it is released. */
  freeze(table: MovedTable): Operation<void>;
  /** Lets others write to a table again. */
  release(table: MovedTable): Operation<void>;
  /** Deletes the database objects that freezing needed, after all tables were released. */
  cleanUp(): Operation<void>;
  /** Returns the highest number that a table gave a row. 0 if the table never had a row. */
  selectLastId(table: MovedTable): Operation<number>;
  /** Sets the highest number that a table gave a row, so that the next row gets a higher one. */
  setLastId(table: MovedTable, id: number): Operation<void>;
}
