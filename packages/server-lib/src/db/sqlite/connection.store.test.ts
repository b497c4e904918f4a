import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../test/support/store/open-database.js';
import { type Operation, runOperation } from '../operation.js';
import { all, one, rows, run } from '../sql/statement.js';
import { type Connection, createConnection } from './connection.js';
import type { SqliteFile } from './sqlite-driver.js';

let database: SqliteFile;
let connection: Connection;

beforeEach(() => {
  database = openDatabase(':memory:');
  database.exec('create table t (a integer primary key, b text) strict');
  connection = createConnection(database);
});
afterEach(() => {
  vi.restoreAllMocks();
  database.close();
});

function act<Outcome>(operation: Operation<Outcome>): Outcome {
  return runOperation(operation, connection.execute);
}

test('a statement is prepared once for all its executions', () => {
  const prepare = vi.spyOn(database, 'prepare');
  for (let a = 1; a <= 50; a++) act(run`insert into t (a, b) values (${a}, ${`row ${a}`})`);
  for (let a = 1; a <= 50; a++) expect(act(one`select b from t where a = ${a}`)).toEqual({ b: `row ${a}` });
  expect(prepare).toHaveBeenCalledTimes(2);
});

test('more statements than the cache holds still run', () => {
  for (let width = 1; width <= 600; width++) {
    act(run`insert into t (b) values ${rows(Array.from({ length: width }, () => ['x']))}`);
  }
  expect(act(one`select count(*) as n from t`)).toEqual({ n: (600 * 601) / 2 });
});

test('statements return their rows, and an update without returning returns no rows', () => {
  expect(act(all`insert into t (b) values ${rows([['x'], ['y']])} returning a`)).toEqual([{ a: 1 }, { a: 2 }]);
  expect(act(all`update t set b = ${'z'}`)).toEqual([]);
});

test('a failing snapshot ends, and the next one begins', () => {
  const fail = () =>
    connection.inSnapshot(() => {
      throw new Error('Broken.');
    });
  expect(fail).toThrow('Broken.');
  expect(database.inTransaction).toBe(false);
  expect(connection.inSnapshot(() => act(one`select 1 as n`))).toEqual({ n: 1 });
});

test('a snapshot inside a transaction of the host uses that transaction and leaves it open', () => {
  database.exec('begin');
  act(run`insert into t (b) values ('of the host')`);
  expect(connection.inSnapshot(() => act(one`select count(*) as n from t`))).toEqual({ n: 1 });
  expect(database.inTransaction).toBe(true);
  database.exec('rollback');
});
