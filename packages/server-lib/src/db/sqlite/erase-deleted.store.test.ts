import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { Connection } from './connection.js';
import { createDeletedDataEraser } from './erase-deleted.js';
import { openReader, openWriter } from './open-database.js';
import { pragma, type SqliteDatabase } from './sqlite-driver.js';

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

/** Returns the bytes of a file. Another process reads it, because closing it in this process would release SQLite's locks. */
function bytesOf(path: string): Buffer {
  return execFileSync('cat', [path], { maxBuffer: 64 * 1024 * 1024 });
}

function found(texts: readonly string[]): string[] {
  const bytes = [bytesOf(file), bytesOf(`${file}-wal`)];
  return texts.filter((text) => bytes.some((one) => one.includes(text)));
}

/** Inserts rows in random order and deletes some, so that pages are split and merged. Returns the deleted texts. */
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

test('rewriting the file erases copies of deleted rows in pages and in the WAL', () => {
  const { database } = writer;
  const gone = fillAndDelete(database);
  expect(found(gone)).toEqual(gone);
  // `secure_delete` and an empty WAL alone leave some.
  expect(pragma(database, 'wal_checkpoint(truncate)')).toBe(0);
  expect(found(gone).length).toBeGreaterThan(0);
  expect(found(gone).length).toBeLessThan(gone.length / 10);

  const erasure = createDeletedDataEraser(database);
  erasure.schedule();
  erasure.finish();
  expect(found(gone)).toEqual([]);
  expect(database.prepare('select count(*) from askwell_test').all([])).toEqual([[rows - gone.length]]);
});

test('a scheduled erasure runs by itself after the last reader has finished', async () => {
  const { database } = writer;
  const erasure = createDeletedDataEraser(database);
  const reader = openReader(file);
  reader.database.exec('begin');
  reader.database.prepare('select count(*) from askwell_accounts').all([]);
  const gone = fillAndDelete(database);
  erasure.schedule();
  // The reader sees the earlier state, which needs the WAL.
  await vi.waitFor(() => expect(pragma(database, 'freelist_count')).toBe(0), { timeout: 10_000 });
  expect(found(gone).length).toBeGreaterThan(0);
  reader.database.exec('rollback');
  await vi.waitFor(() => expect(found(gone)).toEqual([]), { timeout: 10_000 });
  reader.database.close();
  expect(pragma(database, 'busy_timeout')).toBe(0);
});

test('a file with tables of a host is not rewritten, because that would change their rowids', () => {
  const { database } = writer;
  database.exec(
    "create table notes (name text); insert into notes values ('a'), ('b'), ('c'); delete from notes where rowid = 2",
  );
  const gone = fillAndDelete(database);
  const erasure = createDeletedDataEraser(database);
  erasure.schedule();
  erasure.finish();
  expect(database.prepare('select rowid from notes').all([])).toEqual([[1], [3]]);
  expect(found(gone).length).toBeLessThan(gone.length / 10);
});

test('opening moves data that a crash left in the WAL into the file', () => {
  const { database } = writer;
  const gone = fillAndDelete(database);
  execFileSync('cp', [file, join(folder, 'crashed.db')]);
  execFileSync('cp', [`${file}-wal`, join(folder, 'crashed.db-wal')]);
  const crashed = openWriter(join(folder, 'crashed.db'), 0);
  expect(bytesOf(join(folder, 'crashed.db-wal'))).toHaveLength(0);
  expect(crashed.database.prepare('select count(*) from askwell_test').all([])).toEqual([[rows - gone.length]]);
  crashed.database.close();
});

test("the writer's connection overwrites deleted data", () => {
  expect(pragma(writer.database, 'secure_delete')).toBe(1);
});
