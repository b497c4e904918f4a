import { distinctFindings, limitFindings, uncheckable } from '../check/findings.js';
import { compareObjects } from '../check/schema-objects.js';
import type { StoreCheck } from '../store-check.js';
import type { PostgresInspection } from './inspect-database.js';
import { postgresMigrations } from './migrations/index.js';
import { sqlState } from './postgres-errors.js';
import { withClient } from './postgres-pool.js';
import { createObjects, readObjects } from './schema-objects.js';

/** The table with the version of the schema, which the migrations do not create. */
const versionTable = 'askwell_schema';

/** Compares the schema with that of the migrations, and runs checks of the stored data. Returns the findings. */
export async function runPostgresChecks(
  inspection: PostgresInspection,
  checks: readonly StoreCheck[],
): Promise<string[]> {
  const found = await checkSchema(inspection);
  for (const check of checks) found.push(...(await runCheck(inspection, check)));
  return distinctFindings(found);
}

async function checkSchema({ client, pool, schema, version = 0 }: PostgresInspection): Promise<string[]> {
  // Newer versions only add to the schema. This version does not know what they add.
  if (version > postgresMigrations.length) return [];
  const there = (await readObjects(client, schema)).filter(({ name }) => name !== versionTable);
  return compareObjects(
    there,
    await withClient(pool, (other) => createObjects(other, postgresMigrations.slice(0, version))),
  );
}

/** Runs a check. If the database is too damaged for it, that is a finding. */
async function runCheck({ client, read }: PostgresInspection, check: StoreCheck): Promise<readonly string[]> {
  await client.query({ text: 'savepoint before_check' });
  try {
    return limitFindings(check, await read(check.find()));
  } catch (error) {
    // A missing table or column, or damage of the data.
    if (!/^(42|XX|58|22)/.test(sqlState(error)) || !(error instanceof Error)) throw error;
    await client.query({ text: 'rollback to savepoint before_check' });
    return [uncheckable(check, error.message)];
  }
}
