import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../test/support/store/open-database.js';
import { assertKnownSchema, migrateSqlite, schemaVersion } from './migrate.js';
import { sqliteMigrations } from './migrations/index.js';
import { pragma, type SqliteFile } from './sqlite-driver.js';

/** The hashes of released migrations. A change of the schema needs a new migration, not a new hash. */
const released = ['ee539d1497ec8792207dbf1c3f252e8ff763b1aa7e162fc73eb01adc26bd0889'];

let database: SqliteFile;

beforeEach(() => {
  database = openDatabase(':memory:');
});
afterEach(() => database.close());

function userVersion(): unknown {
  return pragma(database, 'user_version');
}

function tables(): unknown[] {
  return database.prepare("select name from sqlite_schema where type = 'table' order by name").all([]).flat();
}

/** Returns the schema, the number of its changes and the recorded versions. */
function contents(): unknown[] {
  const parts = database.prepare('select type, name, sql from sqlite_schema order by rowid').all([]);
  const recorded = database.prepare('select version from askwell_schema').all([]);
  return [parts, recorded, pragma(database, 'schema_version'), userVersion()];
}

test('released migrations are never edited', () => {
  const hashes = sqliteMigrations.map((text) => createHash('sha256').update(text).digest('hex'));
  expect(hashes.slice(0, released.length)).toEqual(released);
});

test('every table has our prefix, is strict, and has valid foreign keys', () => {
  migrateSqlite(database, { shared: false });
  const found = database
    .prepare("select name, strict from pragma_table_list where type = 'table'")
    .all([])
    .filter(([name]) => !String(name).startsWith('sqlite_'));
  expect(found.length).toBeGreaterThan(4);
  for (const [name, strict] of found) expect([String(name).slice(0, 8), strict]).toEqual(['askwell_', 1]);
  expect(database.prepare('pragma foreign_key_check').all([])).toEqual([]);
});

test('an empty database gets the current schema, and a second migration changes nothing', () => {
  migrateSqlite(database, { shared: false });
  expect(schemaVersion(database, false)).toBe(sqliteMigrations.length);
  expect(userVersion()).toBe(sqliteMigrations.length);
  const before = contents();
  migrateSqlite(database, { shared: false });
  expect(contents()).toEqual(before);
});

test('an interrupted migration continues with the step that failed', () => {
  const first = 'create table askwell_a (a integer) strict';
  const invalid = 'create table askwell_b (b integer) strict; this is no sql';
  expect(() => migrateSqlite(database, { shared: false, steps: [first, invalid] })).toThrow(/syntax error/);
  expect(schemaVersion(database, false)).toBe(1);
  expect(tables()).toEqual(['askwell_a', 'askwell_schema']);

  const valid = 'create table askwell_b (b integer) strict';
  migrateSqlite(database, { shared: false, steps: [first, valid] });
  expect(schemaVersion(database, false)).toBe(2);
  expect(tables()).toEqual(['askwell_a', 'askwell_b', 'askwell_schema']);
});

test('a newer schema is refused, in user_version and in askwell_schema', () => {
  migrateSqlite(database, { shared: false });
  assertKnownSchema(database, { shared: false });
  pragma(database, `user_version = ${sqliteMigrations.length + 1}`);
  expect(() => assertKnownSchema(database, { shared: false })).toThrow(/schema version \d+; this Askwell knows up to/);
  pragma(database, `user_version = ${sqliteMigrations.length}`);
  database.exec(`update askwell_schema set version = ${sqliteMigrations.length + 1}`);
  expect(() => assertKnownSchema(database, { shared: false })).toThrow(/schema version/);
});

test('a host with its own tables and user_version keeps both', () => {
  database.exec('create table notes (text text)');
  pragma(database, 'user_version = 41');
  migrateSqlite(database, { shared: false });
  expect(userVersion()).toBe(41);
  expect(schemaVersion(database, false)).toBe(sqliteMigrations.length);
  assertKnownSchema(database, { shared: false });
});

test('a host that passes its handle before it creates tables keeps its user_version', () => {
  migrateSqlite(database, { shared: true });
  expect(userVersion()).toBe(0);
  pragma(database, 'user_version = 99');
  assertKnownSchema(database, { shared: true });
  migrateSqlite(database, { shared: true });
  expect(userVersion()).toBe(99);
});

test('a database in which a host creates tables later keeps the schema version in askwell_schema', () => {
  migrateSqlite(database, { shared: false });
  database.exec('create table notes (text text)');
  pragma(database, 'user_version = 99');
  assertKnownSchema(database, { shared: false });
  expect(schemaVersion(database, false)).toBe(sqliteMigrations.length);
});
