import Database from 'better-sqlite3';
import type { Check } from '../check.js';
import { perform } from '../operation.js';
import { all } from '../statement.js';
import type { Connection } from './connection.js';
import { isOurs } from './parts.js';

/** SQLite's own look at its pages, indexes and constraints. */
export const integrity: Check = {
  name: 'its pages and indexes are sound',
  *find() {
    const rows = yield* all<{ integrity_check: string }>`pragma integrity_check(100)`;
    // What is wrong with pages stands in one row, a line each, beneath the name of the database.
    return rows
      .flatMap((row) => row.integrity_check.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('*** in database'));
  },
};

/** Rows of ours that point to rows which are not there. Where a host's point is the host's affair. */
export const references: Check = {
  name: 'its references lead somewhere',
  *find() {
    const rows = yield* all<{ table: string; rowid: number | null; parent: string }>`
      select lost."table", lost.rowid, lost.parent
      from (select name from sqlite_schema where type = 'table' and ${isOurs}) ours
      join pragma_foreign_key_check(ours.name) lost limit 100`;
    return rows.map(
      ({ table, rowid, parent }) => `A row of ${table} (${rowid ?? 'no rowid'}) points to nothing in ${parent}.`,
    );
  },
};

/** Runs checks over one state of the database, and gives all that they find, in a line each. */
export function runChecks(connection: Connection, checks: readonly Check[]): string[] {
  const found = connection.inSnapshot(() => checks.flatMap((check) => findings(connection, check)));
  return found.map((finding) => finding.replace(/\s+/g, ' '));
}

/** What is so damaged that it can't even be looked at is a finding too. */
function findings(connection: Connection, check: Check): string[] {
  try {
    return perform(check.find(), connection.execute);
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    // The code of a table or column that is not there says nothing; its message names it.
    const why = error.code === 'SQLITE_ERROR' ? error.message : error.code;
    return [`It could not be seen whether ${check.name} (${why}).`];
  }
}
