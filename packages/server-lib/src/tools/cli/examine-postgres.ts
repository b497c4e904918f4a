import { counterCheck } from '../../core/results/counter-check.js';
import { tallyCheck } from '../../core/results/tally-check.js';
import { newerSchema } from '../../db/check/findings.js';
import type { PostgresInspection } from '../../db/postgres/inspect-database.js';
import { postgresMigrations } from '../../db/postgres/migrations/index.js';
import { runPostgresChecks } from '../../db/postgres/run-checks.js';
import { registerKinds } from '../../instance/registered-kinds.js';

/** Runs all checks on one snapshot of a PostgreSQL database. Returns what they find, and the schema version. */
export async function checkPostgres(inspection: PostgresInspection): Promise<{ findings: string[]; version: number }> {
  registerKinds();
  const { version = 0, oldestCompatible } = inspection;
  if (oldestCompatible > postgresMigrations.length) {
    return { findings: [newerSchema(version, postgresMigrations.length)], version };
  }
  return { findings: await runPostgresChecks(inspection, [tallyCheck, counterCheck]), version };
}
