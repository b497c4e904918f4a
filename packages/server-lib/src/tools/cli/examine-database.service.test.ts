import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { fromHandle } from '../../db/sqlite/better-sqlite3-driver.js';
import { migrateSqlite } from '../../db/sqlite/migrate.js';
import { sqliteMigrations } from '../../db/sqlite/migrations/index.js';
import { checkDatabase } from './examine-database.js';

test('a migration between reading the version and the checks causes no findings', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'askwell.db');
  const server = new Database(file);
  server.pragma('journal_mode = WAL');
  const before = sqliteMigrations.length - 1;
  migrateSqlite(fromHandle(server), { shared: false, steps: sqliteMigrations.slice(0, before) });

  let last = '';
  const looking = new Database(file, {
    readonly: true,
    verbose: (text) => {
      if (last.includes('user_version')) migrateSqlite(fromHandle(server), { shared: false });
      last = String(text);
    },
  });
  expect(checkDatabase(fromHandle(looking))).toEqual({ findings: [], version: before });
  expect(checkDatabase(fromHandle(looking))).toEqual({ findings: [], version: sqliteMigrations.length });
  looking.close();
  server.close();
  await rm(folder, { recursive: true });
});

test('a lock is an error, not a finding', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'a.db');
  const other = new Database(file);
  migrateSqlite(fromHandle(other), { shared: false });
  const looking = new Database(file, { timeout: 0 });
  expect(checkDatabase(fromHandle(looking)).findings).toEqual([]);
  other.exec('begin exclusive');
  expect(() => checkDatabase(fromHandle(looking))).toThrow(/locked/);
  other.exec('rollback');
  expect(checkDatabase(fromHandle(looking)).findings).toEqual([]);
  looking.close();
  other.close();
  await rm(folder, { recursive: true });
});
