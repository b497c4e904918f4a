import type { Check } from '../check.js';
import { perform } from '../operation.js';
import { all } from '../statement.js';
import type { Connection } from './connection.js';
import { isUnavailable, sqliteCode } from './failures.js';

/** SQLite's own look at its pages, indexes and constraints. */
export const integrity: Check = {
  name: 'its pages and indexes are sound',
  *find() {
    const rows = yield* all<{ integrity_check: string }>`pragma integrity_check(100)`;
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  },
};

/** Rows that point to rows which are not there. */
export const references: Check = {
  name: 'its references lead somewhere',
  *find() {
    const rows = yield* all<{ table: string; rowid: number | null; parent: string }>`pragma foreign_key_check`;
    return rows.map(
      ({ table, rowid, parent }) => `A row of ${table} (${rowid ?? 'no rowid'}) points to nothing in ${parent}.`,
    );
  },
};

/** Runs checks over one state of the database, and gives all that they find. */
export function runChecks(connection: Connection, checks: readonly Check[]): string[] {
  return connection.inSnapshot(() => checks.flatMap((check) => findings(connection, check)));
}

/** What is so damaged that it can't even be looked at is a finding too. */
function findings(connection: Connection, check: Check): string[] {
  try {
    return perform(check.find(), connection.execute);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return [`It could not be seen whether ${check.name} (${sqliteCode(error)}).`];
  }
}
