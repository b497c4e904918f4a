import { runOperation } from '../../operation.js';
import { all } from '../../statement.js';
import type { StoreCheck } from '../../store-check.js';
import type { Connection } from '../connection.js';
import { sqliteCode } from '../store-error.js';
import { hasAskwellName } from './schema-objects.js';

/** More lines of one check tell an operator nothing further. SQLite's own look ends at as many. */
const maxFindings = 100;

/** All that SQLite can tell of a database by itself: of each table of ours, of all pages, and of references. */
export function integrityChecks(connection: Connection): readonly StoreCheck[] {
  const tables = runOperation(selectAskwellTables(), connection.execute);
  return [...tables.map(({ name }) => tableIntegrityCheck(name)), pagesCheck, referencesCheck];
}

/** The tables of ours, and those of SQLite that they can't do without. */
function selectAskwellTables() {
  return all<{ name: string }>`
    select name from sqlite_schema where type = 'table' and (${hasAskwellName} or name = 'sqlite_sequence')
    union all select 'sqlite_schema'`;
}

function tableIntegrityCheck(table: string): StoreCheck {
  return {
    name: `${table} and its indexes are sound`,
    // A host may have put an index of its own on it.
    readsHostObjects: true,
    *find() {
      const rows = yield* all<{ found: string }>`
        select integrity_check as found from pragma_integrity_check(${table}) where found <> 'ok'`;
      return rows.flatMap(({ found }) => toLines(found));
    },
  };
}

/**
 * All pages of the file: what befell a host's may befall ours. Rows of a host's that break its own rules, or are missing
 * from its indexes, are the host's affair.
 */
const pagesCheck: StoreCheck = {
  name: 'all pages of the file are sound',
  readsHostObjects: true,
  *find() {
    const rows = yield* all<{ integrity_check: string }>`pragma integrity_check`;
    return rows.flatMap((row) => (row.integrity_check.startsWith(pagesHeading) ? toLines(row.integrity_check) : []));
  },
};

/** What is wrong with pages stands in one row, a line each, beneath the name of the database. */
const pagesHeading = '*** in database';

function toLines(found: string): string[] {
  return found.split('\n').filter((line) => !line.startsWith(pagesHeading));
}

/** Rows of ours that point to rows which are not there. Where a host's point is the host's affair. */
const referencesCheck: StoreCheck = {
  name: 'its references lead somewhere',
  *find() {
    const rows = yield* all<{ table: string; rowid: number | null; parent: string }>`
      select distinct lost."table", lost.rowid, lost.parent
      from (select name from sqlite_schema where type = 'table' and ${hasAskwellName}) ours
      join pragma_foreign_key_check(ours.name) lost limit ${maxFindings}`;
    return rows.map(
      ({ table, rowid, parent }) => `A row of ${table} (${rowid ?? 'no rowid'}) points to nothing in ${parent}.`,
    );
  },
};

/** Runs checks over one state of the database, and gives what they find, in a line each and each once. */
export function runChecks(connection: Connection, checks: readonly StoreCheck[]): string[] {
  const found = connection.inSnapshot(() => checks.flatMap((check) => runCheck(connection, check)));
  return [...new Set(found.map((finding) => finding.replace(/\s+/g, ' ')))];
}

/** What is so damaged that it can't even be looked at is a finding too. */
function runCheck(connection: Connection, check: StoreCheck): string[] {
  try {
    const found = runOperation(check.find(), connection.execute);
    if (found.length < maxFindings) return found;
    return [
      ...found.slice(0, maxFindings),
      `Only the first ${maxFindings} findings are told of whether ${check.name}.`,
    ];
  } catch (error) {
    const code = sqliteCode(error);
    if (code === '' || !(error instanceof Error)) throw error;
    // A function, a collation or a module that a host gives to SQLite each time. Damage has codes of its own.
    if (check.readsHostObjects && code.startsWith('SQLITE_ERROR')) return [];
    // The code of a table or column that is not there says nothing; its message names it.
    const why = code === 'SQLITE_ERROR' ? error.message : code;
    return [`It could not be seen whether ${check.name} (${why}).`];
  }
}
