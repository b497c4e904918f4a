import { findMoveError, selectMoveMark } from '../move-mark.js';
import { runOperation } from '../operation.js';
import { createConnection } from './connection.js';
import { readValue, type SqliteDatabase } from './sqlite-driver.js';

/**
 * Checks that a database of any version does not take part in a move.
 *
 * @throws StoreError that says what to do.
 */
export function assertNotMoved(database: SqliteDatabase): void {
  if (readValue(database, "select 1 from sqlite_schema where name = 'askwell_moves'") === undefined) return;
  const error = findMoveError(runOperation(selectMoveMark(), createConnection(database).execute));
  if (error) throw error;
}
