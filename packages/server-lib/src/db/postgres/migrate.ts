import { findMoveError, readMoveState } from '../move-mark.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import { differentSecretError } from '../secret-fingerprint.js';
import { StoreError } from '../store-error.js';
import { deleteOldMarks } from './commit-marker.js';
import { oldestCompatibleVersion, postgresMigrations } from './migrations/index.js';
import type { StatementPipeline } from './pipeline.js';
import type { PostgresPool } from './postgres-pool.js';
import { quoteName } from './run-statements.js';
import { createSchema, findSchema } from './schema-name.js';
import { inTransaction } from './transaction.js';
import { valueTypes } from './value-types.js';

interface MigrateOptions {
  /** The schema of the tables. Undefined: see `findSchema`. */
  readonly schema: string | undefined;
  /** The fingerprint of the secret that the database must have. Undefined: it is not checked. */
  readonly secret: SecretFingerprint | undefined;
  /** The schema of this version. Default: the schema of this code. Tests of upgrades pass another schema. */
  readonly target?: SchemaTarget;
  /** Whether to accept a database that takes part in a move. Only the move does. */
  readonly allowMoved?: boolean;
}

/** The schema that a version of Askwell works with. */
interface SchemaTarget {
  readonly migrations: readonly string[];
  readonly oldestCompatible: number;
}

const ownTarget: SchemaTarget = { migrations: postgresMigrations, oldestCompatible: oldestCompatibleVersion };

/** The number of the lock that instances take while they migrate: "askwell" as bytes. */
const migrationLock = 27_433_527_133_006_956n;

/**
 * Brings the tables up to date, and records the secret. Runs in one transaction: if several instances start at the same
 * time, only one migrates, and an interrupted migration changes nothing.
 *
 * @returns The schema of the tables.
 * @throws StoreError if the database is newer, has another secret, or takes part in a move.
 */
export async function migratePostgres(
  pool: PostgresPool,
  { schema: configured, secret, allowMoved = false, target = ownTarget }: MigrateOptions,
): Promise<string> {
  return inTransaction(pool, async (client) => {
    // Another instance may be migrating, which takes as long as it needs.
    await client.query({ text: `set local lock_timeout = '60s'; set local statement_timeout = '10min'` });
    await client.query({ text: `select pg_advisory_xact_lock(${migrationLock})` });
    const schema = configured ?? (await findSchema(client));
    await createSchema(client, schema);
    await client.query({ text: `set local search_path to ${quoteName(schema)}` });
    await createVersionTable(client);
    await applyMigrations(client, target);
    if (!allowMoved) await assertNotMoved(client);
    if (secret) await recordSecret(client, secret);
    await client.query({ text: deleteOldMarks });
    return schema;
  });
}

/** Creates the table unless it exists. `create table if not exists` would need a permission even if it does. */
async function createVersionTable(client: StatementPipeline): Promise<void> {
  const found = await selectOne(client, "select to_regclass('askwell_schema') is not null as has_table");
  if (found?.['has_table'] === 1) return;
  await client.query({
    text: 'create table askwell_schema (version integer not null, oldest_compatible integer not null)',
  });
}

async function applyMigrations(
  client: StatementPipeline,
  { migrations, oldestCompatible }: SchemaTarget,
): Promise<void> {
  const found = await selectOne(client, 'select version, oldest_compatible from askwell_schema');
  const version = Number(found?.['version'] ?? 0);
  if (Number(found?.['oldest_compatible'] ?? 0) > migrations.length) {
    throw new StoreError(
      `This database has schema version ${version}; this Askwell knows up to ${migrations.length}. It was left untouched. Install the newer Askwell that wrote it.`,
    );
  }
  if (version >= migrations.length) return;
  for (const step of migrations.slice(version)) await client.query({ text: step });
  const values = [migrations.length, oldestCompatible];
  const text = found
    ? 'update askwell_schema set version = $1, oldest_compatible = $2'
    : 'insert into askwell_schema (version, oldest_compatible) values ($1, $2)';
  await client.query({ text, values });
}

async function assertNotMoved(client: StatementPipeline): Promise<void> {
  const found = await selectOne(client, 'select role, other, finished_at from askwell_moves');
  const error = findMoveError(found && readMoveState(found));
  if (error) throw error;
}

async function recordSecret(client: StatementPipeline, { fingerprint, replaces }: SecretFingerprint): Promise<void> {
  const known = (await selectOne(client, `select encode(fingerprint, 'hex') as fingerprint from askwell_secret`))?.[
    'fingerprint'
  ];
  if (known === fingerprint) return;
  if (known !== undefined && !replaces) throw differentSecretError();
  await client.query({
    text: `insert into askwell_secret (id, fingerprint) values (1, decode($1, 'hex'))
      on conflict (id) do update set fingerprint = excluded.fingerprint`,
    values: [fingerprint],
  });
}

async function selectOne(
  client: StatementPipeline,
  text: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [row] = (await client.query({ text, types: valueTypes })).rows;
  return typeof row === 'object' && row !== null ? Object.fromEntries(Object.entries(row)) : undefined;
}
