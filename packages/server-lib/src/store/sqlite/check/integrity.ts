import { perform } from '../../operation.js';
import { all } from '../../statement.js';
import type { Check } from '../../store-check.js';
import type { Connection } from '../connection.js';
import { sqliteCode } from '../store-error.js';
import { isAskwellObject } from './schema-objects.js';

/** More lines of one check tell an operator nothing further. SQLite's own look ends at as many. */
const mostTold = 100;

/** All that SQLite can tell of a database by itself: of each table of ours, of all pages, and of references. */
export function integrityChecks(connection: Connection): readonly Check[] {
  const tables = perform(ourTables(), connection.execute);
  return [...tables.map(({ name }) => integrityOf(name)), pages, references];
}

/** The tables of ours, and those of SQLite that they can't do without. */
function ourTables() {
  return all<{ name: string }>`
    select name from sqlite_schema where type = 'table' and (${isAskwellObject} or name = 'sqlite_sequence')
    union all select 'sqlite_schema'`;
}

function integrityOf(table: string): Check {
  return {
    name: `${table} and its indexes are sound`,
    // A host may have put an index of its own on it.
    alsoAtHosts: true,
    *find() {
      const rows = yield* all<{ found: string }>`
        select integrity_check as found from pragma_integrity_check(${table}) where found <> 'ok'`;
      return rows.flatMap(({ found }) => linesOf(found));
    },
  };
}

/**
 * All pages of the file: what befell a host's may befall ours. Rows of a host's that break its own rules, or are missing
 * from its indexes, are the host's affair.
 */
const pages: Check = {
  name: 'all pages of the file are sound',
  alsoAtHosts: true,
  *find() {
    const rows = yield* all<{ integrity_check: string }>`pragma integrity_check`;
    return rows.flatMap((row) => (row.integrity_check.startsWith(pagesOf) ? linesOf(row.integrity_check) : []));
  },
};

/** What is wrong with pages stands in one row, a line each, beneath the name of the database. */
const pagesOf = '*** in database';

function linesOf(found: string): string[] {
  return found.split('\n').filter((line) => !line.startsWith(pagesOf));
}

/** Rows of ours that point to rows which are not there. Where a host's point is the host's affair. */
const references: Check = {
  name: 'its references lead somewhere',
  *find() {
    const rows = yield* all<{ table: string; rowid: number | null; parent: string }>`
      select distinct lost."table", lost.rowid, lost.parent
      from (select name from sqlite_schema where type = 'table' and ${isAskwellObject}) ours
      join pragma_foreign_key_check(ours.name) lost limit ${mostTold}`;
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
    if (found.length < mostTold) return found;
    return [...found.slice(0, mostTold), `Only the first ${mostTold} findings are told of whether ${check.name}.`];
  } catch (error) {
    const code = sqliteCode(error);
    if (code === '' || !(error instanceof Error)) throw error;
    // A function, a collation or a module that a host gives to SQLite each time. Damage has codes of its own.
    if (check.alsoAtHosts && code.startsWith('SQLITE_ERROR')) return [];
    // The code of a table or column that is not there says nothing; its message names it.
    const why = code === 'SQLITE_ERROR' ? error.message : code;
    return [`It could not be seen whether ${check.name} (${why}).`];
  }
}
