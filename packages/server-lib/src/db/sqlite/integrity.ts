import { distinctFindings, limitFindings, maxFindings, uncheckable } from '../check/findings.js';
import { runOperation } from '../operation.js';
import { all } from '../sql/statement.js';
import type { StoreCheck } from '../store-check.js';
import type { Connection } from './connection.js';
import { hasAskwellName } from './schema-objects.js';
import { sqliteCode } from './sqlite-errors.js';

/** The checks of SQLite itself: of each table of Askwell, of all pages, and of foreign keys. */
export function integrityChecks(connection: Connection): readonly StoreCheck[] {
  const tables = runOperation(selectAskwellTables(), connection.execute);
  return [...tables.map(({ name }) => tableIntegrityCheck(name)), pagesCheck, referencesCheck];
}

/** Returns the tables of Askwell, and the tables of SQLite that they need. */
function selectAskwellTables() {
  return all<{ name: string }>`
    select name from sqlite_schema where type = 'table' and (${hasAskwellName} or name = 'sqlite_sequence')
    union all select 'sqlite_schema'`;
}

function tableIntegrityCheck(table: string): StoreCheck {
  return {
    name: `${table} and its indexes are sound`,
    // The host may have added an index to it.
    readsHostObjects: true,
    *find() {
      const rows = yield* all<{ found: string }>`
        select integrity_check as found from pragma_integrity_check(${table}) where found <> 'ok'`;
      return rows.flatMap(({ found }) => toLines(found));
    },
  };
}

/**
 * Checks all pages of the file, including the pages of the host's tables. Rows of these tables that violate constraints
 * or are missing in indexes are ignored.
 */
const pagesCheck: StoreCheck = {
  name: 'all pages of the file are sound',
  readsHostObjects: true,
  *find() {
    const rows = yield* all<{ integrity_check: string }>`pragma integrity_check`;
    return rows.flatMap((row) => (row.integrity_check.startsWith(pagesHeading) ? toLines(row.integrity_check) : []));
  },
};

/** Splits the findings about pages, which SQLite returns in one row, below the name of the database. */
const pagesHeading = '*** in database';

function toLines(found: string): string[] {
  return found.split('\n').filter((line) => !line.startsWith(pagesHeading));
}

/** Finds rows of Askwell that refer to missing rows. */
const referencesCheck: StoreCheck = {
  name: 'its references lead somewhere',
  *find() {
    const rows = yield* all<{ table: string; rowid: number | null; parent: string }>`
      select distinct lost."table", lost.rowid, lost.parent
      from (select name from sqlite_schema where type = 'table' and ${hasAskwellName}) ours
      join pragma_foreign_key_check(ours.name) lost limit ${maxFindings}`;
    return rows.map(
      ({ table, rowid, parent }) => `A row of ${table} (${rowid ?? 'no rowid'}) refers to a missing row of ${parent}.`,
    );
  },
};

/** Runs checks in one snapshot. Returns their findings, each once. */
export function runChecks(connection: Connection, checks: readonly StoreCheck[]): string[] {
  const found = connection.inSnapshot(() => checks.flatMap((check) => runCheck(connection, check)));
  return distinctFindings(found);
}

/** Runs a check. If the database is too damaged for it, that is a finding. */
function runCheck(connection: Connection, check: StoreCheck): readonly string[] {
  try {
    return limitFindings(check, runOperation(check.find(), connection.execute));
  } catch (error) {
    const code = sqliteCode(error);
    if (code === '' || !(error instanceof Error)) throw error;
    // The host registers this function, collation or module. Damage has other codes.
    if (check.readsHostObjects && code.startsWith('SQLITE_ERROR')) return [];
    // The name of a missing table or column is only in the message.
    return [uncheckable(check, code === 'SQLITE_ERROR' ? error.message : code)];
  }
}
