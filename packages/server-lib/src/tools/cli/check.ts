import { counterCheck } from '../../core/results/counter-check.js';
import { tallyCheck } from '../../core/results/tally-check.js';
import { newerSchema } from '../../db/check/findings.js';
import { findMoveError, type MoveState, selectMoveMark } from '../../db/move-mark.js';
import { isPostgresUrl } from '../../db/open-store.js';
import { runOperation } from '../../db/operation.js';
import type { PostgresInspection } from '../../db/postgres/inspect-database.js';
import { postgresMigrations } from '../../db/postgres/migrations/index.js';
import { runPostgresChecks } from '../../db/postgres/run-checks.js';
import { selectFingerprint } from '../../db/secret-fingerprint.js';
import { createConnection } from '../../db/sqlite/connection.js';
import { sqliteMigrations } from '../../db/sqlite/migrations/index.js';
import { readFingerprint } from '../../db/sqlite/secret-fingerprint.js';
import { registerKinds } from '../../instance/registered-kinds.js';
import type { CommandCall } from './command.js';
import { compareSecret } from './compare-secret.js';
import { databaseName, inspectDatabase, inspectPostgresDatabase } from './database-file.js';
import { checkDatabase } from './examine-database.js';
import { databaseSetting, namedSecretSetting } from './serve-settings.js';

/** `askwell check`. */
export async function checkCommand({ settings, io }: CommandCall): Promise<number> {
  const database = databaseSetting(settings);
  const { findings, version, fingerprint, mark } = await examine(database);
  const secret = compareSecret(database, namedSecretSetting(settings), fingerprint);
  const found = [...findings, ...secret.findings];
  for (const finding of found) io.stdout.write(`${finding}\n`);
  const unusable = findMoveError(mark);
  if (unusable) io.stdout.write(`${unusable.message}\n`);
  if (found.length > 0 || (unusable && mark?.role === 'target')) return 1;
  const current = (isPostgresUrl(database) ? postgresMigrations : sqliteMigrations).length;
  io.stdout.write(`No problems found in ${databaseName(database)} (${describeVersion(version, current)}).\n`);
  if (secret.note !== undefined) io.stdout.write(`${secret.note}\n`);
  return 0;
}

interface Examination {
  readonly findings: readonly string[];
  readonly version: number;
  /** The fingerprint of the secret in the database. Undefined if the database has no fingerprint. */
  readonly fingerprint: string | undefined;
  /** The part of the database in a move. Undefined if there was none. */
  readonly mark: MoveState | undefined;
}

function examine(database: string): Promise<Examination> {
  if (!isPostgresUrl(database)) {
    return inspectDatabase(database, (file) => ({
      ...checkDatabase(file),
      fingerprint: ifReadable(() => readFingerprint(file)),
      mark: ifReadable(() => runOperation(selectMoveMark(), createConnection(file).execute)),
    }));
  }
  return inspectPostgresDatabase(database, async (inspection) => {
    const { findings, version } = await checkPostgres(inspection);
    // The checks report a missing table. Reading it then ends the snapshot.
    const fingerprint = await inspection.read(selectFingerprint()).catch(() => undefined);
    const mark = await inspection.read(selectMoveMark()).catch(() => undefined);
    return { findings, version, fingerprint, mark };
  });
}

/** Ignores a missing or damaged table, which the other checks report. */
function ifReadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function describeVersion(version: number, current: number): string {
  if (version === current) return `schema version ${version}`;
  if (version > current) return `schema version ${version}, which a newer Askwell made`;
  return `schema version ${version}; the next start migrates it to ${current}`;
}

/** Runs all checks on one snapshot of a PostgreSQL database. Returns what they find, and the schema version. */
async function checkPostgres(inspection: PostgresInspection): Promise<{ findings: string[]; version: number }> {
  registerKinds();
  const { version = 0, oldestCompatible } = inspection;
  if (oldestCompatible > postgresMigrations.length) {
    return { findings: [newerSchema(version, postgresMigrations.length)], version };
  }
  return { findings: await runPostgresChecks(inspection, [tallyCheck, counterCheck]), version };
}
