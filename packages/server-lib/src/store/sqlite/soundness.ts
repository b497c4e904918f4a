import Database from 'better-sqlite3';
import type { Check } from '../check.js';
import { perform } from '../operation.js';
import { all, sql } from '../statement.js';
import type { Connection } from './connection.js';
import { isOurs } from './parts.js';

/** More than so many findings of one kind tell an operator nothing further. */
const mostTold = 100;

/** The tables of ours, and those of SQLite that they can't do without. */
const ourTables = sql`
  select name from sqlite_schema where type = 'table' and (${isOurs} or name = 'sqlite_sequence')
  union all select 'sqlite_schema'`;

/** SQLite's own look at our tables and their indexes. */
export const integrity: Check = {
  name: 'its pages and indexes are sound',
  *find() {
    const rows = yield* all<{ found: string }>`
      select looked.integrity_check as found
      from (${ourTables}) ours join pragma_integrity_check(ours.name) looked limit ${mostTold + 1}`;
    return rows.flatMap(({ found }) => linesOf(found));
  },
};

/**
 * SQLite's own look at all pages of the file: what befell a host's may befall ours. Rows of a host's that break its own
 * rules, or are missing from its indexes, are the host's affair.
 */
export const pages: Check = {
  name: 'all of its pages are sound',
  alsoAtHosts: true,
  *find() {
    const rows = yield* all<{ integrity_check: string }>`pragma integrity_check`;
    return rows.flatMap((row) => (row.integrity_check.startsWith(pagesOf) ? linesOf(row.integrity_check) : []));
  },
};

/** What is wrong with pages stands in one row, a line each, beneath the name of the database. */
const pagesOf = '*** in database';

function linesOf(found: string): string[] {
  return found.split('\n').filter((line) => line !== 'ok' && !line.startsWith(pagesOf));
}

/** Rows of ours that point to rows which are not there. Where a host's point is the host's affair. */
export const references: Check = {
  name: 'its references lead somewhere',
  *find() {
    const rows = yield* all<{ table: string; rowid: number | null; parent: string }>`
      select lost."table", lost.rowid, lost.parent
      from (select name from sqlite_schema where type = 'table' and ${isOurs}) ours
      join pragma_foreign_key_check(ours.name) lost limit ${mostTold + 1}`;
    return rows.map(
      ({ table, rowid, parent }) => `A row of ${table} (${rowid ?? 'no rowid'}) points to nothing in ${parent}.`,
    );
  },
};

/** Runs checks over one state of the database, and gives what they find, in a line each and each once. */
export function runChecks(connection: Connection, checks: readonly Check[]): string[] {
  const found = connection.inSnapshot(() => checks.flatMap((check) => findings(connection, check)));
  return [...new Set(found.map((finding) => finding.replace(/\s+/g, ' ')))];
}

/** What is so damaged that it can't even be looked at is a finding too. */
function findings(connection: Connection, check: Check): string[] {
  try {
    const found = perform(check.find(), connection.execute);
    if (found.length <= mostTold) return found;
    return [...found.slice(0, mostTold), `There is more of this kind: only the first ${mostTold} are told.`];
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    if (check.alsoAtHosts && onlyHostsCanLook.test(error.message)) return [];
    // The code of a table or column that is not there says nothing; its message names it.
    const why = error.code === 'SQLITE_ERROR' ? error.message : error.code;
    return [`It could not be seen whether ${check.name} (${why}).`];
  }
}

/** What tables may be made with, and who made them gives to SQLite each time. */
const onlyHostsCanLook = /^(unknown function|no such collation sequence|no such module)/;
