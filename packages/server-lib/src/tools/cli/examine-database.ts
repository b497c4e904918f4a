import { counterCheck, counterCheckWithoutPurges } from '../../core/results/counter-check.js';
import { tallyCheck, tallyCheckWithoutPurges } from '../../core/results/tally-check.js';
import { newerSchema } from '../../db/check/findings.js';
import { createConnection } from '../../db/sqlite/connection.js';
import { integrityChecks, runChecks } from '../../db/sqlite/integrity.js';
import { schemaVersion } from '../../db/sqlite/migrate.js';
import { minPurgesVersion, minQuotasVersion, sqliteMigrations } from '../../db/sqlite/migrations/index.js';
import { schemaCheck } from '../../db/sqlite/schema-check.js';
import type { SqliteDatabase } from '../../db/sqlite/sqlite-driver.js';
import { sqliteCode } from '../../db/sqlite/sqlite-errors.js';
import type { StoreCheck } from '../../db/store-check.js';
import { registerKinds } from '../../instance/registered-kinds.js';

/** The first schema version with polls, quizzes and forms. Earlier ones have nothing to count. */
const minAsksVersion = 2;

/** Runs all checks on one snapshot of a database. Returns what they find, and the schema version. */
export function checkDatabase(database: SqliteDatabase): { findings: string[]; version: number } {
  registerKinds();
  const connection = createConnection(database);
  return connection.inSnapshot(() => {
    const version = readVersion(database);
    if (version > sqliteMigrations.length) {
      return { findings: [newerSchema(version, sqliteMigrations.length)], version };
    }
    return { findings: runChecks(connection, [...integrityChecks(connection), ...checksAt(version)]), version };
  });
}

function checksAt(version: number): readonly StoreCheck[] {
  const purges = version >= minPurgesVersion;
  return [
    schemaCheck(version),
    ...(version < minAsksVersion ? [] : [purges ? tallyCheck : tallyCheckWithoutPurges]),
    ...(version < minQuotasVersion ? [] : [purges ? counterCheck : counterCheckWithoutPurges]),
  ];
}

/** Returns 0 if the version cannot be read, which the schema check reports. */
function readVersion(database: SqliteDatabase): number {
  try {
    const version = schemaVersion(database, false);
    return Number.isInteger(version) && version > 0 ? version : 0;
  } catch (error) {
    // A lock or a failing disk does not mean that the database is damaged.
    if (!/^SQLITE_(ERROR|CORRUPT)/.test(sqliteCode(error))) throw error;
    return 0;
  }
}
