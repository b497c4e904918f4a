import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folder.js';
import { openDatabase } from '../../../../test/support/store/open-database.js';
import { all, one } from '../../statement.js';
import { type Connection, createConnection } from '../connection.js';
import { pragma, type SqliteFile } from '../drivers/sqlite-driver.js';
import { QueryCache } from './query-cache.js';
import { ReadQueue } from './read-queue.js';

let folder: string;
let other: SqliteFile;
let reader: SqliteFile;
let queue: ReadQueue;
/** How many statements the reader was given. */
let executed: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  const file = join(folder, 'a.db');
  other = openDatabase(file);
  pragma(other, 'journal_mode = WAL');
  other.exec("create table t (name text primary key, n integer) strict; insert into t values ('a', 1), ('b', 1)");
  open(file);
});
afterEach(async () => {
  reader.close();
  other.close();
  await rm(folder, { recursive: true });
});

function open(file: string): void {
  executed = 0;
  reader = openDatabase(file, { timeout: 0 });
  const plain = createConnection(reader);
  const counting: Connection = {
    ...plain,
    execute(statement) {
      executed++;
      plain.execute(statement);
    },
  };
  queue = new ReadQueue(counting, { patience: 5_000, whyNot: (error) => error, held: new QueryCache(reader) });
}

const named = (name: string) => one<{ n: number }>`select n from t where name = ${name}`.named(name);
const ask = (name: string) => queue.add(named(name));
const set = (name: string, n: number) => other.prepare('update t set n = ? where name = ?').run([n, name]);

test('as long as nothing is committed a named query is read once, alone or among others', async () => {
  expect(await ask('a')).toEqual({ n: 1 });
  expect(await ask('a')).toEqual({ n: 1 });
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  expect(executed).toBe(2);
  await queue.add(one`select n from t where name = 'a'`);
  await queue.add(one`select n from t where name = 'a'`);
  expect(executed).toBe(4);
});

test('what is committed after it was asked for, and before it is done, is told', async () => {
  await ask('a');
  const asked = [ask('a'), ask('a')];
  set('a', 2);
  expect(await Promise.all(asked)).toEqual([{ n: 2 }, { n: 2 }]);
});

test('what is rolled back is never told, and costs nothing', async () => {
  await ask('a');
  other.exec('begin immediate');
  set('a', 2);
  expect(await ask('a')).toEqual({ n: 1 });
  other.exec('rollback');
  expect(await ask('a')).toEqual({ n: 1 });
  expect(executed).toBe(1);
});

test('what is not there is looked for again each time', async () => {
  expect(await ask('nobody')).toBeUndefined();
  expect(await ask('nobody')).toBeUndefined();
  expect(executed).toBe(2);
});

test('nobody can change what the next one is given', async () => {
  const rows = () => queue.add(all<{ n: number }>`select n from t order by name`.named('all'));
  const first = await rows();
  expect(() => first.push({ n: 3 })).toThrow(TypeError);
  expect(() => Object.assign(first[0] ?? {}, { n: 3 })).toThrow(TypeError);
  expect(await rows()).toEqual([{ n: 1 }, { n: 1 }]);
  expect(executed).toBe(1);
});

test('a thousand are held, and whoever asks for more takes the place of the one not asked for longest', async () => {
  const put = other.prepare('insert into t (name, n) values (?, ?)');
  const names = Array.from({ length: 1_000 }, (_, n) => `n${n}`);
  for (const name of ['one more', ...names]) put.run([name, 1]);
  await Promise.all(names.map(ask));
  await Promise.all(names.map(ask));
  expect(executed).toBe(1_000);
  await ask('one more');
  await ask('n999');
  expect(executed).toBe(1_001);
  await ask('n0');
  expect(executed).toBe(1_002);
});

test('while the state can not be told, nothing that is held is given', async () => {
  pragma(other, 'journal_mode = DELETE');
  expect(await Promise.all([ask('a'), ask('b')])).toEqual([{ n: 1 }, { n: 1 }]);
  other.exec('begin exclusive');
  const asked = Promise.all([ask('a'), ask('b')]);
  const alone = asked.then(() => ask('a'));
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  set('a', 2);
  set('b', 2);
  other.exec('commit');
  expect(await asked).toEqual([{ n: 2 }, { n: 2 }]);
  expect(await alone).toEqual({ n: 2 });
});

test('whatever is committed, rolled back and asked for, each is told what is there', async () => {
  const names = ['a', 'b', 'c'];
  const name = fc.constantFrom(...names);
  const step = fc.oneof(
    fc.record({ does: fc.constantFrom('set', 'delete', 'set and undo'), name, n: fc.integer() }),
    fc.record({ does: fc.constant('ask'), names: fc.array(name, { minLength: 1, maxLength: 4 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const truth = new Map<string, number>();
      other.exec('delete from t');
      const put = other.prepare('insert or replace into t (name, n) values (?, ?)');
      for (const one of steps) {
        if ('names' in one) {
          const told = await Promise.all(one.names.map(ask));
          expect(told.map((row) => row?.n)).toEqual(one.names.map((known) => truth.get(known)));
        } else if (one.does === 'set and undo') {
          other.exec('begin');
          put.run([one.name, one.n]);
          other.exec('rollback');
        } else if (one.does === 'set') {
          put.run([one.name, one.n]);
          truth.set(one.name, one.n);
        } else {
          other.prepare('delete from t where name = ?').run([one.name]);
          truth.delete(one.name);
        }
      }
    }),
    { numRuns: 100 },
  );
});
