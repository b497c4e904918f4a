import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { commitsInWal } from '../../../test/support/store/commits-in-wal.js';
import { openDatabase } from '../../../test/support/store/open-database.js';
import { count, labels, prepare, put, syncLevel, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import type { Operation } from '../operation.js';
import { one } from '../sql/statement.js';
import type { Store } from '../store.js';
import { isOlder } from './choose-driver.js';
import { openSqliteStore } from './sqlite-store.js';

let folder: string;
let file: string;
let store: Store;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'askwell.db');
  store = openSqliteStore({
    database: file,
    writes: testWrites,
    writer: await buildTestWriter(folder),
    logger: silentLogger,
  });
  await store.run(prepare, null);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

test('each commit is synced: WAL with synchronous FULL, read back after the first write', async () => {
  await store.run(put, 'first');
  expect(await store.run(syncLevel, null)).toBe(2);
  expect(await store.read(one`pragma journal_mode`)).toEqual({ journal_mode: 'wal' });
});

test('writes of one turn are one commit', async () => {
  const before = commitsInWal(file);
  await Promise.all(Array.from({ length: 30 }, (_, at) => store.run(put, `${at}`)));
  expect(commitsInWal(file) - before).toBe(1);
  expect(await store.read(count())).toBe(30);
});

test('many writes of one turn take at most one commit per full group', async () => {
  const before = commitsInWal(file);
  await Promise.all(Array.from({ length: 500 }, (_, at) => store.run(put, `${at}`)));
  // Groups have at least 32 writes, except the last. The worker commits the groups that it has received together.
  expect(commitsInWal(file) - before).toBeLessThanOrEqual(16);
  expect(await store.read(count())).toBe(500);
});

test('many writes at the same time share a few commits', async () => {
  const before = commitsInWal(file);
  await Promise.all(Array.from({ length: 80 }, (_, at) => store.run(put, `${at}`)));
  expect(commitsInWal(file) - before).toBeLessThanOrEqual(2);
});

test('writes that arrive during a commit form the next group', async () => {
  const before = commitsInWal(file);
  const writing = Array.from({ length: 20 }, (_, at) => store.run(put, `${at}`));
  // Each settled write starts another one. They settle together, so the new ones are committed together.
  await Promise.all(writing.map((written, at) => written.then(() => store.run(put, `more ${at}`))));
  expect(commitsInWal(file) - before).toBe(2);
});

test('a single write does not wait for others', async () => {
  const before = commitsInWal(file);
  for (let at = 0; at < 5; at++) await store.run(put, `${at}`);
  expect(commitsInWal(file) - before).toBe(5);
});

test('a read sees one state of the database, even if another connection commits between its statements', async () => {
  const other = openDatabase(file);
  function* twice(): Operation<[number, number]> {
    const first = yield* count();
    other.exec("insert into askwell_test (label) values ('meanwhile')");
    return [first, yield* count()];
  }
  expect(await store.read(twice())).toEqual([0, 0]);
  expect(await store.read(labels())).toEqual(['meanwhile']);
  other.close();
});

test('closing an inline store that only wrote removes the WAL file', async () => {
  const database = join(folder, 'inline.db');
  const inline = openSqliteStore({ database, writes: testWrites, writer: 'inline', logger: silentLogger });
  await inline.run(prepare, null);
  expect(existsSync(`${database}-wal`)).toBe(true);
  await inline.close();
  expect(existsSync(`${database}-wal`)).toBe(false);
});

test('only the owner can read and write the files', async () => {
  for (const suffix of ['', '-wal', '-shm']) expect((await stat(file + suffix)).mode & 0o777).toBe(0o600);
});

test('the SQLite in use has the minimum version, and isOlder compares versions', async () => {
  const row = await store.read(one<{ version: string }>`select sqlite_version() as version`);
  const least = [3, 51, 3];
  expect(isOlder((row?.version ?? '0').split('.').map(Number), least)).toBe(false);
  for (const old of [[3, 51, 2], [3, 50, 9], [2, 99, 99], [3, 51], [0]]) expect(isOlder(old, least)).toBe(true);
  for (const newer of [[3, 51, 3], [3, 51, 10], [3, 52, 0], [4]]) expect(isOlder(newer, least)).toBe(false);
});
