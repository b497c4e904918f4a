import { StoreError } from '../store-error.js';
import { sqliteMigrations } from './migrations/index.js';
import { askwellNamePattern } from './schema-objects.js';
import { createTransactionRunner, pragma, readValue, type SqliteDatabase } from './sqlite-driver.js';

export interface MigrateOptions {
  /** Whether the host shares the database. `user_version` then belongs to the host. */
  readonly shared: boolean;
  /** The migrations in their order; the nth leads to version n. */
  readonly steps?: readonly string[];
}

/** Brings the schema up to date with one transaction for each step, so that an interrupted migration continues where it stopped. */
export function migrateSqlite(database: SqliteDatabase, { shared, steps = sqliteMigrations }: MigrateOptions): void {
  // Read again under the write lock: another process may have taken the step in between.
  const takeStep = (): void => {
    const version = schemaVersion(database, shared);
    const step = steps[version];
    if (step === undefined) return;
    database.exec(step);
    recordVersion(database, version + 1, shared);
  };
  const inTransaction = createTransactionRunner(database);
  while (schemaVersion(database, shared) < steps.length) inTransaction(takeStep);
}

/** Refuses a database that a newer version of Askwell wrote, and leaves it unchanged. */
export function assertKnownSchema(database: SqliteDatabase, { shared }: { shared: boolean }): void {
  const version = schemaVersion(database, shared);
  if (version <= sqliteMigrations.length) return;
  throw new StoreError(
    `This database has schema version ${version}; this Askwell knows up to ${sqliteMigrations.length}. It was left untouched. Install the newer Askwell that wrote it.`,
  );
}

/**
 * Returns the schema version stored in `askwell_schema`, or 0 if the table does not exist. In a database that a host shares with Askwell,
 * `user_version` belongs to the host. In a file that has only Askwell's tables, `user_version` has the same version.
 */
export function schemaVersion(database: SqliteDatabase, shared: boolean): number {
  const recorded = readRecordedVersion(database) ?? 0;
  return shared || hasHostTables(database) ? recorded : Math.max(recorded, readUserVersion(database));
}

function recordVersion(database: SqliteDatabase, version: number, shared: boolean): void {
  if (readRecordedVersion(database) === undefined) {
    database.exec('create table askwell_schema (version integer not null) strict');
    database.exec('insert into askwell_schema (version) values (0)');
  }
  database.prepare('update askwell_schema set version = ?').run([version]);
  if (!shared && !hasHostTables(database)) pragma(database, `user_version = ${version}`);
}

function readRecordedVersion(database: SqliteDatabase): number | undefined {
  if (readValue(database, "select 1 from sqlite_schema where name = 'askwell_schema'") === undefined) return undefined;
  const version = readValue(database, 'select version from askwell_schema');
  return version === undefined ? undefined : Number(version);
}

function readUserVersion(database: SqliteDatabase): number {
  return Number(pragma(database, 'user_version'));
}

/** Returns whether the database has tables of a host. */
export function hasHostTables(database: SqliteDatabase): boolean {
  const foreign = "select 1 from sqlite_schema where type = 'table' and name not glob ? and name not glob 'sqlite_*'";
  return readValue(database, foreign, [askwellNamePattern]) !== undefined;
}
