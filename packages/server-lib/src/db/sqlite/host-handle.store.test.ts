import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../../../test/support/digest-of.js';
import { inMemory, overFiles } from '../../../test/support/store/store-sources.js';
import { labels, prepare, put, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import { writes } from '../../instance/registered-writes.js';
import type { Operation } from '../operation.js';
import { all } from '../sql/statement.js';
import { describeStore } from '../store.case.js';
import { fromHandle } from './better-sqlite3-driver.js';
import { createConnection } from './connection.js';
import { sqliteMigrations } from './migrations/index.js';
import { openWriter } from './open-database.js';
import { ReadQueue } from './read-queue.js';
import { openSqliteStore } from './sqlite-store.js';

describeStore(
  "over a host's handle, with a worker",
  overFiles((file) => new Database(file), 'worker'),
);
describeStore(
  "over a host's handle, inline",
  overFiles((file) => new Database(file), 'inline'),
);
describeStore(
  "over a host's handle in memory",
  inMemory(() => new Database(':memory:')),
);

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'askwell.db');
});
afterEach(() => rm(folder, { recursive: true }));

test("a newer schema behind a host's handle is refused, and the database is unchanged", async () => {
  openWriter(file, 0).database.close();
  const handle = new Database(file);
  handle.exec(`update askwell_schema set version = ${sqliteMigrations.length + 1}`);
  handle.pragma('journal_mode = DELETE');
  const before = digestOf(file);
  const store = openSqliteStore({ database: handle, writes, writer: 'inline', logger: silentLogger });
  await expect(store.ready()).rejects.toThrow('It was left untouched');
  expect(handle.pragma('journal_mode', { simple: true })).toBe('delete');
  expect(digestOf(file)).toBe(before);
  await store.close();
  handle.close();
});

test("a write waits for the host's transaction and does not become part of it", async () => {
  const handle = new Database(file);
  const store = openSqliteStore({ database: handle, writes: testWrites, writer: 'inline', logger: silentLogger });
  await store.run(prepare, null);
  handle.exec("begin; insert into askwell_test (label) values ('of the host')");
  const writing = store.run(put, 'ours');
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(handle.inTransaction).toBe(true);
  handle.exec('rollback');
  expect(await writing).toBe(1);
  expect(await store.read(labels())).toEqual(['ours']);
  await store.close();
  handle.close();
});

test("commits over a host's handle are synced, although its build of SQLite does not sync in WAL mode", async () => {
  const handle = new Database(join(folder, 'host.db'));
  handle.pragma('journal_mode = WAL');
  handle.exec('create table notes (text text)');
  expect(handle.pragma('synchronous', { simple: true })).toBe(1);
  const hosted = openSqliteStore({ database: handle, writes: testWrites, writer: 'inline', logger: silentLogger });
  await hosted.run(prepare, null);
  expect(handle.pragma('synchronous', { simple: true })).toBe(2);
  await hosted.close();
  handle.close();
});

test('single statements run while the host iterates a query on the handle, and longer reads wait', async () => {
  const reader = new Database(':memory:');
  reader.exec('create table t (n integer); insert into t values (1), (2)');
  const numbers = () => all<{ n: number }>`select n from t order by n`;
  const queueOf = (lockTimeout: number) =>
    new ReadQueue(createConnection(fromHandle(reader)), { lockTimeout, toError: () => new Error('It failed.') });
  const queue = queueOf(0);
  const twice = function* (): Operation<number> {
    return (yield* numbers()).length + (yield* numbers()).length;
  };
  const opened = reader.prepare('select n from t').iterate();
  opened.next();
  const settled = await Promise.allSettled([queue.add(numbers()), queue.add(twice()), queue.add(numbers())]);
  opened.return?.();
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await queue.add(twice())).toBe(4);

  const open = reader.prepare('select n from t').iterate();
  open.next();
  const waiting = queueOf(5_000).add(twice());
  setTimeout(() => open.return?.());
  expect(await waiting).toBe(4);
  reader.close();
});
