import { counterCheck } from '../../asks/results/counter-check.js';
import { tallyCheck } from '../../asks/results/tally-check.js';
import { registerKinds } from '../../registered-kinds.js';
import { newerSchema } from '../../store/check/findings.js';
import type { PostgresInspection } from '../../store/postgres/check/inspect-database.js';
import { runPostgresChecks } from '../../store/postgres/check/run-checks.js';
import { postgresMigrations } from '../../store/postgres/migrations/index.js';

/** Runs all checks on one snapshot of a PostgreSQL database. Returns what they find, and the schema version. */
export async function checkPostgres(inspection: PostgresInspection): Promise<{ findings: string[]; version: number }> {
  registerKinds();
  const { version = 0, oldestCompatible } = inspection;
  if (oldestCompatible > postgresMigrations.length) {
    return { findings: [newerSchema(version, postgresMigrations.length)], version };
  }
  return { findings: await runPostgresChecks(inspection, [tallyCheck, counterCheck]), version };
}
