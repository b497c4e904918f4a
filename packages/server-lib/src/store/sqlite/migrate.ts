import type Database from 'better-sqlite3';
import { StoreError } from './failures.js';
import { migrations } from './migrations/index.js';

/**
 * Brings the schema up to date, one transaction a step, so that an interrupted migration goes on where it stood.
 * A database that is newer than this version of Askwell is refused and left as it is.
 */
export function migrate(database: Database.Database): void {
  refuseNewer(schemaVersion(database));
  database
    .transaction(() => {
      // Read again under the write lock: another process may have migrated meanwhile.
      const from = schemaVersion(database);
      refuseNewer(from);
      for (const [at, text] of migrations.entries()) {
        if (at >= from) {
          database.exec(text);
          recordVersion(database, at + 1);
        }
      }
    })
    .immediate();
}

function refuseNewer(version: number): void {
  if (version <= migrations.length) return;
  throw new StoreError(
    `This database has schema version ${version}; this Askwell knows up to ${migrations.length}. It was left untouched. Install the newer Askwell that wrote it.`,
  );
}

/**
 * The version stands in a table of ours, since a database that a host shares with us has a `user_version` of its own.
 * In a file that is ours alone, `user_version` says the same.
 */
export function schemaVersion(database: Database.Database): number {
  const ours = readOurs(database);
  const shared = ours ? ours.shared === 1 : hasForeignTables(database);
  return Math.max(ours?.version ?? 0, shared ? 0 : Number(database.pragma('user_version', { simple: true })));
}

function recordVersion(database: Database.Database, version: number): void {
  if (!readOurs(database)) {
    const shared = hasForeignTables(database) ? 1 : 0;
    database.exec('create table askwell_schema (version integer not null, shared integer not null) strict');
    database.prepare('insert into askwell_schema (version, shared) values (?, ?)').run(version, shared);
  }
  database.prepare('update askwell_schema set version = ?').run(version);
  if (readOurs(database)?.shared === 0) database.pragma(`user_version = ${version}`);
}

function readOurs(database: Database.Database): { version: number; shared: number } | undefined {
  const table = database.prepare("select 1 from sqlite_schema where name = 'askwell_schema'").get();
  if (!table) return undefined;
  return database.prepare<[], { version: number; shared: number }>('select version, shared from askwell_schema').get();
}

function hasForeignTables(database: Database.Database): boolean {
  const foreign = database
    .prepare(
      "select 1 from sqlite_schema where type = 'table' and name not like 'askwell!_%' escape '!' and name not like 'sqlite!_%' escape '!'",
    )
    .get();
  return foreign !== undefined;
}
