import { recountCounters, recountCountersWithoutPurges } from '../../asks/results/counter-check.js';
import { recount, recountWithoutPurges } from '../../asks/results/tally-check.js';
import { integrityChecks, runChecks } from '../../store/sqlite/check/integrity.js';
import { schemaAt } from '../../store/sqlite/check/schema-check.js';
import { createConnection } from '../../store/sqlite/connection.js';
import type { SqliteDatabase } from '../../store/sqlite/drivers/sqlite-driver.js';
import { schemaVersion } from '../../store/sqlite/migrate.js';
import { firstWithPurges, firstWithQuotas, migrations } from '../../store/sqlite/migrations/index.js';
import { sqliteCode } from '../../store/sqlite/store-error.js';
import type { Check } from '../../store/store-check.js';

/** The schema version that brought asks: before it, there is nothing to count. */
const firstWithAsks = 2;

/** Everything that `askwell check` finds, and the version of the schema; all of it from one state of the database. */
export function checkDatabase(database: SqliteDatabase): { findings: string[]; version: number } {
  const connection = createConnection(database);
  return connection.inSnapshot(() => {
    const version = tellableVersion(database);
    if (version > migrations.length) {
      const newer = `It has schema version ${version}, but this Askwell knows up to ${migrations.length}: a newer one wrote it.`;
      return { findings: [newer], version };
    }
    return { findings: runChecks(connection, [...integrityChecks(connection), ...checksAt(version)]), version };
  });
}

function checksAt(version: number): readonly Check[] {
  const purges = version >= firstWithPurges;
  return [
    schemaAt(version),
    ...(version < firstWithAsks ? [] : [purges ? recount : recountWithoutPurges]),
    ...(version < firstWithQuotas ? [] : [purges ? recountCounters : recountCountersWithoutPurges]),
  ];
}

/** 0 where it can't be told, which the check of the schema looks into. */
function tellableVersion(database: SqliteDatabase): number {
  try {
    const version = schemaVersion(database, false);
    return Number.isInteger(version) && version > 0 ? version : 0;
  } catch (error) {
    // A lock or a failing disk says nothing of the version.
    if (!/^SQLITE_(ERROR|CORRUPT)/.test(sqliteCode(error))) throw error;
    return 0;
  }
}
