import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../../../test/support/digest-of.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { sqliteMigrations } from './migrations/index.js';
import { openWriter } from './open-database.js';
import type { SqliteDatabase } from './sqlite-driver.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'askwell.db');
});
afterEach(() => rm(folder, { recursive: true }));

function open(path = file): void {
  openWriter(path, 0).database.close();
}

/** Creates a database in the state after a crash: most of it in the WAL, with no open connection. */
function createCrashed(change: (database: SqliteDatabase) => void): void {
  const original = join(folder, 'original.db');
  const { database } = openWriter(original, 0);
  change(database);
  for (const suffix of ['', '-wal']) copyFileSync(original + suffix, file + suffix);
  database.close();
}

test('only the owner can read and write a new file, with any umask', () => {
  const umask = process.umask(0);
  try {
    const { database } = openWriter(file, 0);
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
    database.close();
  } finally {
    process.umask(umask);
  }
});

test('an existing file keeps its permissions', () => {
  writeFileSync(file, '');
  chmodSync(file, 0o640);
  open();
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test('the error says why a file cannot be opened', () => {
  writeFileSync(file, 'This is a long text file, not a database. '.repeat(200));
  expect(() => open()).toThrow(`${file} is not a SQLite database. Give another path for the database.`);
  expect(() => open(join(folder, 'missing', 'askwell.db'))).toThrow(/^The folder .*missing does not exist\. Create it/);
  mkdirSync(join(folder, 'folder.db'));
  expect(() => open(join(folder, 'folder.db'))).toThrow('folder.db cannot be opened as a database.');
  expect(readFileSync(file, 'utf8')).toMatch(/^This is a long text file/);
});

test('the error says that a database is damaged', () => {
  open();
  const bytes = readFileSync(file);
  bytes.fill(0xff, 100, 4096);
  writeFileSync(file, bytes);
  expect(() => open()).toThrow(`${file} is damaged. Restore a backup.`);
});

test('a newer schema is refused, and the file is unchanged', () => {
  createCrashed((database) => {
    database.exec(`update askwell_schema set version = ${sqliteMigrations.length + 1}`);
  });
  const before = [digestOf(file), digestOf(`${file}-wal`)];
  expect(() => open()).toThrow(/knows up to \d+\. It was left untouched\. Install the newer Askwell/);
  expect([digestOf(file), digestOf(`${file}-wal`)]).toEqual(before);
});

test('data that a crash left in the WAL is read', () => {
  createCrashed((database) => {
    database.exec("insert into askwell_accounts (name, email, email_folded, created_at) values ('A', 'a', 'a', 1)");
  });
  expect(existsSync(`${file}-wal`)).toBe(true);
  const { database } = openWriter(file, 0);
  expect(database.prepare('select name from askwell_accounts').all([])).toEqual([['A']]);
  database.close();
});
