import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import type { Connection } from '../connection.js';
import { pragma, type SqliteDatabase } from '../drivers/sqlite-driver.js';
import { openReader, openWriter } from '../open-database.js';
import { createDeletedDataEraser } from './erase-deleted.js';

const rows = 3_000;

let folder: string;
let file: string;
let writer: Connection;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'askwell.db');
  writer = openWriter(file, 0);
});
afterEach(async () => {
  writer.database.close();
  await rm(folder, { recursive: true });
});

/** The bytes of a file. Another process reads them: closing a file that SQLite has open here would take its locks away. */
function bytesOf(path: string): Buffer {
  return execFileSync('cat', [path], { maxBuffer: 64 * 1024 * 1024 });
}

function found(texts: readonly string[]): string[] {
  const bytes = [bytesOf(file), bytesOf(`${file}-wal`)];
  return texts.filter((text) => bytes.some((one) => one.includes(text)));
}

/** Puts rows between others and deletes some, so that pages are divided and merged. Returns the texts that are deleted. */
function fillAndDelete({ exec, prepare }: SqliteDatabase): string[] {
  exec('create table askwell_test (key integer, text text, primary key (key)) strict, without rowid');
  const insert = prepare('insert into askwell_test (key, text) values (?, ?)');
  const remove = prepare('delete from askwell_test where key = ?');
  const keys = Array.from({ length: rows }, (_, nth) => (nth * 7_919) % rows);
  const textOf = (key: number) => `text-${String(key).padStart(6, '0')}-end`;
  exec('begin');
  for (const key of keys) insert.run([key, textOf(key).padEnd(20 + ((key * 37) % 300), 'x')]);
  exec('commit; begin');
  const gone = keys.filter((key) => key % 3 === 0);
  for (const key of gone) remove.run([key]);
  exec('commit');
  return gone.map(textOf);
}

test('copies of deleted rows that are left in pages and in the WAL are gone once the file is rewritten', () => {
  const { database } = writer;
  const gone = fillAndDelete(database);
  expect(found(gone)).toEqual(gone);
  // What `secure_delete` and an empty WAL alone leave.
  expect(pragma(database, 'wal_checkpoint(truncate)')).toBe(0);
  expect(found(gone).length).toBeGreaterThan(0);
  expect(found(gone).length).toBeLessThan(gone.length / 10);

  const erasure = createDeletedDataEraser(database);
  erasure.schedule();
  erasure.finish();
  expect(found(gone)).toEqual([]);
  expect(database.prepare('select count(*) from askwell_test').all([])).toEqual([[rows - gone.length]]);
});

test('it is done by itself, as soon as no reader is in the way', async () => {
  const { database } = writer;
  const erasure = createDeletedDataEraser(database);
  const reader = openReader(file);
  reader.database.exec('begin');
  reader.database.prepare('select count(*) from askwell_accounts').all([]);
  const gone = fillAndDelete(database);
  erasure.schedule();
  // The reader sees the state before, which the WAL is needed for.
  await vi.waitFor(() => expect(pragma(database, 'freelist_count')).toBe(0), { timeout: 10_000 });
  expect(found(gone).length).toBeGreaterThan(0);
  reader.database.exec('rollback');
  await vi.waitFor(() => expect(found(gone)).toEqual([]), { timeout: 10_000 });
  reader.database.close();
  expect(pragma(database, 'busy_timeout')).toBe(0);
});

test("a file with tables of a host's is not rewritten, since that would renumber their rows", () => {
  const { database } = writer;
  database.exec(
    "create table mine (name text); insert into mine values ('a'), ('b'), ('c'); delete from mine where rowid = 2",
  );
  const gone = fillAndDelete(database);
  const erasure = createDeletedDataEraser(database);
  erasure.schedule();
  erasure.finish();
  expect(database.prepare('select rowid from mine').all([])).toEqual([[1], [3]]);
  expect(found(gone).length).toBeLessThan(gone.length / 10);
});

test('what a crash left in the WAL is moved into the file when it is opened', () => {
  const { database } = writer;
  const gone = fillAndDelete(database);
  execFileSync('cp', [file, join(folder, 'crashed.db')]);
  execFileSync('cp', [`${file}-wal`, join(folder, 'crashed.db-wal')]);
  const crashed = openWriter(join(folder, 'crashed.db'), 0);
  expect(bytesOf(join(folder, 'crashed.db-wal'))).toHaveLength(0);
  expect(crashed.database.prepare('select count(*) from askwell_test').all([])).toEqual([[rows - gone.length]]);
  crashed.database.close();
});

test('a connection that writes overwrites what it deletes', () => {
  expect(pragma(writer.database, 'secure_delete')).toBe(1);
});
