import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, refuseNewer, schemaVersion } from './migrate.js';
import { migrations } from './migrations/index.js';

/** What has been released stays as it is: a change to one of these needs a new migration, not a new hash. */
const released = ['ee539d1497ec8792207dbf1c3f252e8ff763b1aa7e162fc73eb01adc26bd0889'];

let database: Database.Database;

beforeEach(() => {
  database = new Database(':memory:');
});
afterEach(() => database.close());

function userVersion(): unknown {
  return database.pragma('user_version', { simple: true });
}

function tables(): unknown[] {
  return database.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all();
}

test('released migrations are never edited', () => {
  const hashes = migrations.map((text) => createHash('sha256').update(text).digest('hex'));
  expect(hashes.slice(0, released.length)).toEqual(released);
});

test('every table is ours by its name, strict, and soundly linked', () => {
  migrate(database, { shared: false });
  const found = database
    .prepare<[], { name: string; strict: number }>("select name, strict from pragma_table_list where type = 'table'")
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_'));
  expect(found.length).toBeGreaterThan(4);
  for (const { name, strict } of found) expect([name.startsWith('askwell_'), strict]).toEqual([true, 1]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
});

test('an empty database becomes current, and stays so', () => {
  migrate(database, { shared: false });
  expect(schemaVersion(database, false)).toBe(migrations.length);
  expect(userVersion()).toBe(migrations.length);
  const before = database.serialize();
  migrate(database, { shared: false });
  expect(database.serialize()).toEqual(before);
});

test('a migration that is interrupted goes on where it stood', () => {
  const first = 'create table askwell_a (a integer) strict';
  const half = 'create table askwell_b (b integer) strict; this is no sql';
  expect(() => migrate(database, { shared: false, steps: [first, half] })).toThrow(/syntax error/);
  expect(schemaVersion(database, false)).toBe(1);
  expect(tables()).toEqual(['askwell_a', 'askwell_schema']);

  const whole = 'create table askwell_b (b integer) strict';
  migrate(database, { shared: false, steps: [first, whole] });
  expect(schemaVersion(database, false)).toBe(2);
  expect(tables()).toEqual(['askwell_a', 'askwell_b', 'askwell_schema']);
});

test('a newer schema is refused, wherever that is recorded', () => {
  migrate(database, { shared: false });
  refuseNewer(database, { shared: false });
  database.pragma(`user_version = ${migrations.length + 1}`);
  expect(() => refuseNewer(database, { shared: false })).toThrow(/schema version \d+; this Askwell knows up to/);
  database.pragma(`user_version = ${migrations.length}`);
  database.exec(`update askwell_schema set version = ${migrations.length + 1}`);
  expect(() => refuseNewer(database, { shared: false })).toThrow(/schema version/);
});

test('a host with tables and a version of its own keeps both', () => {
  database.exec('create table notes (text text)');
  database.pragma('user_version = 41');
  migrate(database, { shared: false });
  expect(userVersion()).toBe(41);
  expect(schemaVersion(database, false)).toBe(migrations.length);
  refuseNewer(database, { shared: false });
});

test('a host that gives its handle before its own tables are there keeps its version too', () => {
  migrate(database, { shared: true });
  expect(userVersion()).toBe(0);
  database.pragma('user_version = 99');
  refuseNewer(database, { shared: true });
  migrate(database, { shared: true });
  expect(userVersion()).toBe(99);
});

test('a file of ours that a host moves into later is still read by our own record', () => {
  migrate(database, { shared: false });
  database.exec('create table notes (text text)');
  database.pragma('user_version = 99');
  refuseNewer(database, { shared: false });
  expect(schemaVersion(database, false)).toBe(migrations.length);
});
